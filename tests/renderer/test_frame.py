"""Which cells of a board are shown, and where the cards of the players go."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.board import frame_for, render
from renderer.board.frame import LEAST, NARROW, USUAL, WIDE
from renderer.board.markers import Markers
from renderer.board.overview import overview
from renderer.board.scoreboard import player_card
from renderer.board.supply import LINE, supply_lines
from renderer.board.surface import bare_table
from renderer.style.palette import THEMES
from tests.golden.table import EVERY, NAMES, table
from tests.support.boards import random_board

BOXES = ("base", "princess_dragon", "cult", "ordinary", "bridges_castles_bazaars")
EVERYTHING = ("meeple", "abbot", "king", "robber_baron", "castle", "bridge", "apple", "wheat", "stable")


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
    assert max(frame.size) <= markers.side


def test_tiles_shrink_only_if_the_numbered_cells_need_it() -> None:
    view = _wide()
    near = Markers(cells=(((70, 0), "1"),))
    far = Markers(cells=(((70, 0), "1"), ((-1, 0), "2")))
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


@pytest.mark.parametrize("w", [NARROW, USUAL, WIDE])
def test_a_full_supply_fits_into_the_card(w: int) -> None:
    for number in range(1, len(EVERYTHING) + 1):
        counts = tuple((icon, 9) for icon in EVERYTHING[:number])
        high = 62 + LINE * len(supply_lines(counts, w))
        card = player_card(0, "Anna", 100, counts, False, (w, high), "day").convert("RGB")
        for box in ((w - 6, 56, w - 3, high - 6), (6, high - 5, w - 6, high - 3)):
            rim = card.crop(box)
            assert rim.getcolors() == [(rim.width * rim.height, THEMES["day"]["card"])], number


def test_all_cards_of_a_table_have_one_size() -> None:
    view = table(random_board(("base",), 20, 4), 3, 0)
    for figure in ("abbot", "stable", "castle", "king"):
        view.supply[1, figure] = 10
    a_row, wide, high = frame_for(view, Markers()).cards
    alone = table(random_board(("base",), 20, 4), 3, 0)
    assert (a_row, wide) == frame_for(alone, Markers()).cards[:2]
    assert high > frame_for(alone, Markers()).cards[2]


def test_a_long_name_is_shown_to_its_end() -> None:
    size = (USUAL, 108)
    cards = {
        player_card(0, name, 72, (), False, size, "day").tobytes()
        for name in ("Zoë-Marguerita", "Zoë-Marguerite")
    }
    assert len(cards) == 2


@pytest.mark.parametrize(("columns", "rows"), [(3, 9), (9, 3)])
def test_the_number_of_tiles_left_stands_beside_the_tile_to_lay(columns: int, rows: int) -> None:
    laid = {(x, y): (EVERY["pd-volcano-field"], 0) for x in range(columns) for y in range(rows)}
    view = table(laid, 3, 0)
    strip = frame_for(view, Markers()).strip
    assert strip is not None
    assert (strip[0] > 0) is (rows > columns)  # a high board has its strip beside it
    pictures = []
    for tile, left in (("base-L", 9), ("base-C", 9), ("base-L", 0)):
        shown = view.fork()
        shown.tile, shown.bag = tile, view.bag[:left]
        pictures.append(render(shown, Markers()).convert("RGB"))
    tile_box = _difference(pictures[0], pictures[1])
    bag_box = _difference(pictures[0], pictures[2])
    apart = (tile_box[2] <= bag_box[0], tile_box[3] <= bag_box[1])
    assert any(apart), (tile_box, bag_box)


def _difference(a: Image.Image, b: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(a, b).getbbox()
    assert box is not None
    return box
