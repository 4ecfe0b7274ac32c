"""Amounts as options: ranges that know their length and what is in them without being spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from engine.actions import Action, Pass
from engine.expansions.bazaars.part import HIGHEST, Bid, OpenBid


class Amounts(Sequence[Action]):
    """Options that are worked out from their index."""

    __slots__ = ("high", "low", "player")

    def __init__(self, player: int, low: int, high: int) -> None:
        self.player = player
        self.low = low
        self.high = high

    def option(self, index: int) -> Action:
        """The option with this index, which is in range."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self.option(number) for number in range(len(self))[index]]
        return self.option(range(len(self))[index])


class BidRange(Amounts):
    """BAZAAR-24: a bid of every amount from low to high, and passing last."""

    __slots__ = ()

    def __len__(self) -> int:
        return self.high - self.low + 2

    def option(self, index: int) -> Action:
        """Bids in rising order, then the pass."""
        amount = self.low + index
        return Bid(self.player, amount) if amount <= self.high else Pass(self.player)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Bid):
            return action.player == self.player and self.low <= action.amount <= self.high
        return isinstance(action, Pass) and action.player == self.player


class OpeningBids(Amounts):
    """BAZAAR-23: every tile on offer with every amount."""

    __slots__ = ("tiles",)

    def __init__(self, player: int, tiles: tuple[str, ...]) -> None:
        super().__init__(player, 0, HIGHEST)
        self.tiles = tiles

    def __len__(self) -> int:
        return len(self.tiles) * (self.high + 1)

    def option(self, index: int) -> Action:
        """Tile by tile, amounts in rising order."""
        tile, amount = divmod(index, self.high + 1)
        return OpenBid(self.player, self.tiles[tile], amount)

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, OpenBid)
            and action.player == self.player
            and action.tile in self.tiles
            and self.low <= action.amount <= self.high
        )
