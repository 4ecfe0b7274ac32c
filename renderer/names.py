"""Names of cells on the frame: a letter for the column, a number for the row; the start tile is M20.

Names never change as the board grows. Columns go on with two letters: east of Z comes AA, west of A comes ZZ.
"""

from __future__ import annotations

import re

from engine.geometry import Cell

START_COLUMN = 12  # M
START_ROW = 20
_NAME = re.compile(r"([A-Z]{1,2})(-?\d{1,3})")


def column_name(x: int) -> str:
    """The letters of a column."""
    place = x + START_COLUMN
    if 0 <= place < 26:
        return chr(65 + place)
    place = place - 26 if place > 0 else 26 * 26 + place
    return chr(65 + place // 26 % 26) + chr(65 + place % 26)


def row_name(y: int) -> str:
    """The number of a row."""
    return str(y + START_ROW)


def cell_name(cell: Cell) -> str:
    """The name of a cell, such as C4."""
    return column_name(cell[0]) + row_name(cell[1])


def cell_of(name: str) -> Cell | None:
    """The cell of a name, or None if it is none."""
    match = _NAME.fullmatch(name.strip().upper())
    if match is None:
        return None
    letters, row = match.groups()
    if len(letters) == 1:
        place = ord(letters) - 65
    else:
        place = (ord(letters[0]) - 65) * 26 + ord(letters[1]) - 65
        place = place + 26 if place < 13 * 26 else place - 26 * 26
    return place - START_COLUMN, int(row) - START_ROW
