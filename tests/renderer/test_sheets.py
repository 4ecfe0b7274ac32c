"""Sheets and charts beside the board."""

from __future__ import annotations

from PIL import Image

from engine.game import new_game
from engine.setup import agree
from renderer.geometry.face import shown
from renderer.pieces.liveries import livery
from renderer.style.palette import THEMES
from renderer.tile.sprites import tile_sprite
from renderer.views.chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, score_chart
from renderer.views.sheets import GAP, tiles_sheet


def _plot(history: list[list[int]]) -> Image.Image:
    """The lines of a chart, without names."""
    chart = score_chart([f"player {seat}" for seat in range(len(history[0]))], history).convert("RGB")
    return chart.crop((LEFT + 4, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM - 4))


def _pixels(picture: Image.Image, seat: int) -> int:
    found = picture.getcolors(9999) or ()
    return sum(count for count, colour in found if colour == livery(seat).colour)


def test_lines_that_coincide_show_all_their_colours() -> None:
    plot = _plot([[turn] * 3 for turn in range(40)])
    shares = [_pixels(plot, seat) for seat in range(3)]
    assert min(shares) > 0.2 * sum(shares)


def test_a_line_apart_has_one_colour() -> None:
    plot = _plot([[0, 3 * turn] for turn in range(40)])
    upper = plot.crop((plot.width // 4, 0, plot.width, plot.height // 2))
    assert _pixels(upper, 1) > 500
    assert _pixels(upper, 0) == 0


def test_a_chart_has_both_axes() -> None:
    chart = score_chart(("Anna", "Boris"), [[0, -4], [20, 8], [30, 31]]).convert("RGB")
    ink = THEMES["day"]["text"]
    upright = [chart.getpixel((LEFT, y)) for y in range(TOP + 2, HEIGHT - BOTTOM - 2)]
    level = [chart.getpixel((x, HEIGHT - BOTTOM)) for x in range(LEFT + 2, WIDTH - RIGHT - 2)]
    assert upright.count(ink) > 0.95 * len(upright)
    assert level.count(ink) > 0.95 * len(level)


def test_the_numbers_of_a_sheet_stand_below_its_tiles() -> None:
    view = new_game(agree(2, seed="census")).state
    names = [*view.rules.shapes][:3]
    for numbered in (False, True):
        sheet = tiles_sheet([(name, 4) for name in names], view, numbered=numbered)
        size = 160
        for i, name in enumerate(names):
            x = GAP + i * (size + GAP)
            tile = tile_sprite(shown(view, name), 0, size)
            assert sheet.crop((x, GAP, x + size, GAP + size)).tobytes() == tile.tobytes()
