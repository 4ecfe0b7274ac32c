"""The board picture: its size, what it shows, and that it never changes what it is given."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from engine.coordinates import cell_name, read_cell
from engine.expansions.bazaars.part import BazaarPart
from engine.game import new_game
from engine.setup import agree
from engine.state import Figure, GameState
from renderer.board.badges import place_ground
from renderer.board.board import frame_for, render
from renderer.board.frame import HIGH, WIDE
from renderer.board.markers import Markers
from renderer.geometry.layout import anchor
from renderer.pieces.boxes import Piece
from renderer.pieces.liveries import contrast, livery
from renderer.pieces.places import figure_place
from renderer.style.cache import PICTURES
from renderer.style.palette import THEMES, palette_image
from renderer.style.png import png
from tests.golden.table import EVERY, NAMES, table
from tests.support.boards import random_board
from tools.bench.renderer import figures, growing


def _view(count: int = 30, players: int = 3) -> GameState:
    return table(random_board(("base",), count, 3), players, 8)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [1, 20, 72])
def test_a_picture_keeps_to_its_size_and_bytes(count: int, players: int) -> None:
    image = render(_view(count, players), Markers(names=NAMES))
    assert image.width == 3 * WIDE
    assert image.height <= 3 * HIGH
    assert image.mode == "P"
    assert image.getpalette() == palette_image("day").getpalette()
    assert len(png(image)) <= 300 * 1024


def test_a_view_gives_the_same_bytes_with_and_without_caches() -> None:
    views = growing(4)
    markers = Markers(names=NAMES)
    warm = [png(render(view, markers)) for view in views]
    fresh = []
    for view in views:
        PICTURES.clear()
        fresh.append(png(render(view, markers)))
    assert warm == fresh


def test_a_caller_may_draw_on_the_picture() -> None:
    view = _view()
    first = render(view, Markers(names=NAMES))
    untouched = first.tobytes()
    first.paste(3, (0, 0, *first.size))
    assert render(view, Markers(names=NAMES)).tobytes() == untouched


def test_a_figure_that_left_is_not_drawn() -> None:
    view = _view()
    figure = next(iter(view.all_figures()))
    with_it = render(view, Markers(names=NAMES, strip=False))
    later = view.fork()
    later.take(figure)
    without = render(later, Markers(names=NAMES, strip=False))
    box = ImageChops.difference(with_it.convert("RGB"), without.convert("RGB")).getbbox()
    assert box is not None
    frame = frame_for(view, Markers(strip=False))
    x, y = frame.port.corner(figure.cell)
    lean = frame.tile * 0.4  # a figure may lean onto the next tile
    assert x - lean <= box[0]
    assert y - lean <= box[1]
    assert box[2] <= x + frame.tile + lean
    assert box[3] <= y + frame.tile + lean


def test_markers_change_only_their_cells() -> None:
    view = _view()
    free = next(iter(view.board.frontier))
    first, second = (Markers(strip=False, cells=((free, text),)) for text in "78")
    bare, marked = (render(view, markers).convert("RGB") for markers in (first, second))
    frame = frame_for(view, first)
    box = ImageChops.difference(bare, marked).getbbox()
    assert box is not None
    x, y = frame.port.corner(free)
    assert box[0] >= x
    assert box[1] >= y
    assert box[2] <= x + frame.tile
    assert box[3] <= y + frame.tile


def test_a_place_without_a_number_is_a_small_dot() -> None:
    view = table({(0, 0): (EVERY["pd-volcano-field"], 0)}, 2, 0)
    markers = Markers(strip=False, dots=((0, 1),))
    frame = frame_for(view, markers)
    assert frame.shows((0, 1))
    cell = render(view, markers).convert("RGB").crop(frame.port.box((0, 1)))
    gold = [(n, colour) for n, colour in cell.getcolors(1 << 16) or () if colour == THEMES["day"]["place"]]
    assert 0.01 < gold[0][0] / (cell.width * cell.height) < 0.05
    assert cell.getpixel((frame.tile // 2, frame.tile // 2)) == THEMES["day"]["place"]


@pytest.mark.parametrize("seat", range(6))
def test_the_tile_laid_last_has_brackets_in_the_colour_of_its_seat(seat: int) -> None:
    view = table({(0, 0): (EVERY["pd-volcano-field"], 0)}, 2, 0)
    markers = Markers(strip=False, mover=seat)
    x, y = frame_for(view, markers).port.corner((0, 0))
    corner = render(view, markers).convert("RGB").crop((x - 12, y - 12, x + 12, y + 12))
    colours = {colour for _, colour in corner.getcolors(1 << 16) or ()}
    assert livery(seat).colour in colours
    assert any(min(colour) > 240 for colour in colours)


def test_the_tile_for_sale_is_shown() -> None:
    state = new_game(agree(3, ("bazaars",), seed="lot")).state.fork()
    state.tile = None
    pictures = []
    for lot, bidder in ((None, 0), ("base-B", 0), ("base-C", 0), ("base-C", 1)):
        state.parts["bazaars"] = BazaarPart(lot=lot, bidder=bidder)
        pictures.append(render(state, Markers(names=NAMES)).tobytes())
    assert len(set(pictures)) == 4


def test_pieces_of_boxes_stand_on_their_cells() -> None:
    view = _view()
    cell = list(view.board.cells)[5]
    bare = render(view, Markers(names=NAMES))
    for kind in ("dragon", "fairy", "count", "castle"):
        with_piece = render(view, Markers(names=NAMES, pieces=(Piece(kind, cell),)))
        assert with_piece.tobytes() != bare.tobytes()


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_numerals_can_be_read(theme: str) -> None:
    assert contrast(THEMES[theme]["place_text"], place_ground(theme)) >= 4.5
    for ground in ("marked", "card"):
        assert contrast(THEMES[theme]["text"], THEMES[theme][ground]) >= 4.5


def test_names_of_cells_are_unique_and_can_be_read_back() -> None:
    cells = [(x, y) for x in range(-80, 81) for y in (-25, -1, 0, 60)]
    names = {cell_name(cell) for cell in cells}
    assert len(names) == len(cells)
    assert all(read_cell(cell_name(cell)) == cell for cell in cells)
    assert cell_name((0, 0)) == "M20"
    assert read_cell("no cell") is None


def test_a_board_is_a_small_file() -> None:
    assert figures()["kilobytes"] < 300  # how long it takes, the bench measures


def test_several_figures_on_a_segment_stand_side_by_side() -> None:
    view = _view()
    figure = next(iter(view.all_figures()))
    one = render(view, Markers(names=NAMES, strip=False))
    view.stand(Figure((figure.player + 1) % 3, "meeple", figure.cell, figure.segment))
    two = render(view, Markers(names=NAMES, strip=False))
    assert one.tobytes() != two.tobytes()


@pytest.mark.parametrize("rotation", range(4))
def test_a_monk_stands_beside_its_building(rotation: int) -> None:
    view = table({(0, 0): (EVERY["base-B"], rotation)}, 2, 0)
    monk = Figure(0, "meeple", (0, 0), "m1")
    x, y = figure_place(view, monk)[1]
    left, top = anchor(EVERY["base-B"], "m1", rotation)
    assert abs(x - left) > 0.2
    assert y - top > 0.05
