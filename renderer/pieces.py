"""Which pieces stand on the board, box by box, and how figures of the core look on their segments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.board import SPAN
from engine.geometry import Cell
from engine.state import Figure, GameState
from renderer.canvas import turn
from renderer.figures import KINDS
from renderer.layout import layout_of
from renderer.markers import Piece

LOOKS = {"city": "knight", "road": "robber", "trail": "robber", "monastery": "monk", "shrine": "monk"}
LOOKS |= {"garden": "monk", "field": "farmer", "meadow": "farmer", "crop": "knight", "carcassonne": "meeple"}
REACH = 0.21, 0.2  # how near to the rim the middle of a figure may come


def look_of(figure: Figure, kind: str) -> str:
    """How a figure looks on a segment of a kind."""
    if figure.kind == "meeple":
        return LOOKS.get(kind, "meeple")
    return figure.kind if figure.kind in KINDS else "meeple"


def within(at: tuple[float, float]) -> tuple[float, float]:
    """A place moved inwards until a figure stays on its own tile."""
    return (
        min(1 - REACH[0], max(REACH[0], at[0])),
        min(1 - REACH[1], max(REACH[1], at[1])),
    )


def standing(view: GameState) -> dict[Cell, tuple[tuple[str, int | None, float, float], ...]]:
    """Cell -> the figures and pieces on it: kind, seat, and where on the turned tile."""
    found: dict[Cell, list[tuple[str, int | None, float, float]]] = {}
    cells = view.board.cells
    for group in view.figures.values():
        for i, figure in enumerate(group):
            placed = cells[figure.cell]
            if figure.segment == SPAN:
                at, kind = (0.5, 0.5), "road"
            else:
                layout = layout_of(placed.turned.tile)
                at = turn(layout.anchors[figure.segment], placed.turned.rotation)
                kind = placed.turned.parts[placed.turned.local[figure.segment]].kind
            x, y = within(at)
            shift = (i - (len(group) - 1) / 2) * 0.17
            found.setdefault(figure.cell, []).append((look_of(figure, kind), figure.player, x + shift, y))
    for piece in of_boxes(view):
        found.setdefault(piece.cell, []).append((piece.kind, piece.seat, *piece.at))
    return {cell: tuple(sorted(group, key=lambda item: item[3])) for cell, group in found.items()}


def of_boxes(view: GameState) -> Iterable[Piece]:
    """The pieces that the boxes of this table have on the board."""
    for key, pieces in PIECES.items():
        if key in view.parts:
            yield from pieces(view.parts[key])


def _none(part: Any) -> Iterable[Piece]:
    """A box without pieces of its own on tiles."""
    del part
    return ()


# box -> the pieces that its part of the state has on the board
PIECES: dict[str, Callable[[Any], Iterable[Piece]]] = {"base": _none}
