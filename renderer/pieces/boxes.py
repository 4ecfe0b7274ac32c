"""What the boxes add to a picture: pieces on the board, lines on the players' cards, a tile for sale."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.expansions import bridges, king_robber
from engine.expansions.bazaars import part as bazaars
from engine.expansions.castles import part as castles
from engine.expansions.count import city as count
from engine.expansions.princess_dragon import part as princess_dragon
from engine.expansions.tower import part as tower
from engine.expansions.traders_builders import part as traders_builders
from engine.geometry import Cell
from engine.over_hill_and_dale import part as hills
from engine.state import GameState
from renderer.geometry.carcassonne import QUARTERS, quarter_spot
from renderer.pieces.designs import DESIGNS
from renderer.pieces.places import figure_place, tower_place


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a tile: its kind, its owner, its cell, and where on the turned tile."""

    kind: str  # a row of DESIGNS
    cell: Cell
    at: tuple[float, float] = (0.5, 0.5)
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A line of a player's card beyond the core: an icon and a count."""

    seat: int
    icon: str  # a row of DESIGNS
    count: int


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


def lot_of(view: GameState) -> tuple[str, int] | None:
    """The tile that is being sold, and who bids most for it."""
    found = (lot(view) for key, lot in LOTS.items() if key in view.parts)
    return next((lot for lot in found if lot is not None), None)


def at_point(kind: str, seat: int | None, x: float, y: float) -> Piece:
    """A piece at a point of the table."""
    cell = math.floor(x), math.floor(y)
    return Piece(kind, cell, (x - cell[0], y - cell[1]), seat)


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
        yield at_point("count", None, left + x, top + y)
    seen: dict[str, int] = {}
    for guest in part.guests:
        number = seen[guest.quarter] = seen.get(guest.quarter, -1) + 1
        x, y = quarter_spot(guest.quarter, number)
        yield at_point(guest.figure, guest.player, left + x, top + y)


def _castles(view: GameState) -> Iterator[Piece]:
    for castle in castles.PART.of(view).castles:
        (ax, ay), (bx, by) = castle.cells
        x, y = (ax + bx + 1) / 2, (ay + by + 1) / 2
        yield at_point("castle", castle.owner, x, y)
        if castle.lord is not None:
            yield at_point(castle.lord.kind, castle.lord.player, x + 0.3, y + 0.1)


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


def _goods(view: GameState) -> Iterator[Card]:
    for seat, held in enumerate(traders_builders.PART.of(view).goods):
        for kind, number in zip(traders_builders.GOODS, held, strict=True):
            if number:
                yield Card(seat, kind, number)


def _towers(view: GameState) -> Iterator[Piece]:
    for cell, height in tower.PART.of(view).heights:
        x, y = tower_place(view.board.cells[cell].turned)
        yield Piece(f"tower_{height}", cell, (x, y - 0.05))


def _floors_and_prisoners(view: GameState) -> Iterator[Card]:
    part = tower.PART.of(view)
    for seat, number in enumerate(part.floors):
        yield Card(seat, "floor", number)
    for prisoner, number in Counter(part.prisoners).items():
        yield Card(prisoner.captor, f"captive_{prisoner.figure}_{prisoner.owner}", number)


def _lot(view: GameState) -> tuple[str, int] | None:
    part = bazaars.PART.of(view)
    return None if part.lot is None else (part.lot, part.bidder)


# box -> the pieces that it has on the board: every box has a row
PIECES: dict[str, Callable[[GameState], Iterator[Piece]]] = {
    "base": _nothing,
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
    "inns_cathedrals": _nothing,
    "traders_builders": _nothing,
    "tower": _towers,
    "over_hill_and_dale": _nothing,
}
# box -> what it adds to the players' cards
CARDS: dict[str, Callable[[GameState], Iterator[Card]]] = {
    "king_robber": _titles,
    "castles": _castle_tokens,
    "bridges": _bridges_left,
    "traders_builders": _goods,
    "tower": _floors_and_prisoners,
    "over_hill_and_dale": _harvest,
}
# box -> the tile that it sells, and who bids most for it
LOTS: dict[str, Callable[[GameState], tuple[str, int] | None]] = {
    "bazaars": _lot,
}
# box -> the pieces that it brings beside its figures
DESIGNS_OF: dict[str, tuple[str, ...]] = {
    "base": (),
    "river": (),
    "river2": (),
    "abbot": (),
    "king_robber": ("king", "robber_baron"),
    "cult": (),
    "count": ("count",),
    "princess_dragon": ("dragon", "fairy"),
    "bridges": ("bridge",),
    "castles": ("castle",),
    "bazaars": (),
    "inns_cathedrals": (),
    "traders_builders": traders_builders.GOODS,
    "tower": tuple(name for name in DESIGNS if name.startswith(("floor", "tower_", "captive_"))),
    "over_hill_and_dale": (*dict.fromkeys(hills.TOKENS), hills.FACE_DOWN),
}
