"""Figures stand on top of everything and hide neither gates nor marks."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.state import Figure, GameState
from engine.tiles import POSTS, SETS, SITES, Tile, load
from renderer.board.board import frame_for, render
from renderer.board.markers import Markers, Spot
from renderer.geometry.carcassonne import DISTRICTS, quarter_spot
from renderer.geometry.layout import layout_of
from renderer.geometry.marks import MARKS, Ground
from renderer.pieces.figures import figure_sprite
from renderer.pieces.places import figure_place, half_size
from renderer.pieces.standing import Stand, standing
from renderer.style.canvas import Point, turn
from renderer.style.palette import quantise
from renderer.views.closeup import closeup
from tests.golden.table import CLAIMS, EVERY, NAMES, table
from tests.support.boards import STEPS, random_board

TILES = [tile for name in SETS for tile in load(name).tiles if tile.at is None]
SMALL = 110  # spots of a field: there is no room for both a farmer and a mark


def _view(count: int = 40) -> GameState:
    return table(random_board(("base",), count, 3), 3, 14)


def _is_whole(picture: Image.Image, stand: Stand, view: GameState, markers: Markers) -> bool:
    """Whether all solid pixels of a figure are seen."""
    frame = frame_for(view, markers)
    sprite = figure_sprite(stand.design, stand.seat, frame.tile)
    x, y = frame.port.spot(stand.x, stand.y)
    left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
    shown = picture.convert("RGB").crop((left, top, left + sprite.width, top + sprite.height))
    drawn = quantise(sprite.convert("RGB"), "day").convert("RGB")
    solid = sprite.getchannel("A").point([0] * 255 + [255])
    black = Image.new("RGB", sprite.size)
    difference = ImageChops.difference(
        Image.composite(shown, black, solid), Image.composite(drawn, black, solid)
    )
    return difference.getbbox() is None


def _apart(stand: Stand, others: list[Stand]) -> bool:
    return all(
        max(abs(stand.x - other.x), abs(stand.y - other.y)) > 0.5 for other in others if other != stand
    )


@pytest.mark.parametrize("kind", ["numbers", "fields", "steps", "spots", "dead"])
def test_nothing_is_drawn_over_a_figure(kind: str) -> None:
    view = _view()
    around = tuple((cell, str(i)) for i, cell in enumerate(view.board.frontier))
    figures = [figure for figure in view.all_figures() if figure.kind == "meeple"]
    on_tiles = tuple((cell, "N") for cell in sorted({figure.cell for figure in figures}))
    markers = {
        "numbers": Markers(names=NAMES, cells=around),
        "fields": Markers(names=NAMES, fields=True),
        "steps": Markers(names=NAMES, steps=on_tiles),
        "spots": Markers(names=NAMES, spots=tuple(Spot(f.cell, f.segment, "A") for f in figures)),
        "dead": Markers(names=NAMES, dead=tuple(view.board.frontier)),
    }[kind]
    picture = render(view, markers)
    stands = standing(view)
    alone = [stand for stand in stands if _apart(stand, stands)]
    assert len(alone) > 5
    for stand in alone:
        assert _is_whole(picture, stand, view, markers), stand


def test_a_bridge_lies_on_the_tint_of_its_field() -> None:
    view = table({(x, 0): (EVERY["base-V"], 1) for x in range(3)}, 2, 0)
    view.board.build_span((1, 0), 0)
    frame = frame_for(view, Markers(fields=True, strip=False))
    x, y = (round(v) for v in frame.port.spot(1.5, 0.5))
    box = (x - 4, y - frame.tile // 3, x + 4, y + frame.tile // 3)
    plain, tinted = (
        render(view, Markers(fields=fields, strip=False)).convert("RGB").crop(box) for fields in (False, True)
    )
    assert plain.tobytes() == tinted.tobytes()


def test_the_edges_of_the_last_tile_stay_visible() -> None:
    view = _view()
    marked = Markers(names=NAMES, strip=False)
    frame = frame_for(view, marked)
    assert view.last is not None
    unmarked = view.fork()
    unmarked.last = next(cell for cell in view.board.cells if cell != view.last)
    with_it = render(view, marked).convert("RGB")
    without = render(unmarked, marked).convert("RGB")
    (x, y), size = frame.port.corner(view.last), frame.tile
    third = size // 3
    for box in (
        (x + third, y - 4, x + 2 * third, y + 8),
        (x + third, y + size - 8, x + 2 * third, y + size + 4),
        (x - 4, y + third, x + 8, y + 2 * third),
        (x + size - 8, y + third, x + size + 4, y + 2 * third),
    ):
        assert with_it.crop(box).tobytes() == without.crop(box).tobytes()
    assert with_it.tobytes() != without.tobytes()


def _visible(tile: Tile, segment: str) -> list[tuple[str, Point]]:
    """What a figure on a segment must not cover: animals may be, and what shares a small field."""
    layout = layout_of(tile)
    small = len(layout.regions.cells(segment)) < SMALL
    found = [
        (place.segment, place.at)
        for place in layout.places
        if MARKS[place.mark].ground != Ground.MEADOW
        and not MARKS[place.mark].large
        and not (small and layout.regions.at(place.at) == segment)
    ]
    if any(segment.end == "crossing" for segment in tile.segments):
        found.append(("", layout.plan.hub))
    return found + [("", gate.at) for gate in layout.plan.gates]


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_a_figure_covers_no_mark_no_crossing_and_no_gate(tile: Tile) -> None:
    for rotation in range(4):
        view = table({(0, 0): (tile, rotation)}, 2, 0)
        for cell in STEPS:
            view.board.cells[cell] = view.board.cells[0, 0]  # neighbours, so that a figure may lean over
        for segment in tile.segments:
            if segment.kind == "river":
                continue
            design, (x, y) = figure_place(view, Figure(0, "meeple", (0, 0), segment.id))
            wide, high = half_size(design)
            for owner, point in _visible(tile, segment.id):
                if owner == segment.id and segment.kind in SITES | POSTS:
                    continue
                px, py = turn(point, rotation)
                assert abs(px - x) > wide or abs(py - y) > high, (segment.id, rotation, point)


def test_figures_on_one_tile_make_room_for_each_other() -> None:
    view = _view(60)
    for cell in view.board.cells:
        for segment, kind, _ in view.board.segments_at(cell):
            if kind in CLAIMS and view.board.number(cell, segment) not in view.figures:
                view.stand(Figure(0, "meeple", cell, segment))
    stands = {(stand.x, stand.y) for stand in standing(view)}
    for group in view.figures.values():
        x, y = figure_place(view, group[0])[1]  # which looks for the others itself
        assert len(group) == 1
        assert (group[0].cell[0] + x, group[0].cell[1] + y) in stands


@pytest.mark.parametrize("quarter", DISTRICTS)
def test_figures_in_a_quarter_stand_side_by_side_on_its_ground(quarter: str) -> None:
    left, top, right, bottom = DISTRICTS[quarter]
    spots = [quarter_spot(quarter, number) for number in range(4)]
    for (ax, ay), (bx, by) in combinations(spots, 2):
        assert max(abs(ax - bx), abs(ay - by)) > 0.3
    assert all(left < x < right and top < y < bottom for x, y in spots)


def test_every_panel_of_a_close_up_shows_the_figures_around() -> None:
    cell = (0, 1)
    laid = dict.fromkeys(((0, 0), (-1, 1), (0, 2), (5, 5)), (EVERY["base-D"], 0))
    empty = closeup(table(laid, 2, 0), "base-L", cell, range(4))
    width, height = empty.width // 2, empty.height // 2
    for at in laid:
        view = table(laid, 2, 0)
        for segment, _, _ in view.board.segments_at(at):
            view.stand(Figure(0, "meeple", at, segment))
        picture = closeup(view, "base-L", cell, range(4))
        panels = [(x, y, x + width, y + height) for x in (0, width) for y in (0, height)]
        changed = [picture.crop(box).tobytes() != empty.crop(box).tobytes() for box in panels]
        assert changed == [at != (5, 5)] * 4, at
