"""Names of cells for people: a column's letters and a row's number, the same for the whole game.

The start tile is M20, so that on nearly every board columns run from A to Z and rows begin at 1. Beyond
Z come AA, AB, ...; before A come ZZ, ZY, ...; rows may reach zero and below.
"""

from __future__ import annotations

import re

from engine.geometry import Cell

ORIGIN = (12, 20)  # the column (A is 0) and the row of the start tile
_COLUMNS = 26 + 26 * 26
_CELL = re.compile(r"([A-Za-z]{1,2})(-?\d{1,3})")


def column_name(x: int) -> str:
    """The letters of a column."""
    index = (x + ORIGIN[0]) % _COLUMNS
    if index < 26:
        return chr(ord("A") + index)
    high, low = divmod(index - 26, 26)
    return chr(ord("A") + high) + chr(ord("A") + low)


def row_name(y: int) -> str:
    """The number of a row."""
    return str(y + ORIGIN[1])


def cell_name(cell: Cell) -> str:
    """The name of a cell: M20 is the start tile."""
    return column_name(cell[0]) + row_name(cell[1])


def read_cell(name: str) -> Cell | None:
    """The cell of a name, or None if it is no name."""
    match = _CELL.fullmatch(name)
    if match is None:
        return None
    index = 0
    for letter in match[1].upper():
        index = index * 26 + ord(letter) - ord("A") + 1
    index -= 1
    x = index - ORIGIN[0]
    if x > _COLUMNS // 2:
        x -= _COLUMNS
    return x, int(match[2]) - ORIGIN[1]
