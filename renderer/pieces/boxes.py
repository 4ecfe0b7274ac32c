"""Which pieces stand on the board, box by box, and how figures of the core look on their segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from engine.board import SPAN
from engine.expansions import bridges, king_robber
from engine.expansions.bazaars import part as bazaars
from engine.expansions.castles import part as castles
from engine.expansions.count import city as count
from engine.expansions.princess_dragon import part as princess_dragon
from engine.geometry import Cell, adjacent
from engine.over_hill_and_dale import part as hills
from engine.state import Figure, GameState
from engine.tiles import SITES
from renderer.board.markers import Card, Piece
from renderer.geometry.carcassonne import QUARTERS, quarter_spot
from renderer.geometry.layout import layout_of
from renderer.pieces.figures import KINDS
from renderer.style.cache import Cache
from renderer.style.canvas import turn

LOOKS = {"city": "knight", "road": "robber", "trail": "traveller", "monastery": "monk", "shrine": "monk"}
LOOKS |= {"garden": "monk", "field": "farmer", "meadow": "farmer", "crop": "meeple", "carcassonne": "meeple"}
Standing = tuple[tuple[str, int | None, float, float], ...]  # kind, seat, and where on the turned tile


MOST_PLACES = 4096
LEAN = 0.14  # how near to the rim the middle of a figure may come if it can lean over
BESIDE = (0.17, 0.1)  # a figure of a site stands here from its middle, so that the building is seen
REACH = 0.34  # nearer than this a piece may cover a part of the next tile
_PlaceKey = tuple[str, str, int, str, tuple[bool, ...]]
_places: Cache[_PlaceKey, tuple[str, tuple[float, float]]] = Cache(MOST_PLACES)


def look_of(figure: Figure, kind: str) -> str:
    """How a figure looks on a segment of a kind."""
    if figure.kind == "meeple":
        return LOOKS.get(kind, "meeple")
    return figure.kind if figure.kind in KINDS else "meeple"


def within(
    at: tuple[float, float], lying: bool = False, open_sides: tuple[bool, ...] = (False,) * 4
) -> tuple[float, float]:
    """A place moved inwards until a figure stays on the table: where a neighbour lies, it may lean over."""
    wide, high = (0.235, 0.18) if lying else (0.185, 0.205)
    north, east, south, west = open_sides
    x = max(LEAN if west else wide, min(1 - LEAN if east else 1 - wide, at[0]))
    y = max(LEAN if north else high, min(1 - LEAN if south else 1.01 - high, at[1]))
    return x, y


def figure_place(view: GameState, figure: Figure) -> tuple[str, tuple[float, float]]:
    """How a figure looks and where on its tile it stands."""
    if figure.segment == SPAN:
        return look_of(figure, "road"), (0.5, 0.5)
    cells = view.board.cells
    turned = cells[figure.cell].turned
    around = tuple([near in cells for near in adjacent(figure.cell)])
    key = (turned.tile.id, figure.segment, turned.rotation, figure.kind, around)
    known = _places.get(key)
    if known is None:
        kind = turned.parts[turned.local[figure.segment]].kind
        look = look_of(figure, kind)
        x, y = turn(layout_of(turned.tile).anchors[figure.segment], turned.rotation)
        at = (x + BESIDE[0], y + BESIDE[1]) if kind in SITES else (x, y)
        known = _places.put(key, (look, within(at, look == "farmer", around)))
    return known


def standing(view: GameState, extra: Iterable[Piece] = ()) -> dict[Cell, Standing]:
    """Cell -> the figures and pieces on it or leaning onto it, from north to south."""
    found: dict[Cell, list[tuple[str, int | None, float, float]]] = {}
    cells = view.board.cells

    def stand(kind: str, seat: int | None, cell: Cell, x: float, y: float) -> None:
        for dx in (-1, 0) if x < REACH else (0, 1) if x > 1 - REACH else (0,):
            for dy in (-1, 0) if y < REACH else (0, 1) if y > 1 - REACH else (0,):
                near = (cell[0] + dx, cell[1] + dy)
                if near in cells:
                    found.setdefault(near, []).append((kind, seat, x - dx, y - dy))

    for group in view.figures.values():
        for i, figure in enumerate(group):
            look, (x, y) = figure_place(view, figure)
            shift = (i - (len(group) - 1) / 2) * 0.17
            stand(look, figure.player, figure.cell, x + shift, y)
    for piece in (*of_boxes(view), *extra):
        stand(piece.kind, piece.seat, piece.cell, *piece.at)
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


def lot_of(view: GameState) -> tuple[str, int] | None:
    """The tile that is being sold, and who bids most for it."""
    if "bazaars" not in view.parts:
        return None
    part = bazaars.PART.of(view)
    return None if part.lot is None else (part.lot, part.bidder)


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
        look = guest.figure if guest.figure in KINDS else "meeple"
        yield at_point(look, guest.player, left + x, top + y)


def _castles(view: GameState) -> Iterator[Piece]:
    for castle in castles.PART.of(view).castles:
        (ax, ay), (bx, by) = castle.cells
        x, y = (ax + bx + 1) / 2, (ay + by + 1) / 2
        yield at_point("castle", castle.owner, x, y)
        if castle.lord is not None:
            yield at_point("meeple", castle.lord.player, x + 0.3, y + 0.1)


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
