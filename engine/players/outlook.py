"""What is still to come, seen from one view: facts that all positions of one decision share.

Everything is read off a view: the bag is a census here, never an order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from engine.board import Board
from engine.players.survey import Survey
from engine.players.weights import DEFAULT, Weights
from engine.queries import census
from engine.state import GameState


class Outlook:
    """The unseen tiles, what they make likely, and how much of the game is left."""

    __slots__ = ("_chances", "_free", "_last", "_root", "_shapes", "share", "terms", "unseen", "weights")

    def __init__(self, view: GameState, terms: Iterable[Term] = (), weights: Weights = DEFAULT) -> None:
        self.weights = weights
        self.terms = tuple(terms)
        self.unseen = census(view)
        left = self.unseen.total()
        self.share = math.sqrt(left / (left + len(view.board.cells)))  # of the game left, as figures feel it
        self._free = {"abbot": (weights.abbot_free,), "stable": (weights.stable_free,)}
        self._shapes = [(view.rules.shapes[tile].fits, count) for tile, count in self.unseen.items()]
        self._chances: dict[int, float] = {}
        self._root = self._last = Survey(view.board, self.chance, weights)

    def chance(self, key: int) -> float:
        """How likely a cell with this key gets filled before the end."""
        known = self._chances.get(key)
        if known is None:
            fitting = sum([count for fits, count in self._shapes if fits[key]])
            known = self._chances[key] = 1 - math.exp(-self.weights.fill * fitting)
        return known

    def free(self, kind: str, count: int) -> float:
        """What so many figures in the supply are worth."""
        return sum([self.one_more(kind, held) for held in range(count)])

    def one_more(self, kind: str, held: int) -> float:
        """What a further figure is worth to somebody who holds so many: the last one is dear."""
        worth = self._free.get(kind) or self.weights.free
        return self.share * worth[held if held < len(worth) else -1]

    def survey(self, board: Board) -> Survey:
        """The survey of a board; positions that share a board share it."""
        if board is self._last.board:
            return self._last
        if board is self._root.board:
            return self._root
        self._last = self._root.grown(board) or Survey(board, self.chance, self.weights)
        return self._last

    def dwell(self, board: Board) -> None:
        """From now on most boards that are asked for are this one with a tile more."""
        self._root = self._last = Survey(board, self.chance, self.weights)


Term = Callable[[GameState, Outlook, list[float]], None]  # a box adds to each player's promise
