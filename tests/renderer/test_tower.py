"""The Tower: its foundations, towers, prisoners, and roads over cities."""

from __future__ import annotations

import pytest

from engine.expansions.tower.part import FLOORS
from engine.tiles import POSTS, load
from renderer.geometry.layout import layout_of
from renderer.pieces.boxes import Card, cards_of, of_boxes
from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import figure_sprite
from renderer.pieces.liveries import livery
from renderer.pieces.standing import standing
from renderer.pieces.tower_shapes import MOST_FLOORS
from renderer.style.canvas import turn
from renderer.style.palette import THEMES
from renderer.tile.sprites import tile_sprite
from tests.replays.runner import run

TILES = {tile.id: tile for tile in load("tower").tiles}
TABLE = run(
    {
        "boxes": ["inns_cathedrals", "tower"],
        "board": ["to-field-garden 0,1 r0 A:tower", "to-cap 0,-1 r2", "base-U 1,0 r0 B:r1"],
        "towers": {"0,1": 3, "0,-1": 12},
        "floors": {"A": 4},
        "prisoners": ["A holds B's meeple", "A holds B's meeple", "B holds A's large"],
        "stack": ["base-U"],
    }
).state


def test_a_road_over_a_city_is_seen_from_edge_to_edge() -> None:
    """TO-05: the city goes on below it."""
    for size in (96, 240):
        picture = tile_sprite(TILES["to-through-over-road"], 0, size).convert("RGB")
        for row in range(size // 20, size, size // 8):
            shown = picture.getpixel((size // 2 + 1, row))
            assert shown in {THEMES["day"][name] for name in ("road", "road_mark")}, (size, row, shown)


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_every_foundation_is_drawn_where_its_figure_stands(tile) -> None:  # type: ignore[no-untyped-def]
    """TO-01: a dark hole on every tile; roads that end at a tower lead there."""
    (post,) = [segment.id for segment in tile.segments if segment.kind in POSTS]
    x, y = layout_of(tile).anchors[post]
    picture = tile_sprite(tile, 0, 240).convert("RGB")
    assert picture.getpixel((round(x * 240), round(y * 240 + 4))) == THEMES["day"]["rock_dark"]
    for segment in tile.segments:
        if segment.end_at == post:
            assert layout_of(tile).plan.lines[segment.id][0][-1] == pytest.approx((x, y))


def test_every_tower_that_can_be_built_has_its_number() -> None:
    """TO-02, TO-10."""
    assert max(players * floors for players, floors in FLOORS.items()) == MOST_FLOORS
    sprites = {figure_sprite(f"tower_{height}", None, 96).tobytes() for height in range(1, MOST_FLOORS + 1)}
    assert len(sprites) == MOST_FLOORS


def test_a_figure_stands_behind_the_battlements() -> None:
    stands = standing(TABLE)
    figure = next(stand for stand in stands if stand.design == "meeple")
    tower = next(stand for stand in stands if stand.design == "tower_3")
    x, y = turn(layout_of(TILES["to-field-garden"]).anchors["t1"], 0)
    assert (figure.x, tower.x) == (x, x)
    assert figure.y < tower.y < 1 + y
    assert stands.index(figure) < stands.index(tower)
    assert {piece.kind for piece in of_boxes(TABLE)} == {"tower_3", "tower_12"}


def test_floors_and_prisoners_stand_on_the_cards_of_those_who_hold_them() -> None:
    """TO-57."""
    assert list(cards_of(TABLE)) == [
        Card(0, "floor", 4),
        Card(1, "floor", 10),
        Card(0, "captive_meeple_1", 2),
        Card(1, "captive_large_0", 1),
    ]


@pytest.mark.parametrize("figure", ["meeple", "large", "abbot"])
def test_a_prisoner_has_the_colour_of_its_owner(figure: str) -> None:
    for seat in range(6):
        picture = figure_sprite(f"captive_{figure}_{seat}", None, 192)
        colours = {colour: count for count, colour in picture.getcolors(picture.width * picture.height) or []}
        solid = sum(count for colour, count in colours.items() if colour[3] == 255)
        assert colours[*livery(seat).colour, 255] > solid // 10
    assert not DESIGNS[f"captive_{figure}_0"].owned
