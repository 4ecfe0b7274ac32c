"""Names of cells on the frame: the same as everywhere else in the game."""

from __future__ import annotations

from engine.coordinates import cell_name, column_name, row_name
from engine.coordinates import read_cell as cell_of

__all__ = ["cell_name", "cell_of", "column_name", "row_name"]
