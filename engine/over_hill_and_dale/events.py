"""What can happen in this game alone."""

from __future__ import annotations

from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell


@frozen
class TokensShared(Event):
    """OHD-23: a field has several owners, who take its tokens in this order."""

    feature: int
    tokens: tuple[str, ...]
    pickers: tuple[int, ...]


@frozen
class TokensTaken(Event):
    """OHD-22: a player took tokens, for all to see; from now on they lie face down."""

    player: int
    tokens: tuple[str, ...]
    feature: int


@frozen
class JourneyMade(Event):
    """OHD-14: a traveller moved; `way` are the cells it entered, the last one its new place."""

    player: int
    cell: Cell
    segment: str
    way: tuple[Cell, ...]
    to_segment: str
