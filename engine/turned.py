"""A tile in each of its rotations, compiled into what the board looks up: rims, joints, and where it fits."""

from __future__ import annotations

from functools import cache

from engine.frozen import frozen
from engine.geometry import opposite, opposite_half
from engine.tiles import AREAS, INNER, LANDS, LINES, POSTS, SITES, Segment, Tile

BITS = 3  # of a frontier key, for each side
SIDE_MASK = (1 << BITS) - 1
EDGE_CODES = {
    "field": 1,
    "road": 2,
    "city": 3,
    "river": 4,
    "inner": 5,  # inside a start block: nothing fits there
    "meadow": 1,
    "trail": 2,
    "crop": 3,
}
CLOSING = frozenset({"road", "city", "trail", "crop"})  # complete when no edge is open

# The rim has 12 slots: 0-3 what lies on the middle of a side, 4-11 what lies on a half-edge.
# For each side: (my slot, the neighbour's slot) for every pair that meets there.
SLOTS_THAT_MEET = tuple(
    (
        (side, opposite(side)),
        (4 + 2 * side, 4 + opposite_half(2 * side)),
        (5 + 2 * side, 4 + opposite_half(2 * side + 1)),
    )
    for side in range(4)
)


@frozen
class TilePart:
    """A segment as the board needs it: how many edges it leaves open and what it carries."""

    kind: str
    open: int  # sides that a neighbour has to close
    closes: int  # how many open sides one joint closes: 2 (mine and the neighbour's), 0 for land
    shields: int
    borders: tuple[int, ...]  # fields: local numbers of the cities they touch
    segment: Segment
    marks: tuple[str, ...] = ()  # those that a box has brought to life


class Turned:
    """A tile in one rotation."""

    __slots__ = (
        "closing",
        "edges",
        "faces",
        "joints",
        "key",
        "local",
        "parts",
        "posts",
        "rim",
        "rotation",
        "sites",
        "tile",
    )

    def __init__(
        self, tile: Tile, rotation: int, kinds: frozenset[str], marks: frozenset[str] = frozenset()
    ) -> None:
        segments = [segment for segment in tile.segments if segment.kind in kinds]
        self.tile = tile
        self.rotation = rotation
        self.edges = tuple(tile.edges[(side - rotation) % 4] for side in range(4))
        self.key = sum(EDGE_CODES[edge] << BITS * side for side, edge in enumerate(self.edges))
        # What each side adds to the key of the empty cell beyond it.
        self.faces = tuple(EDGE_CODES[edge] << BITS * opposite(side) for side, edge in enumerate(self.edges))
        self.local = {segment.id: number for number, segment in enumerate(segments)}
        self.parts = tuple(self._part(segment, marks) for segment in segments)
        rim = [-1] * 12
        for number, segment in enumerate(segments):
            for side in segment.sides:
                rim[(side + rotation) % 4] = number
            for half in segment.halves:
                rim[4 + (half + 2 * rotation) % 8] = number
            if segment.kind in INNER:  # the inside of a start block goes on over its inner edges
                for side, edge in enumerate(self.edges):
                    if edge == "inner":
                        rim[side] = number
        self.rim = tuple(rim)
        self.joints = tuple(
            tuple((rim[mine], theirs) for mine, theirs in pairs if rim[mine] >= 0)
            for pairs in SLOTS_THAT_MEET
        )
        self.closing = tuple(number for number, part in enumerate(self.parts) if part.kind in CLOSING)
        self.sites = tuple(number for number, part in enumerate(self.parts) if part.kind in SITES)
        self.posts = tuple(number for number, part in enumerate(self.parts) if part.kind in POSTS)

    def _part(self, segment: Segment, marks: frozenset[str]) -> TilePart:
        on_edge = segment.kind in AREAS or segment.kind in LINES
        borders = tuple(self.local[other] for other in segment.borders if other in self.local)
        return TilePart(
            kind=segment.kind,
            open=len(segment.sides) if on_edge else 0,
            closes=2 if on_edge else 0,
            shields=segment.shields,
            borders=borders,
            segment=segment,
            marks=tuple(sorted(segment.marks & marks)),
        )

    def look(self) -> frozenset[object]:
        """What can be told apart: rotations with equal looks are one placement."""
        rotation = self.rotation

        def sides(segment: Segment) -> frozenset[int]:
            return frozenset((side + rotation) % 4 for side in segment.sides)

        return frozenset([("edges", self.edges)]) | frozenset(
            (
                part.kind,
                sides(part.segment),
                frozenset((half + 2 * rotation) % 8 for half in part.segment.halves),
                frozenset(sides(self.parts[city].segment) for city in part.borders),
                part.segment.id if part.kind in LANDS and not part.segment.halves else "",
                part.shields,
                part.segment.marks,
                part.segment.symbol,
            )
            for part in self.parts
        )

    def side_of(self, segment_id: str) -> tuple[int, ...]:
        """The board sides that a segment reaches in this rotation."""
        return tuple((side + self.rotation) % 4 for side in self.parts[self.local[segment_id]].segment.sides)

    def __repr__(self) -> str:
        return f"Turned({self.tile.id}, r{self.rotation})"


Turns = tuple[tuple[int, int], ...]  # (rotation, key of its edges) for every rotation that can be told apart


Fits = dict[int, tuple[int, ...]]  # frontier key -> the rotations that match it; no entry: none does
SOME_SIDES = [sum(SIDE_MASK << BITS * side for side in range(4) if some >> side & 1) for some in range(16)]


@cache
def fits_of(turns: Turns) -> Fits:
    """Every key that a tile matches: what it shows on some of its sides. Tiles with like edges share it."""
    found: Fits = {}
    for rotation, edges in turns:
        for mask in SOME_SIDES:
            found[edges & mask] = (*found.get(edges & mask, ()), rotation)
    return found


class Shape:
    """A tile as the game plays it: its four rotations, which of them look alike, and where it fits."""

    __slots__ = ("canonical", "fits", "looks", "tile", "turns")

    def __init__(self, tile: Tile, kinds: frozenset[str], marks: frozenset[str] = frozenset()) -> None:
        self.tile = tile
        self.turns = tuple(Turned(tile, rotation, kinds, marks) for rotation in range(4))
        looks = [turned.look() for turned in self.turns]
        self.canonical = tuple(looks.index(look) for look in looks)
        self.looks: Turns = tuple((turn, self.turns[turn].key) for turn in sorted(set(self.canonical)))
        self.fits = fits_of(self.looks)

    def __repr__(self) -> str:
        return f"Shape({self.tile.id})"
