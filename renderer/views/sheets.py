"""Sheets beside the board: the tiles left, the final scores, and how the scores went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.state import GameState
from renderer.board.badges import plate, stamp
from renderer.geometry.face import shown
from renderer.pieces.liveries import livery
from renderer.style.palette import THEMES, blank, index_of, quantise
from renderer.style.text import fit, numeral, width, write
from renderer.tile.sprites import tile_sprite

WIDTH = 1240
GAP = 14
FRAME = 8  # around the chosen tile
LABEL = 40  # pixels below a tile, for its number


def tiles_sheet(
    counts: Sequence[tuple[str, int]],
    view: GameState,
    theme: str = "day",
    *,
    numbered: bool = False,
    chosen: int = 0,
) -> Image.Image:
    """Tiles with how many there are of each, or numbered, as those of an auction; one may be framed."""
    columns = max(1, min(len(counts), 8 if len(counts) <= 40 else 11))
    size = min(160, (WIDTH - GAP) // columns - GAP) // 4 * 4
    rows = max(1, -(-len(counts) // columns))
    step = size + GAP
    sheet = blank((columns * step + GAP, rows * (step + LABEL) + GAP), "page", theme)
    for i, (name, count) in enumerate(counts):
        x, y = GAP + i % columns * step, GAP + i // columns * (step + LABEL)
        if i + 1 == chosen:
            edge = index_of(theme, THEMES[theme]["accent"])
            sheet.paste(edge, (x - FRAME, y - FRAME, x + size + FRAME, y + size + FRAME))
        sheet.paste(tile_sprite(shown(view, name), 0, size, theme), (x, y))
        label = plate(str(i + 1) if numbered else f"\u00d7{count}", 30, theme)
        stamp(sheet, label, (x + size / 2, y + size + 6 + LABEL / 2))
    return sheet


def stacked(top: Image.Image, bottom: Image.Image) -> Image.Image:
    """Two pictures on the same palette, one above the other; the lower one is in the middle."""
    size = max(top.width, bottom.width), top.height + bottom.height
    picture = Image.new("P", size, bottom.getpixel((0, 0)))
    palette = top.getpalette()
    if palette:
        picture.putpalette(palette)
    picture.paste(top, (0, 0))
    picture.paste(bottom, ((size[0] - bottom.width) // 2, top.height))
    return picture


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
            sheet.paste(look["marked"] if not name else look["card"], (0, y, w, y + row))
        text = fit(words.get(name, name) if name else words.get("total", "\u03a3"), 30, label - 30, "regular")
        write(sheet, (18, y + row / 2), text, 30, look["text"], "bold" if not name else "regular", "lm")
        for i, seat in enumerate(order):
            value = points[seat].get(name, 0) if name else totals[seat]
            ink = look["text"] if value or not name else look["text_soft"]
            middle = label + i * column + column / 2
            write(sheet, (middle, y + row / 2), numeral(value), 36 if not name else 32, ink, anchor="mm")
    return quantise(sheet, theme)
