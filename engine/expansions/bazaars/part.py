"""The state of a bazaar, what players choose in it, and what happens."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action
from engine.events import Event
from engine.frozen import frozen
from engine.ruleset import Part

HIGHEST = 999  # BAZAAR-10


@frozen
class OpenBid(Action):
    """BAZAAR-23: put a tile up for auction and name the first bid."""

    verb: ClassVar[str] = "open"
    tile: str
    amount: int


@frozen
class Bid(Action):
    """BAZAAR-24: bid more than the highest bid."""

    verb: ClassVar[str] = "bid"
    amount: int


@frozen
class Buy(Action):
    """BAZAAR-25: pay the highest bid to its bidder and take the tile."""

    verb: ClassVar[str] = "buy"


@frozen
class Sell(Action):
    """BAZAAR-25: leave the tile to the highest bidder for the bid."""

    verb: ClassVar[str] = "sell"


@frozen
class PickTile(Action):
    """BAZAAR-26: take one of the tiles free."""

    verb: ClassVar[str] = "pick"
    tile: str


@frozen
class BazaarOpened(Event):
    """BAZAAR-04: these tiles were drawn and lie open."""

    tiles: tuple[str, ...]


@frozen
class BidMade(Event):
    """A bid for a tile; the first one is the auctioneer's."""

    player: int
    tile: str
    amount: int


@frozen
class TileTaken(Event):
    """A tile of the bazaar has an owner, who paid so much to a player, or to the supply (None)."""

    player: int
    tile: str
    price: int
    paid_to: int | None


@frozen
class BazaarPart:
    """BAZAAR-22: everything of a bazaar is open."""

    called: bool = False  # a bazaar tile was laid in this turn
    offer: tuple[str, ...] = ()  # tiles without an owner
    auctioneer: int | None = None  # None: no auction is going on
    lot: str | None = None  # the tile of the offer that is being sold
    amount: int = 0  # the highest bid for it
    bidder: int = 0  # who made it
    waiting: tuple[int, ...] = ()  # who may still raise
    owned: tuple[tuple[int, str], ...] = ()  # tiles still to be played, with their owners
    queue: tuple[int, ...] | None = None  # who still has to play a tile; None: no bazaar is going on
    bought: bool = False  # the tile in hand is one of its tiles


PART = Part("bazaars", BazaarPart)
