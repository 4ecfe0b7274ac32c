"""The course of the scores: one line for each player over the tiles laid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer.pieces.liveries import livery
from renderer.style.canvas import RGB, Point
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, numeral, width, write

WIDTH, HEIGHT = 1240, 700
LEFT, RIGHT, TOP, BOTTOM = 92, 260, 30, 70  # margins
BIG = 2  # lines are drawn at this scale and brought down
STEPS = (5, 10, 20, 25, 50, 100, 200, 500, 1000)  # of points between two lines of the grid
DASH = 12.0  # pixels of a player's colour where lines coincide


class Axes:
    """Where turns and points lie on the picture."""

    def __init__(self, history: Sequence[Sequence[int]]) -> None:
        values = [value for row in history for value in row]
        self.step = next((s for s in STEPS if max(10, *values) / s <= 8), STEPS[-1])
        self.high = -(-max(10, *values) // self.step) * self.step
        self.low = min(0, min(values)) // self.step * self.step
        self.turns = max(1, len(history) - 1)

    def spot(self, turn: float, value: float) -> Point:
        """A turn and a number of points in pixels."""
        x = LEFT + (WIDTH - LEFT - RIGHT) * turn / self.turns
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - self.low) / (self.high - self.low)
        return x, y


def score_chart(names: Sequence[str], history: Sequence[Sequence[int]], theme: str = "day") -> Image.Image:
    """Draw the scores of all players after each tile."""
    look, axes = THEMES[theme], Axes(history)
    picture = Image.new("RGB", (WIDTH * BIG, HEIGHT * BIG), look["page"])
    draw = ImageDraw.Draw(picture)
    _draw_grid(draw, axes, look["page_edge"], look["text"])
    lines = [[axes.spot(turn, row[seat]) for turn, row in enumerate(history)] for seat in range(len(names))]
    for seat, line in enumerate(lines):
        for colour, thick in ((look["text"], 8), (livery(seat).colour, 5)):
            _draw_line(draw, line, colour, thick)
    for seat, line in enumerate(lines):
        _draw_dashes(draw, line, seat, len(lines))
    picture = picture.reduce(BIG)
    _write_numbers(picture, axes, look["text"])
    heights = [axes.spot(0, value)[1] for value in history[-1]]
    _name_lines(picture, names, history[-1], (axes.spot(axes.turns, 0)[0], heights), look["text"])
    return quantise(picture, theme)


def _draw_line(draw: ImageDraw.ImageDraw, line: Sequence[Point], colour: RGB, thick: float) -> None:
    points = [(x * BIG, y * BIG) for x, y in line]
    draw.line(points, fill=colour, width=round(thick * BIG), joint="curve")


def _draw_dashes(draw: ImageDraw.ImageDraw, line: Sequence[Point], seat: int, players: int) -> None:
    """Repeat parts of a line, so that lines that coincide show all their colours in turn."""
    start = LEFT + seat * DASH
    while start < line[-1][0]:
        _draw_line(draw, _part(line, start, start + DASH), livery(seat).colour, 5)
        start += players * DASH


def _part(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line between two columns of pixels."""
    out = []
    for (ax, ay), (bx, by) in pairwise(line):
        if ax < end and bx > start:
            ends = max(ax, start), min(bx, end)
            out += [(x, ay + (by - ay) * (x - ax) / (bx - ax)) for x in ends]
    return out


def _draw_grid(draw: ImageDraw.ImageDraw, axes: Axes, pale: RGB, ink: RGB) -> None:
    for value in range(axes.low, axes.high + 1, axes.step):
        _draw_line(draw, [axes.spot(0, value), axes.spot(axes.turns, value)], pale, 1.5)
    for turn in _marked_turns(axes):
        x, y = axes.spot(turn, axes.low)
        _draw_line(draw, [(x, y), (x, y + 8)], ink, 2)
    _draw_line(draw, [axes.spot(0, axes.high), axes.spot(0, axes.low)], ink, 3)
    _draw_line(draw, [axes.spot(0, 0), axes.spot(axes.turns, 0)], ink, 3)
    _draw_line(draw, [axes.spot(0, axes.low), axes.spot(axes.turns, axes.low)], ink, 3)


def _marked_turns(axes: Axes) -> range:
    every = next((s for s in (1, 2, *STEPS) if axes.turns / s <= 10), STEPS[-1])
    return range(0, axes.turns + 1, every)


def _write_numbers(picture: Image.Image, axes: Axes, ink: RGB) -> None:
    for value in range(axes.low, axes.high + 1, axes.step):
        write(picture, (LEFT - 12, axes.spot(0, value)[1]), numeral(value), 28, ink, anchor="rm")
    for turn in _marked_turns(axes):
        write(picture, (axes.spot(turn, 0)[0], HEIGHT - BOTTOM + 30), str(turn), 28, ink, anchor="mm")


def _name_lines(
    picture: Image.Image,
    names: Sequence[str],
    scores: Sequence[int],
    ends: tuple[float, Sequence[float]],
    ink: RGB,
) -> None:
    """Write each name beside the end of its line, one below the other."""
    x, heights = ends
    y = -99.0
    for seat in sorted(range(len(names)), key=lambda seat: -scores[seat]):
        y = max(y + 44, heights[seat])
        dress = livery(seat)
        box = (round(x) + 14, round(y) - 19, round(x) + 52, round(y) + 19)
        picture.paste((24, 20, 22), box)
        picture.paste(dress.colour, (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
        write(picture, (x + 33, y), dress.mark, 26, dress.ink, anchor="mm")
        score = f"{numeral(scores[seat])} "
        write(picture, (x + 60, y), score, 28, ink, anchor="lm")
        room = picture.width - x - 66 - width(score, 28)
        write(picture, (x + 60 + width(score, 28), y), fit(names[seat], 24, room), 24, ink, "regular", "lm")
