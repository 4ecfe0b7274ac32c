"""Everything that stands on the board: figures, pieces of the boxes, and pieces that a caller adds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from engine.geometry import Cell
from engine.state import GameState
from renderer.pieces.boxes import Piece, of_boxes
from renderer.pieces.places import figure_place, half_size

HALO = 0.04  # around a piece, in tiles
SIDE_BY_SIDE = 0.17  # between figures on one segment, in tiles


class Stand(NamedTuple):
    """A piece and where its middle stands on the board, in cells."""

    design: str
    seat: int | None
    x: float
    y: float

    @property
    def cell(self) -> Cell:
        """The cell that its middle stands on."""
        return math.floor(self.x), math.floor(self.y)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the piece with its halo, in cells."""
        wide, high = (half + HALO for half in half_size(self.design))
        return self.x - wide, self.y - high, self.x + wide, self.y + high


def standing(view: GameState, extra: Iterable[Piece] = ()) -> list[Stand]:
    """All pieces on the board, from north to south."""
    found = []
    taken: dict[Cell, tuple[str, ...]] = {}  # segments, by their cells
    for figure in view.all_figures():
        taken[figure.cell] = (*taken.get(figure.cell, ()), figure.segment)
    for group in view.figures.values():
        for i, figure in enumerate(group):
            design, (x, y) = figure_place(view, figure, taken[figure.cell])
            shift = (i - (len(group) - 1) / 2) * SIDE_BY_SIDE
            found.append(Stand(design, figure.player, figure.cell[0] + x + shift, figure.cell[1] + y))
    pieces = (*of_boxes(view), *extra)
    found += [Stand(p.kind, p.seat, p.cell[0] + p.at[0], p.cell[1] + p.at[1]) for p in pieces]
    return sorted(found, key=lambda stand: stand.y)
