"""The empty table, with the names of columns and rows written on its wood."""

from __future__ import annotations

import math
from collections.abc import Collection

from PIL import Image

from engine.coordinates import column_name, row_name
from engine.geometry import Cell
from renderer.board.frame import NAMES, Frame
from renderer.style.cache import kept
from renderer.style.palette import THEMES, blank, index_of, quantise
from renderer.style.text import width, write
from renderer.style.tokens import SIZE

EDGE = 2  # between the name of a row and the edge of the picture
Named = tuple[Image.Image, Image.Image]


def empty_table(frame: Frame, busy: Collection[Cell], theme: str) -> Image.Image:
    """The picture of a board before any tile is laid; the names keep off busy cells."""
    picture = blank(frame.size, "page", theme)
    picture.paste(index_of(theme, THEMES[theme]["table"]), (0, frame.head, frame.size[0], frame.foot))
    line = index_of(theme, THEMES[theme]["table_line"])
    for x in range(frame.origin[0] % frame.tile, frame.size[0], frame.tile):
        picture.paste(line, (x, frame.head, x + 1, frame.foot))
    for y in range(frame.origin[1], frame.foot, frame.tile):
        picture.paste(line, (0, y, frame.size[0], y + 1))
    _name_columns(picture, frame, theme)
    _name_rows(picture, frame, busy, theme)
    return picture


def _name_columns(picture: Image.Image, frame: Frame, theme: str) -> None:
    """Write the names of columns below the cells, as many as there is room for."""
    scale = frame.room.scale
    names = [column_name(frame.left + i) for i in range(frame.columns)]
    widest = max(width(name, SIZE["grid"] * scale) for name in names)
    for i in range(0, frame.columns, math.ceil((widest + 2 * scale) / frame.tile)):
        name, mask = _coordinate(names[i], SIZE["grid"] * scale, theme)
        middle = frame.origin[0] + i * frame.tile + frame.tile // 2
        top = frame.foot - (NAMES * scale + name.height) // 2
        picture.paste(name, (middle - name.width // 2, top), mask)


def _name_rows(picture: Image.Image, frame: Frame, busy: Collection[Cell], theme: str) -> None:
    """Write the name of each row at the edge where it covers no busy cell."""
    scale = frame.room.scale
    for i in range(0, frame.rows, math.ceil(SIZE["grid"] * scale / frame.tile)):
        sprite = _coordinate(row_name(frame.top + i), SIZE["grid"] * scale, theme)
        middle = frame.origin[1] + i * frame.tile + frame.tile // 2
        _write_row(picture, frame, sprite, frame.top + i, middle, busy)


def _write_row(
    picture: Image.Image, frame: Frame, sprite: Named, row: int, middle: int, busy: Collection[Cell]
) -> None:
    name, mask = sprite
    edge = EDGE * frame.room.scale
    free = frame.origin[0] >= name.width + edge
    for column, x in ((0, edge), (frame.columns - 1, frame.size[0] - name.width - edge)):
        if free or (frame.left + column, row) not in busy:
            picture.paste(name, (x, middle - name.height // 2), mask)
            return


@kept
def _coordinate(name: str, size: int, theme: str) -> Named:
    """The name of a row or column, and a mask of its letters."""
    look = THEMES[theme]
    wide = math.ceil(width(name, size))
    sprite = Image.new("RGB", (wide, size), look["table"])
    mask = Image.new("L", sprite.size)
    write(sprite, (0, size / 2), name, size, look["table_text"], anchor="lm")
    write(mask, (0, size / 2), name, size, 255, anchor="lm")
    return quantise(sprite, theme), mask.point([0] + [255] * 255)
