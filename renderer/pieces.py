"""Which pieces stand on the board, box by box, and how figures of the core look on their segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from engine.board import SPAN
from engine.expansions import bridges, king_robber
from engine.expansions.castles import part as castles
from engine.expansions.count import city as count
from engine.expansions.princess_dragon import part as princess_dragon
from engine.geometry import Cell
from engine.over_hill_and_dale import part as hills
from engine.state import Figure, GameState
from renderer.cache import Cache
from renderer.canvas import turn
from renderer.figures import KINDS
from renderer.layout import layout_of
from renderer.markers import Card, Piece
from renderer.town import QUARTERS, quarter_spot

LOOKS = {"city": "knight", "road": "robber", "trail": "traveller", "monastery": "monk", "shrine": "monk"}
LOOKS |= {"garden": "monk", "field": "farmer", "meadow": "farmer", "crop": "meeple", "carcassonne": "meeple"}
Standing = tuple[tuple[str, int | None, float, float], ...]  # kind, seat, and where on the turned tile


MOST_PLACES = 4096
_places: Cache[tuple[str, str, int, str], tuple[str, tuple[float, float]]] = Cache(MOST_PLACES)


def look_of(figure: Figure, kind: str) -> str:
    """How a figure looks on a segment of a kind."""
    if figure.kind == "meeple":
        return LOOKS.get(kind, "meeple")
    return figure.kind if figure.kind in KINDS else "meeple"


def within(at: tuple[float, float], lying: bool = False) -> tuple[float, float]:
    """A place moved inwards until a figure stays on its own tile."""
    wide, high = (0.235, 0.18) if lying else (0.185, 0.205)
    return min(1 - wide, max(wide, at[0])), min(1.01 - high, max(high, at[1]))


def figure_place(view: GameState, figure: Figure) -> tuple[str, tuple[float, float]]:
    """How a figure looks and where on its tile it stands."""
    if figure.segment == SPAN:
        return look_of(figure, "road"), (0.5, 0.5)
    turned = view.board.cells[figure.cell].turned
    key = (turned.tile.id, figure.segment, turned.rotation, figure.kind)
    known = _places.get(key)
    if known is None:
        look = look_of(figure, turned.parts[turned.local[figure.segment]].kind)
        at = turn(layout_of(turned.tile).anchors[figure.segment], turned.rotation)
        known = _places.put(key, (look, within(at, look == "farmer")))
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
            yield from pieces(view)


def cards_of(view: GameState) -> Iterator[Card]:
    """What the boxes of this table add to the players' cards."""
    for key, cards in CARDS.items():
        if key in view.parts:
            yield from cards(view)


def spread(kind: str, seat: int | None, x: float, y: float, half: float = 0.4) -> Iterator[Piece]:
    """A piece at a point of the table, for every cell that it may cover."""
    for column in range(math.floor(x - half), math.floor(x + half) + 1):
        for row in range(math.floor(y - half), math.floor(y + half) + 1):
            yield Piece(kind, (column, row), (x - column, y - row), seat)


# -- boxes ------------------------------------------------------------------------------------------


def _nothing(view: GameState) -> Iterator[Piece]:
    """A box whose pieces are figures, spans, or nothing."""
    del view
    yield from ()


def _princess_dragon(view: GameState) -> Iterator[Piece]:
    part = princess_dragon.PART.of(view)
    if part.dragon is not None:
        yield Piece("dragon", part.dragon, (0.5, 0.52))
    if part.fairy is not None:
        at = (0.76, 0.3)
        if part.companion is not None:
            x, y = figure_place(view, part.companion)[1]
            at = (x + 0.2 if x < 0.6 else x - 0.2, y - 0.04)
        yield Piece("fairy", part.fairy, at)


def _count(view: GameState) -> Iterator[Piece]:
    part = count.PART.of(view)
    corner = (cell for cell, placed in view.board.cells.items() if placed.turned.tile.at == (0, 0))
    left, top = next(corner, (0, 0))
    if part.count is not None:
        x, y = QUARTERS[part.count]
        yield from spread("count", None, left + x, top + y)
    seen: dict[str, int] = {}
    for guest in part.guests:
        number = seen[guest.quarter] = seen.get(guest.quarter, -1) + 1
        x, y = quarter_spot(guest.quarter, number)
        look = guest.figure if guest.figure in KINDS else "meeple"
        yield from spread(look, guest.player, left + x, top + y)


def _castles(view: GameState) -> Iterator[Piece]:
    for castle in castles.PART.of(view).castles:
        (ax, ay), (bx, by) = castle.cells
        x, y = (ax + bx + 1) / 2, (ay + by + 1) / 2
        yield from spread("castle", castle.owner, x, y)
        if castle.lord is not None:
            yield from spread("meeple", castle.lord.player, x + 0.3, y + 0.1)


def _titles(view: GameState) -> Iterator[Card]:
    part = king_robber.PART.of(view)
    for title, icon in ((part.king, "king"), (part.robber, "robber_baron")):
        if title.holder is not None:
            yield Card(title.holder, icon, title.size)


def _castle_tokens(view: GameState) -> Iterator[Card]:
    for seat, number in enumerate(castles.PART.of(view).tokens):
        yield Card(seat, "castle", number)


def _bridges_left(view: GameState) -> Iterator[Card]:
    for seat, number in enumerate(bridges.PART.of(view).left):
        yield Card(seat, "bridge", number)


def _harvest(view: GameState) -> Iterator[Card]:
    for seat, held in enumerate(hills.PART.of(view).held):
        for token in sorted(set(held)):
            yield Card(seat, token, held.count(token))


# box -> the pieces that it has on the board: every box has a row
PIECES: dict[str, Callable[[GameState], Iterator[Piece]]] = {
    "river": _nothing,
    "river2": _nothing,
    "abbot": _nothing,
    "king_robber": _nothing,
    "cult": _nothing,
    "count": _count,
    "princess_dragon": _princess_dragon,
    "bridges": _nothing,
    "castles": _castles,
    "bazaars": _nothing,
    "over_hill_and_dale": _nothing,
}
# box -> what it adds to the players' cards
CARDS: dict[str, Callable[[GameState], Iterator[Card]]] = {
    "king_robber": _titles,
    "castles": _castle_tokens,
    "bridges": _bridges_left,
    "over_hill_and_dale": _harvest,
}
