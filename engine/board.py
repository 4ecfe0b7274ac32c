"""The board: laid tiles, the frontier of empty cells with what they require, and the features on it all."""

from __future__ import annotations

from engine.features import Feature, Features
from engine.frozen import frozen
from engine.geometry import Cell, adjacent, around, opposite, ring
from engine.tiles import Segment
from engine.turned import BITS, EDGE_CODES, SIDE_MASK, TilePart, Turned

SPAN = "bridge"  # the segment id of a road that was built over a tile
SPAN_PART = TilePart("road", 2, 2, 0, (), Segment(SPAN, "road"))


@frozen
class Placed:
    """A tile on the board; its segments are numbered from ``first``."""

    turned: Turned
    first: int


@frozen
class BridgeSpan:
    """A straight piece of road built over a tile, from one edge to the opposite one."""

    axis: int  # 0: north-south, 1: west-east
    number: int  # of its segment
    after: int  # how many tiles lay when it was built

    @property
    def sides(self) -> tuple[int, int]:
        """The two sides that it joins."""
        return self.axis, self.axis + 2


class Board:
    """Everything that lies on the table. Changed only by laying tiles and building spans.

    `sites`, `posts` and `spans` grow seldom: boards share them, and one that adds to them makes its own.
    """

    __slots__ = ("cells", "closed", "features", "frontier", "posts", "sites", "spans")

    def __init__(
        self,
        cells: dict[Cell, Placed],
        frontier: dict[Cell, int],
        features: Features,
        sites: dict[Cell, tuple[int, ...]],
        posts: dict[Cell, int],
        spans: dict[Cell, BridgeSpan],
        closed: tuple[int, ...],
    ) -> None:
        self.cells = cells  # in the order laid
        self.frontier = frontier  # empty cell -> for each side what a tile must show there, BITS a side
        self.features = features
        self.sites = sites  # cell -> numbers of the segments that complete with their eight neighbours
        self.posts = posts  # cell -> number of the segment on which a figure stands for nothing
        self.spans = spans
        self.closed = closed  # TURN-06: the features that the last placement completed

    @classmethod
    def empty(cls) -> Board:
        """A bare table."""
        return cls({}, {}, Features([], {}), {}, {}, {}, ())

    def fork(self) -> Board:
        """A copy that may be changed."""
        new = Board.__new__(Board)
        new.cells = self.cells.copy()
        new.frontier = self.frontier.copy()
        new.features = self.features.fork()
        new.sites = self.sites
        new.posts = self.posts
        new.spans = self.spans
        new.closed = self.closed
        return new

    def place(self, turned: Turned, cell: Cell) -> None:
        """Lay a tile and join its segments with what they meet. Does not ask whether it fits."""
        cells, frontier, features, spans = self.cells, self.frontier, self.features, self.spans
        first = len(features.label)
        met: dict[int, list[int]] = {}
        for near, face, joints in zip(adjacent(cell), turned.faces, turned.joints):  # noqa: B905  # four each
            if near not in cells:
                frontier[near] = frontier.get(near, 0) | face
                continue
            other = cells[near]
            rim, start = other.turned.rim, other.first
            span = spans.get(near) if spans else None
            for mine, slot in joints:
                theirs = rim[slot]
                if theirs >= 0:
                    number = start + theirs
                elif span is not None and slot in span.sides:
                    number = span.number
                else:
                    continue
                if mine not in met:
                    met[mine] = [number]
                elif met[mine][-1] != number:  # land that meets the same land with both halves of a side
                    met[mine].append(number)
        features.add(turned.parts, met, 1 << len(cells))
        cells[cell] = Placed(turned, first)
        if cell in frontier:
            del frontier[cell]
        label, by_id = features.label, features.by_id
        closed: list[int] = []
        for local in turned.closing:
            found = label[first + local]
            if not by_id[found].open and found not in closed:
                closed.append(found)
        if turned.sites or not around(cell).isdisjoint(self.sites):
            closed += self._update_sites(turned, cell, first)
        self.closed = tuple(closed)
        if turned.posts:
            self.posts = {**self.posts, cell: first + turned.posts[0]}

    def _update_sites(self, turned: Turned, cell: Cell, first: int) -> list[int]:
        """Count the new tile for the sites around it; those that it completes."""
        sites, by_id = self.sites, self.features.by_id
        closed: list[int] = []
        if turned.sites:
            empty = 8 - len(self.cells.keys() & around(cell))
            numbers = tuple([first + local for local in turned.sites])
            self.sites = sites = {**sites, cell: numbers}
            for number in numbers:
                by_id[number] = _with_open(by_id[number], empty)
                if not empty:
                    closed.append(number)
        for near in ring(cell):
            if near in sites:
                for number in sites[near]:
                    site = by_id[number] = _with_open(by_id[number], by_id[number].open - 1)
                    if not site.open:
                        closed.append(number)
        return closed

    def build_span(self, cell: Cell, axis: int) -> None:
        """Build a piece of road over a tile; both of its edges show road from now on."""
        features = self.features
        number = len(features.label)
        met: list[int] = []
        for side in (axis, axis + 2):
            near = adjacent(cell)[side]
            facing = opposite(side)
            other = self.cells.get(near)
            if other is None:
                shift = BITS * facing
                bare = self.frontier[near] & ~(SIDE_MASK << shift)
                self.frontier[near] = bare | EDGE_CODES["road"] << shift
                continue
            theirs = self.road_at(near, facing)
            if theirs is not None:
                met.append(theirs)
        bit = 1 << list(self.cells).index(cell)
        self.spans = {**self.spans, cell: BridgeSpan(axis, number, len(self.cells))}
        features.add((SPAN_PART,), {0: met} if met else {}, bit)
        found = features.label[number]
        if not features.by_id[found].open:
            self.closed = (*self.closed, found)

    def road_at(self, cell: Cell, side: int) -> int | None:
        """The segment of the road that leaves this tile on this side, printed or built."""
        placed = self.cells[cell]
        span = self.spans.get(cell)
        if span is not None and side in span.sides:
            return span.number
        local = placed.turned.rim[side]
        if local >= 0 and placed.turned.parts[local].kind == "road":
            return placed.first + local
        return None

    def edge(self, cell: Cell, side: int) -> str:
        """What the tile on this cell shows on this side, spans included."""
        span = self.spans.get(cell)
        if span is not None and side in span.sides:
            return "road"
        return self.cells[cell].turned.edges[side]

    def number(self, cell: Cell, segment: str) -> int:
        """The segment's number on the board; raises KeyError if the tile has none of this id."""
        if segment == SPAN:
            return self.spans[cell].number
        placed = self.cells[cell]
        return placed.first + placed.turned.local[segment]

    def feature_id(self, cell: Cell, segment: str) -> int:
        """The id of the feature that a segment belongs to."""
        return self.features.label[self.number(cell, segment)]

    def feature(self, cell: Cell, segment: str) -> Feature:
        """The feature that a segment belongs to."""
        return self.features.by_id[self.feature_id(cell, segment)]

    def segments_at(self, cell: Cell) -> list[tuple[str, str, int]]:
        """(id, kind, feature id) of every segment on a cell, a span last."""
        placed = self.cells[cell]
        label = self.features.label
        found = [
            (part.segment.id, part.kind, label[placed.first + local])
            for local, part in enumerate(placed.turned.parts)
        ]
        if cell in self.spans:
            found.append((SPAN, "road", label[self.spans[cell].number]))
        return found

    def tiles_of(self, feature_id: int) -> list[Cell]:
        """The cells that a feature covers, in the order laid."""
        bits = self.features.by_id[feature_id].tiles
        return [cell for index, cell in enumerate(self.cells) if bits >> index & 1]

    def origins(self) -> dict[int, tuple[Cell, TilePart | None]]:
        """Segment number -> (cell, printed part); a span has no part."""
        found: dict[int, tuple[Cell, TilePart | None]] = {
            placed.first + local: (cell, part)
            for cell, placed in self.cells.items()
            for local, part in enumerate(placed.turned.parts)
        }
        found.update({span.number: (cell, None) for cell, span in self.spans.items()})
        return found

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and list(self.cells) == list(other.cells)
            and all(_same(self.cells[cell], other.cells[cell]) for cell in self.cells)
            and list(self.frontier.items()) == list(other.frontier.items())
            and self.features.label == other.features.label
            and self.features.by_id == other.features.by_id
            and self.sites == other.sites
            and self.spans == other.spans
            and self.closed == other.closed
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


def _with_open(feature: Feature, empty: int) -> Feature:
    return Feature(
        feature.kind,
        empty,
        feature.tiles,
        feature.segments,
        feature.shields,
        feature.borders,
        feature.marks,
    )


def _same(one: Placed, two: Placed) -> bool:
    return (
        one.first == two.first
        and one.turned.tile.id == two.turned.tile.id
        and one.turned.rotation == two.turned.rotation
    )
