"""The empty table: its frame with the names of columns and rows."""

from __future__ import annotations

import math

from PIL import Image

from engine.coordinates import column_name, row_name
from renderer.board.frame import BAND, RIM, Frame
from renderer.style.cache import kept
from renderer.style.palette import THEMES, blank, index_of, quantise
from renderer.style.text import width, write

LETTERS = 28  # pixels; the height of a name


def empty_table(frame: Frame, theme: str) -> Image.Image:
    """The picture of a board before any tile is laid."""
    look = THEMES[theme]
    edge, table, line = (index_of(theme, look[name]) for name in ("page_edge", "table", "table_line"))
    picture = blank(frame.size, "page", theme)
    right, bottom = BAND + frame.columns * frame.tile, BAND + frame.rows * frame.tile
    picture.paste(edge, (0, 0, right + RIM, bottom + RIM))
    picture.paste(table, (BAND, BAND, right, bottom))
    for x in range(BAND + frame.tile, right, frame.tile):
        picture.paste(line, (x, BAND, x + 1, bottom))
    for y in range(BAND + frame.tile, bottom, frame.tile):
        picture.paste(line, (BAND, y, right, y + 1))
    _name_lines(picture, frame, theme)
    return picture


def _name_lines(picture: Image.Image, frame: Frame, theme: str) -> None:
    """Write the names of columns and rows at the rim, as many as there is room for."""
    half = frame.tile // 2
    columns = {i: column_name(frame.left + i) for i in range(frame.columns)}
    widest = max(width(name, LETTERS) for name in columns.values())
    for i in range(0, frame.columns, math.ceil((widest + 6) / frame.tile)):
        _stamp(picture, BAND + i * frame.tile + half, BAND // 2 + 1, columns[i], LETTERS, theme)
    for i in range(0, frame.rows, math.ceil(LETTERS / frame.tile)):
        size = LETTERS if frame.top + i < 79 else 24
        _stamp(picture, BAND // 2, BAND + i * frame.tile + half, row_name(frame.top + i), size, theme)


def _stamp(picture: Image.Image, x: int, y: int, name: str, size: int, theme: str) -> None:
    sprite, mask = _coordinate(name, size, theme)
    picture.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), mask)


@kept
def _coordinate(name: str, size: int, theme: str) -> tuple[Image.Image, Image.Image]:
    """The name of a row or column, and a mask of its letters."""
    look = THEMES[theme]
    half = math.ceil(width(name, size) / 2) + 2
    sprite = Image.new("RGB", (2 * half, 2 * size), look["page_edge"])
    mask = Image.new("L", sprite.size)
    write(sprite, (half, size), name, size, look["text"], anchor="mm")
    write(mask, (half, size), name, size, 255, anchor="mm")
    return quantise(sprite, theme), mask.point([0] + [255] * 255)
