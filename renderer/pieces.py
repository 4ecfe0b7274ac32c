"""Which pieces stand on the board, box by box, and how figures of the core look on their segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.board import SPAN
from engine.geometry import Cell
from engine.state import Figure, GameState
from renderer.canvas import turn
from renderer.figures import KINDS
from renderer.layout import layout_of
from renderer.markers import Card, Piece
from renderer.town import QUARTERS, quarter_spot

LOOKS = {"city": "knight", "road": "robber", "trail": "robber", "monastery": "monk", "shrine": "monk"}
LOOKS |= {"garden": "monk", "field": "farmer", "meadow": "farmer", "crop": "knight", "carcassonne": "meeple"}
Standing = tuple[tuple[str, int | None, float, float], ...]  # kind, seat, and where on the turned tile
REACH = 0.21, 0.2  # how near to the rim the middle of a figure may come


MOST_PLACES = 4096
_places: dict[tuple[str, str, int, str], tuple[str, tuple[float, float]]] = {}


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


def figure_place(view: GameState, figure: Figure) -> tuple[str, tuple[float, float]]:
    """How a figure looks and where on its tile it stands."""
    if figure.segment == SPAN:
        return look_of(figure, "road"), (0.5, 0.5)
    turned = view.board.cells[figure.cell].turned
    key = (turned.tile.id, figure.segment, turned.rotation, figure.kind)
    known = _places.get(key)
    if known is None:
        at = within(turn(layout_of(turned.tile).anchors[figure.segment], turned.rotation))
        known = look_of(figure, turned.parts[turned.local[figure.segment]].kind), at
        if len(_places) >= MOST_PLACES:
            _places.clear()
        _places[key] = known
    return known


def standing(view: GameState, extra: Iterable[Piece] = ()) -> dict[Cell, Standing]:
    """Cell -> the figures and pieces on it, from north to south."""
    found: dict[Cell, list[tuple[str, int | None, float, float]]] = {}
    for group in view.figures.values():
        for i, figure in enumerate(group):
            look, (x, y) = figure_place(view, figure)
            shift = (i - (len(group) - 1) / 2) * 0.17
            found.setdefault(figure.cell, []).append((look, figure.player, x + shift, y))
    for piece in (*of_boxes(view), *extra):
        if piece.cell in view.board.cells:
            found.setdefault(piece.cell, []).append((piece.kind, piece.seat, *piece.at))
    return {cell: tuple(sorted(group, key=lambda item: item[3])) for cell, group in found.items()}


def of_boxes(view: GameState) -> Iterator[Piece]:
    """The pieces that the boxes of this table have on the board."""
    for key, pieces in PIECES.items():
        if key in view.parts:
            yield from pieces(view, view.parts[key])


def cards_of(view: GameState) -> Iterator[Card]:
    """What the boxes of this table add to the players' cards."""
    for key, cards in CARDS.items():
        if key in view.parts:
            yield from cards(view.parts[key])


def spread(kind: str, seat: int | None, x: float, y: float, half: float = 0.3) -> Iterator[Piece]:
    """A piece at a point of the table, for every cell that it may cover."""
    for column in range(math.floor(x - half), math.floor(x + half) + 1):
        for row in range(math.floor(y - half), math.floor(y + half) + 1):
            yield Piece(kind, (column, row), (x - column, y - row), seat)


# -- boxes ------------------------------------------------------------------------------------------


def _princess_dragon(view: GameState, part: Any) -> Iterator[Piece]:
    if part.dragon is not None:
        yield Piece("dragon", part.dragon, (0.5, 0.52))
    if part.fairy is not None:
        at = (0.76, 0.3)
        if part.companion is not None:
            x, y = figure_place(view, part.companion)[1]
            at = (x + 0.2 if x < 0.6 else x - 0.2, y - 0.04)
        yield Piece("fairy", part.fairy, at)


def _count(view: GameState, part: Any) -> Iterator[Piece]:
    origin = next(
        (cell for cell, placed in view.board.cells.items() if placed.turned.tile.at == (0, 0)), None
    )
    if origin is None:
        return
    if part.count is not None:
        x, y = QUARTERS[part.count]
        yield from spread("count", None, origin[0] + x, origin[1] + y)
    seen: dict[str, int] = {}
    for guest in part.guests:
        number = seen[guest.quarter] = seen.get(guest.quarter, -1) + 1
        x, y = quarter_spot(guest.quarter, number)
        look = guest.figure if guest.figure in KINDS else "meeple"
        yield from spread(look, guest.player, origin[0] + x, origin[1] + y)


def _castles(view: GameState, part: Any) -> Iterator[Piece]:
    del view
    for castle in part.castles:
        (ax, ay), (bx, by) = castle.cells
        x, y = (ax + bx + 1) / 2, (ay + by + 1) / 2
        yield from spread("castle", castle.owner, x, y)
        if castle.lord is not None:
            yield from spread("meeple", castle.lord.player, x + 0.3, y + 0.1)


def _titles(part: Any) -> Iterator[Card]:
    for title, icon in ((part.king, "king"), (part.robber, "robber_baron")):
        if title.holder is not None:
            yield Card(title.holder, icon, title.size)


def _castle_tokens(part: Any) -> Iterator[Card]:
    for seat, count in enumerate(part.tokens):
        yield Card(seat, "castle", count)


def _bridges_left(part: Any) -> Iterator[Card]:
    for seat, count in enumerate(part.left):
        yield Card(seat, "bridge", count)


def _harvest(part: Any) -> Iterator[Card]:
    for seat, held in enumerate(part.held):
        for token in sorted(set(held)):
            yield Card(seat, token, held.count(token))


# box -> the pieces that its part of the state has on the board, and what it adds to the cards
PIECES: dict[str, Callable[[GameState, Any], Iterator[Piece]]] = {
    "princess_dragon": _princess_dragon,
    "count": _count,
    "castles": _castles,
}
CARDS: dict[str, Callable[[Any], Iterator[Card]]] = {
    "king_robber": _titles,
    "castles": _castle_tokens,
    "bridges": _bridges_left,
    "over_hill_and_dale": _harvest,
}
