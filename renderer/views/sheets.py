"""Sheets beside the board: the tiles left, the final scores, and how the scores went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from engine.state import GameState
from renderer.board.badges import plate, stamp
from renderer.pieces.liveries import livery
from renderer.style.canvas import RGB
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, numeral, width, write
from renderer.tile.sprites import tile_sprite

WIDTH = 1240
GAP = 14


def tiles_sheet(
    counts: Sequence[tuple[str, int]], view: GameState, theme: str = "day", *, numbered: bool = False
) -> Image.Image:
    """Tiles with how many there are of each, or numbered, as those of an auction."""
    look = THEMES[theme]
    columns = max(1, min(len(counts), 8 if len(counts) <= 40 else 11))
    size = min(160, (WIDTH - GAP) // columns - GAP) // 4 * 4
    rows = max(1, -(-len(counts) // columns))
    step = size + GAP
    sheet = Image.new("RGB", (columns * step + GAP, rows * (step + 10) + GAP), look["page"])
    sheet = quantise(sheet, theme)
    for i, (name, count) in enumerate(counts):
        x, y = GAP + i % columns * step, GAP + i // columns * (step + 10)
        sheet.paste(tile_sprite(view.rules.shapes[name].tile, 0, size, theme), (x, y))
        sprite = plate(str(i + 1) if numbered else f"\u00d7{count}", 30, theme)
        stamp(sheet, sprite, (x + size - sprite[0].width / 2 + 4, y + size - 8))
    return sheet


def score_sheet(
    names: Sequence[str],
    categories: Sequence[str],
    points: Sequence[Mapping[str, int]],
    theme: str = "day",
    words: Mapping[str, str] | None = None,
) -> Image.Image:
    """A table of points by player and category, the winner first; `words` translates the categories."""
    look = THEMES[theme]
    words = words or {}
    totals = [sum(row.values()) for row in points]
    order = sorted(range(len(names)), key=lambda seat: -totals[seat])
    row, head = 58, 64
    shown = [name for name in categories if any(entry.get(name) for entry in points)]
    longest = max((width(words.get(name, name), 30, "regular") for name in shown), default=0)
    label = max(330, min(460, round(longest) + 36))
    column = min(270, (WIDTH - label) // max(1, len(names)))
    w, h = label + column * len(order) + GAP, head + row * (len(shown) + 1) + GAP
    sheet = Image.new("RGB", (w, h), look["page"])
    for i, seat in enumerate(order):
        dress = livery(seat)
        left = label + i * column
        sheet.paste(dress.colour, (left + 6, 8, left + column - 6, head - 4))
        name = fit(names[seat], 24, column - 52)
        write(sheet, (left + 14, head / 2 + 2), dress.mark, 30, dress.ink, anchor="lm")
        write(sheet, (left + 46, head / 2 + 2), name, 24, dress.ink, anchor="lm")
    for line, name in enumerate((*shown, "")):
        y = head + line * row
        if line % 2 == 0 or not name:
            sheet.paste(look["turn"] if not name else look["card"], (0, y, w, y + row))
        text = fit(words.get(name, name) if name else words.get("total", "\u03a3"), 30, label - 30, "regular")
        write(sheet, (18, y + row / 2), text, 30, look["text"], "bold" if not name else "regular", "lm")
        for i, seat in enumerate(order):
            value = points[seat].get(name, 0) if name else totals[seat]
            ink = look["text"] if value or not name else look["text_soft"]
            middle = label + i * column + column / 2
            write(sheet, (middle, y + row / 2), numeral(value), 36 if not name else 32, ink, anchor="mm")
    return quantise(sheet, theme)


def score_chart(names: Sequence[str], history: Sequence[Sequence[int]], theme: str = "day") -> Image.Image:
    """The course of the scores: one line for each player, marked with its letter."""
    look = THEMES[theme]
    w, h, left, bottom, right, top = WIDTH, 700, 84, 60, 250, 30
    big = 2
    picture = Image.new("RGB", (w * big, h * big), look["page"])
    draw = ImageDraw.Draw(picture)
    high = max(10, max((max(row) for row in history), default=10))
    step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 500, 1000) if high / s <= 8)
    low = min(0, min((min(row) for row in history), default=0))
    turns = max(1, len(history) - 1)

    def spot(turn: int, value: float) -> tuple[float, float]:
        x = left + (w - left - right) * turn / turns
        y = h - bottom - (h - bottom - top) * (value - low) / (high - low)
        return x * big, y * big

    for value in range(0, high + 1, step):
        draw.line((*spot(0, value), *spot(turns, value)), fill=look["page_edge"], width=3)
    for seat in range(len(names)):
        line = [spot(turn, row[seat]) for turn, row in enumerate(history)]
        for colour, thick in ((look["text"], 17), (livery(seat).colour, 11)):
            draw.line(line, fill=colour, width=thick, joint="curve")
    picture = picture.reduce(big)
    for value in range(0, high + 1, step):
        write(picture, (left - 12, spot(0, value)[1] / big), str(value), 28, look["text"], anchor="rm")
    every = max(1, -(-turns // 10))
    for turn in range(0, turns + 1, every):
        write(picture, (spot(turn, 0)[0] / big, h - 26), str(turn), 28, look["text_soft"], anchor="mm")
    heights = [spot(0, value)[1] / big for value in history[-1]]
    _name_lines(picture, names, history[-1], (spot(turns, 0)[0] / big, heights), look["text"])
    return quantise(picture, theme)


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
