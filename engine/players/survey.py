"""What a board promises, feature by feature, for any owner."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from engine.board import Board
from engine.expansions.inns_cathedrals import MARKS
from engine.features import Feature
from engine.geometry import Cell, adjacent, opposite, ring
from engine.players.weights import Weights
from engine.scoring import PER_SHIELD, PER_TILE
from engine.tiles import AREAS

SITE_REACH = 2  # a new tile changes what sites up to so many cells away may hope for
Chance = Callable[[int], float]  # frontier key -> how likely such a cell gets filled


class Joint(NamedTuple):
    """Two segments that face the same empty cell, and how likely a tile there joins them."""

    one: int
    two: int
    chance: float


class Survey:
    """Chances and promises of one board, each worked out when first asked.

    The survey of a board with one tile more takes from its parent all that the tile does not change.
    """

    __slots__ = (
        "_chance",
        "_closing",
        "_faces",
        "_first",
        "_likeliest",
        "_new",
        "_openings",
        "_promises",
        "_shown",
        "_symbols",
        "_weights",
        "_zero",
        "beside",
        "board",
        "cell",
        "cities",
        "fields",
        "joints",
        "parent",
        "stables",
        "touched",
    )

    def __init__(
        self,
        board: Board,
        chance: Chance,
        weights: Weights,
        parent: Survey | None = None,
        *,
        zero: bool = True,
    ) -> None:
        self.board = board
        self._zero = zero  # IC-08, 15: an incomplete feature with an inn or a cathedral is worth nothing
        self._chance = chance
        self._weights = weights
        self._closing: dict[int, float] = {}
        self._promises: dict[int, float] = {}
        self._symbols: set[int] | None = None  # segments that show one
        self._likeliest: dict[int, float] = {}
        self._shown: dict[int, int] = {}  # symbols
        self.fields: dict[int, float] = {}  # what fields promise, for those who work it out
        self.beside: dict[int, set[int]] = {}  # the cities of those fields
        self.cities: dict[int, float] = {}  # what cities promise to a field beside them, likewise
        self.stables: dict[Cell, float] = {}  # and stables
        self.joints: dict[Cell, list[Joint]] | None = None  # without those that the parent has
        self.parent = parent
        self._new: dict[int, list[Cell]] = {}  # openings of the tile that the parent lacks
        self.touched: set[int] | None = None  # features that it changes, by their old and new ids
        if parent is None:
            self._openings, self._faces = _scan(board)
            self._first = len(board.features.label)
        else:
            self._openings, self._faces = parent._openings, parent._faces
            self._grow()

    def grown(self, board: Board) -> Survey | None:
        """The survey of this board with one tile more; None if the other board is not that."""
        mine = self.board
        if self.parent is not None or len(board.cells) != len(mine.cells) + 1 or board.spans != mine.spans:
            return None
        before = next(islice(reversed(board.cells), 1, None), None)
        if before is None or board.cells[before] is not mine.cells.get(before):
            return None  # a board of another line of play, as large by chance
        return Survey(board, self._chance, self._weights, self, zero=self._zero)

    def _grow(self) -> None:
        board = self.board
        self.cell = cell = next(reversed(board.cells))  # where the tile lies that the parent lacks
        placed = board.cells[cell]
        self._first = first = placed.first
        label = board.features.label
        old = self.parent.board.features.label if self.parent else label
        touched = set(label[first:])
        touched.update([old[number] for number in self._faces.get(cell, ())])
        self.touched = touched
        for side, near in enumerate(adjacent(cell)):
            if near not in board.cells:
                local = placed.turned.rim[side]
                if local >= 0:
                    self._new.setdefault(first + local, []).append(near)
                for number in self._faces.get(near, ()):
                    touched.add(label[number])

    def near(self, cell: Cell) -> bool:
        """Whether the tile that the parent lacks changes what a site on this cell may hope for."""
        x, y = self.cell
        return abs(cell[0] - x) <= SITE_REACH and abs(cell[1] - y) <= SITE_REACH

    def open_cells(self, feature: Feature) -> set[Cell]:
        """The empty cells that the open edges of a road or city face."""
        frontier, old, new, first = self.board.frontier, self._openings, self._new, self._first
        found: set[Cell] = set()
        for number in feature.segments:
            for cell in (new if number >= first else old).get(number, ()):
                if cell in frontier:
                    found.add(cell)
        return found

    def cities_beside(self, field: int) -> set[int]:
        """The cities of a field whose promise was worked out; raises KeyError if it was not."""
        if self.parent is None or field in self.beside:
            return self.beside[field]
        return self.parent.beside[field]

    def symbols(self, found: int) -> int:
        """How many harvest symbols a feature shows."""
        known = self._shown.get(found)
        if known is None:
            if self.parent is not None and self.touched is not None and found not in self.touched:
                return self.parent.symbols(found)
            owner = self.parent or self
            if owner._symbols is None:
                owner._symbols = {
                    number
                    for number, (_, part) in owner.board.origins().items()
                    if part is not None and part.segment.symbol is not None
                }
            segments, first = self.board.features.by_id[found].segments, self._first
            known = sum([number in owner._symbols for number in segments if number < first])
            if self.parent is not None:
                parts = self.board.cells[self.cell].turned.parts
                new = [number - first for number in segments if first <= number < first + len(parts)]
                known += sum([parts[local].segment.symbol is not None for local in new])
            self._shown[found] = known
        return known

    def closing(self, found: int) -> float:
        """How likely a road or city is completed: every cell that it faces must be filled."""
        known = self._closing.get(found)
        if known is None:
            if self.parent is not None and self.touched is not None and found not in self.touched:
                return self.parent.closing(found)
            frontier, chance = self.board.frontier, self._chance
            known = 1.0
            cells = self.open_cells(self.board.features.by_id[found])
            for cell in cells:
                known *= chance(frontier[cell])
            joint = self._weights.joint
            if joint and len(cells) > 1:
                known **= len(cells) ** joint
            self._closing[found] = known
        return known

    def likeliest(self, found: int) -> float:
        """How likely the best of the empty cells that a road or city faces gets filled."""
        known = self._likeliest.get(found)
        if known is None:
            if self.parent is not None and self.touched is not None and found not in self.touched:
                return self.parent.likeliest(found)
            frontier, cells = self.board.frontier, self.open_cells(self.board.features.by_id[found])
            known = max([self._chance(frontier[cell]) for cell in cells], default=0.0)
            self._likeliest[found] = known
        return known

    def promise(self, found: int) -> float:
        """What a road or city may be expected to give to each owner."""
        known = self._promises.get(found)
        if known is None:
            if self.parent is not None and self.touched is not None and found not in self.touched:
                return self.parent.promise(found)
            feature = self.board.features.by_id[found]
            done, now = points(feature, complete=True), points(feature, complete=False, zero=self._zero)
            chance = self.closing(found)
            known = now + chance * (done - now)
            if feature.open:
                weights = self._weights
                known += chance * (weights.growth if feature.kind in AREAS else weights.growth_line)
            self._promises[found] = known
        return known

    def site(self, found: int, cell: Cell) -> tuple[float, float]:
        """What a monastery or the like may be expected to give, and how likely it is completed."""
        if self.parent is not None and not self.near(cell):
            return self.parent.site(found, cell)
        known = self._promises.get(found)
        if known is None:
            board, chance = self.board, self._chance
            frontier, cells = board.frontier, board.cells
            known = 9.0 - board.features.by_id[found].open
            likely = 1.0
            for near in ring(cell):
                if near not in cells:
                    filled = chance(frontier.get(near, 0))
                    known += self._weights.site_fill * filled
                    likely *= filled
            self._promises[found] = known
            self._closing[found] = likely
        return known, self._closing[found]


def points(feature: Feature, complete: bool, *, zero: bool = True) -> int:
    """What a road or city is worth, complete or not, with its inn or cathedral."""
    late = 0 if complete else 1
    usual = feature.size * PER_TILE[feature.kind][late] + feature.shields * PER_SHIELD[late]
    if not feature.marks or MARKS.get(feature.kind) not in feature.marks:
        return usual
    if complete:
        return usual + feature.size + feature.shields  # IC-07, 14
    return 0 if zero else usual


def _scan(board: Board) -> tuple[dict[int, list[Cell]], dict[Cell, list[int]]]:
    """Segment number -> the empty cells that its open edges face; and cell -> those segments."""
    cells, spans = board.cells, board.spans
    openings: dict[int, list[Cell]] = {}
    faces: dict[Cell, list[int]] = {}
    for cell in board.frontier:
        facing = faces[cell] = []
        for side, near in enumerate(adjacent(cell)):
            placed = cells.get(near)
            if placed is None:
                continue
            shown = opposite(side)
            local = placed.turned.rim[shown]
            if spans and near in spans and shown in spans[near].sides:
                number = spans[near].number
            elif local >= 0:
                number = placed.first + local
            else:
                continue
            openings.setdefault(number, []).append(cell)
            facing.append(number)
    return openings, faces
