"""What is still to come, seen from one view: facts that all positions of one decision share.

Everything is read off a view: the bag is a census here, never an order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import accumulate

from engine.board import Board
from engine.features import Feature
from engine.players.survey import Survey
from engine.players.weights import DEFAULT, Weights
from engine.queries import census
from engine.state import GameState
from engine.turned import Shape

Slots = tuple[int, ...]  # of a tile's rim: see engine.turned


class Outlook:
    """The unseen tiles, what they make likely, and how much of the game is left."""

    __slots__ = (
        "_chances",
        "_counts",
        "_joining",
        "_last",
        "_root",
        "_rules",
        "_shapes",
        "_sums",
        "_zero",
        "gains",
        "quick",
        "share",
        "special",
        "steady",
        "terms",
        "unseen",
        "weights",
        "whole",
    )

    def __init__(
        self,
        view: GameState,
        terms: Iterable[Term] = (),
        steady: Iterable[Term] = (),
        weights: Weights = DEFAULT,
        everywhere: Iterable[Term] = (),
    ) -> None:
        self.weights = weights
        self.terms = tuple(terms)  # of boxes: each makes a look dearer
        self.steady = tuple(steady)  # terms that a tile alone hardly changes: a quick look leaves them out
        self.quick = (*everywhere, *self.terms)
        self.whole = (*self.quick, *self.steady)
        self.unseen = census(view)
        left = self.unseen.total()
        self.share = math.sqrt(left / (left + len(view.board.cells)))  # of the game left, as figures feel it
        self.special = {
            "abbot": self.share * weights.abbot_free,
            "stable": self.share * weights.stable_free,
            "large": self.share * weights.large_free,
            "builder": self.share * weights.builder_free,
            "pig": self.share * weights.pig_free,
        }
        self._sums = [0.0, *accumulate([self.share * worth for worth in weights.free])]
        self._shapes = [(view.rules.shapes[tile], count) for tile, count in self.unseen.items()]
        self._chances: dict[int, float] = {}
        self._joining: dict[tuple[int, Slots, Slots], float] = {}
        self._counts: dict[str, int] = {}
        self.gains: dict[
            tuple[int, int, str], float
        ] = {}  # of tiles on a market, for those who work them out
        self._rules = view.rules
        self._zero = view.rules.options.get("inn_cathedral_final") != "normal"
        self._root = self._last = Survey(view.board, self.chance, weights, zero=self._zero)

    def chance(self, key: int) -> float:
        """How likely a cell with this key gets filled before the end."""
        known = self._chances.get(key)
        if known is None:
            fitting = sum([count for shape, count in self._shapes if key in shape.fits])
            known = self._chances[key] = self._likely(fitting)
        return known

    def joining(self, key: int, one: Slots, two: Slots) -> float:
        """How likely a tile on a cell with this key joins what touches these slots of its rim with those."""
        name = key, one, two
        known = self._joining.get(name)
        if known is None:
            fitting = sum([count for shape, count in self._shapes if _can_join(shape, key, one, two)])
            known = self._joining[name] = self._likely(fitting)
        return known

    def _likely(self, fitting: int) -> float:
        return 1 - math.exp(-self.weights.fill * fitting**self.weights.power)

    def meeples(self, count: float) -> float:
        """What so many free meeples are worth, those expected back among them: the last ones are dear."""
        whole = int(count)
        sums = self._sums
        if whole >= len(sums) - 1:
            return sums[-1]
        return sums[whole] + (count - whole) * (sums[whole + 1] - sums[whole])

    def symbols(self, symbol: str) -> int:
        """How many unseen tiles show a symbol."""
        known = self._counts.get(symbol)
        if known is None:
            tile = self._rules.tile
            shown = [count for name, count in self.unseen.items() if symbol in tile(name).symbols]
            known = self._counts[symbol] = sum(shown)
        return known

    def completed(self, board: Board, kind: str) -> int:
        """How many features of a kind are complete, counted once and then with each tile more."""
        return self._tally(board, kind, lambda feature: feature.kind == kind)

    def marked(self, board: Board, mark: str) -> int:
        """How often complete cities show a mark."""
        return self._tally(board, mark, lambda feature: feature.kind == "city" and feature.marks.count(mark))

    def _tally(self, board: Board, name: str, count: Callable[[Feature], int]) -> int:
        """A sum over all complete features; those of the root are counted once."""
        by_id = board.features.by_id
        root = self._root.board
        known = self._counts.get(name)
        if known is None:
            known = sum([count(feature) for feature in root.features.by_id.values() if not feature.open])
            self._counts[name] = known
        if board is root or not board.closed:
            return known
        return known + sum([count(by_id[found]) for found in board.closed])

    def survey(self, board: Board) -> Survey:
        """The survey of a board; positions that share a board share it."""
        if board is self._last.board:
            return self._last
        if board is self._root.board:
            return self._root
        self._last = self._root.grown(board) or Survey(board, self.chance, self.weights, zero=self._zero)
        return self._last

    def dwell(self, board: Board) -> None:
        """From now on most boards that are asked for are this one with a tile more."""
        if board is not self._root.board:
            self._root = self._last = Survey(board, self.chance, self.weights, zero=self._zero)
            self._counts.clear()


def _can_join(shape: Shape, key: int, one: Slots, two: Slots) -> bool:
    rims = [shape.turns[rotation].rim for rotation in shape.fits.get(key, ())]
    return any(not {rim[slot] for slot in one}.isdisjoint([rim[slot] for slot in two]) for rim in rims)


Term = Callable[[GameState, Outlook, list[float]], None]  # a box adds to each player's promise
