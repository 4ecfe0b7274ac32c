"""Which cells of a board are shown, how large, and what stands above and below them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.board import frame_for, render
from renderer.board.foot import LINE, RIM, foot_height, supply_column, supply_lines
from renderer.board.frame import HIGH, LEAST, WIDE
from renderer.board.head import head_height, seat_chip
from renderer.board.markers import Markers
from renderer.board.overview import overview
from renderer.board.surface import bare_table
from renderer.style.palette import THEMES
from tests.golden.table import EVERY, NAMES, table
from tests.support.boards import random_board

BOXES = ("base", "princess_dragon", "cult", "ordinary", "bridges_castles_bazaars")
EVERYTHING = ("meeple", "abbot", "king", "robber_baron", "castle", "bridge", "apple", "wheat", "stable")
COLUMNS = 64, 97, 130, 196  # widths of six, four, three and two columns of a foot


def _wide() -> GameState:
    return table({(x, 0): (EVERY["base-U"], 0) for x in range(70)}, 2, 0)


def _numbered(view: GameState) -> Markers:
    cells = tuple((cell, str(i + 1)) for i, cell in enumerate(view.board.frontier))
    return Markers(names=NAMES, cells=cells)


@pytest.mark.parametrize("count", [40, 90, 150, 200])
def test_every_numbered_cell_is_on_the_picture(count: int) -> None:
    view = table(random_board(BOXES, count, 4), 5, 12)
    markers = _numbered(view)
    frame = frame_for(view, markers)
    assert all(frame.shows(cell) for cell, _ in markers.cells)
    assert frame.size[0] == WIDE * markers.scale
    assert frame.size[1] <= HIGH * markers.scale


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_board_goes_from_edge_to_edge(scale: int) -> None:
    frame = frame_for(table(random_board(("base",), 60, 4), 2, 0), Markers(scale=scale))
    assert frame.columns * frame.tile > frame.size[0] - (6 + frame.columns) * scale
    assert frame.tile % scale == 0
    assert frame.head == head_height(2) * scale


def test_tiles_shrink_only_if_the_numbered_cells_need_it() -> None:
    view = _wide()
    near = Markers(cells=(((70, 0), "1"),), scale=1)
    far = Markers(cells=(((70, 0), "1"), ((-1, 0), "2")), scale=1)
    assert frame_for(view, near).tile == LEAST
    assert frame_for(view, far).tile < LEAST
    assert frame_for(view, far).shows((-1, 0))


def test_a_finished_board_is_shown_as_a_whole() -> None:
    view = _wide()
    assert frame_for(view, Markers()).cropped
    view.over = True
    frame = frame_for(view, Markers())
    assert not frame.cropped
    assert all(frame.shows(cell) for cell in view.board.cells)


@pytest.mark.parametrize("room", [1, 3, 9])
def test_the_overview_covers_no_tile_and_no_number(room: int) -> None:
    view = table({(x, y): (EVERY["base-U"], 0) for x in range(60) for y in range(0, 2 * room, room)}, 2, 0)
    marked: list[Cell] = [(60, 0), (57, -1)]
    markers = Markers(cells=tuple((cell, "1") for cell in marked))
    frame = frame_for(view, markers)
    assert frame.cropped
    on = bare_table(frame.size, frame.port, "day")
    before, image = on.image.convert("RGB"), on.image
    overview(on, view, frame, marked)
    for cell in (*view.board.cells, *marked):
        if frame.shows(cell):
            box = frame.port.box(cell)
            assert image.convert("RGB").crop(box).tobytes() == before.crop(box).tobytes()


def test_the_names_of_rows_keep_off_tiles() -> None:
    view = table(
        {(x, y): (EVERY["base-U"], 0) for x in range(12) for y in range(3) if (x, y) != (11, 1)}, 2, 0
    )
    markers = Markers(strip=False, last=(5, 0))
    frame, picture = frame_for(view, markers), render(view, markers).convert("RGB")
    for cell in view.board.cells:
        left, top, right, bottom = frame.port.box(cell)
        inner = picture.crop((left + 12, top + 12, right - 12, bottom - 12))
        assert THEMES["day"]["table_text"] not in {colour for _, colour in inner.getcolors(1 << 16) or ()}
    left, top, right, bottom = frame.port.box((11, 1))
    shown = picture.crop((left, top, picture.width, bottom)).getcolors(1 << 16) or ()
    assert THEMES["day"]["table_text"] in {colour for _, colour in shown}


@pytest.mark.parametrize("wide", COLUMNS)
def test_a_full_supply_fits_into_its_column(wide: int) -> None:
    for number in range(1, len(EVERYTHING) + 1):
        counts = tuple((icon, 9) for icon in EVERYTHING[:number])
        high = len(supply_lines(counts, wide)) * LINE + 2 * RIM
        column = supply_column(0, counts, False, (wide, high), 2, "day").convert("RGB")
        for box in (
            (column.width - 3, 20, column.width, column.height - 20),
            (40, column.height - 2, 90, column.height),
        ):
            rim = column.crop(box)
            assert rim.getcolors() == [(rim.width * rim.height, THEMES["day"]["card"])], number


def test_what_a_seat_has_none_of_is_pale() -> None:
    some, none = (
        supply_column(0, (("meeple", count),), False, (130, 34), 2, "day").convert("RGB") for count in (1, 0)
    )
    red = (208, 40, 30)
    assert red in {colour for _, colour in some.crop((12, 0, 70, 68)).getcolors(1 << 16) or ()}
    assert red not in {colour for _, colour in none.crop((12, 0, 70, 68)).getcolors(1 << 16) or ()}


def test_the_foot_is_low_while_supplies_fit_side_by_side() -> None:
    assert foot_height(((("meeple", 7),),) * 6) == 40
    assert foot_height(((("meeple", 7), ("abbot", 1)),) * 3) == 40
    assert foot_height((tuple((icon, 1) for icon in EVERYTHING),) * 2) < 80


def test_a_long_name_is_shown_to_its_end() -> None:
    chips = {
        seat_chip(0, name, 72, False, (135, 30), 3, "day").tobytes()
        for name in ("Zoë-Marguerita", "Zoë-Marguerite")
    }
    assert len(chips) == 2


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_head_shows_the_tile_the_words_and_the_chips_apart(players: int) -> None:
    view = table({(0, 0): (EVERY["base-D"], 0)}, players, 0)
    usual = Markers(names=NAMES, title="A", note="9")
    first = render(view, usual).convert("RGB")
    boxes = []
    for change in ("tile", "title", "note", "score"):
        shown, markers = view.fork(), usual
        if change == "tile":
            shown.tile = "base-C"
        elif change == "score":
            shown.scores = [score + 100 for score in view.scores]
        else:
            markers = Markers(
                names=NAMES, title="A" + "B" * (change == "title"), note="9" + "0" * (change == "note")
            )
        boxes.append(_difference(first, render(shown, markers).convert("RGB")))
    tile, title, note, chips = boxes
    assert tile[2] - tile[0] >= 80 * 3  # as much as two tiles differ in
    assert tile[2] < min(title[0], note[0], chips[0])
    assert title[3] < note[1]
    assert note[3] < chips[1]
    assert chips[3] <= head_height(players) * 3


def _difference(a: Image.Image, b: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(a, b).getbbox()
    assert box is not None
    return box
