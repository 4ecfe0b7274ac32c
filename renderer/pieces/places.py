"""Where a figure stands on its tile: on its segment, and so that gates, crossings and marks stay visible."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.board import SPAN
from engine.geometry import adjacent
from engine.state import Figure, GameState
from engine.tiles import LINES, POSTS, SITES
from engine.turned import Turned
from renderer.geometry.face import face_of
from renderer.geometry.layout import Layout, layout_of
from renderer.geometry.marks import MARKS
from renderer.pieces.designs import DESIGNS, DRESSED
from renderer.style.cache import Cache
from renderer.style.canvas import Point, along, turn

MOST_PLACES = 4096
LEAN = 0.02  # how near to the rim the middle of a figure may come if it can lean over
ON_TOP = -0.36  # from the middle of a foundation to that of a figure on its tower
BESIDE = ((0.3, 0.09), (-0.3, 0.09), (0.3, -0.12), (-0.3, -0.12))  # of a site: where its figure stands
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.06, 0.94)  # of a line
ROADS = 9  # spots of each line that others should not cover
LINE_ROOM = 0.06  # the radius of those
WIDE, HIGH = 0.195, 0.26  # half a standing meeple, in tiles
_PlaceKey = tuple[str, str, int, str, tuple[bool, ...], tuple[str, ...]]
_places: Cache[_PlaceKey, tuple[str, Point]] = Cache(MOST_PLACES)


def design_of(figure: str, kind: str) -> str:
    """The name of the design of a figure on a segment of a kind."""
    return DRESSED.get(figure, {}).get(kind, figure)


def half_size(design: str) -> Point:
    """Half the width and half the height of a piece, in tiles."""
    scale = DESIGNS[design].scale
    return (HIGH * scale, WIDE * scale) if DESIGNS[design].lying else (WIDE * scale, HIGH * scale)


def within(at: Point, half: Point = (WIDE, HIGH), leans: tuple[bool, ...] = (False,) * 4) -> Point:
    """A place moved inwards until a figure stays on the table; it may lean over sides with a neighbour."""
    wide, high = half[0] + 0.035, half[1] + 0.005
    north, east, south, west = leans
    x = max(LEAN if west else wide, min(1 - LEAN if east else 1 - wide, at[0]))
    y = max(LEAN if north else high, min(1 - LEAN if south else 1 - high, at[1]))
    return x, y


def figure_place(view: GameState, figure: Figure, others: tuple[str, ...] | None = None) -> tuple[str, Point]:
    """The design of a figure and where on its tile it stands; `others` are all segments taken there."""
    if figure.segment == SPAN:
        return design_of(figure.kind, "road"), (0.5, 0.5)
    cells = view.board.cells
    turned = cells[figure.cell].turned
    tile = face_of(turned)
    around = tuple([near in cells for near in adjacent(figure.cell)])
    if others is None:
        others = tuple(other.segment for other in view.all_figures() if other.cell == figure.cell)
    key = (tile.id, figure.segment, turned.rotation, figure.kind, around, others)
    known = _places.get(key)
    if known is None:
        kind = turned.parts[turned.local[figure.segment]].kind
        design = design_of(figure.kind, kind)
        layout, half = layout_of(tile), half_size(design)
        home = turn(layout.anchors[figure.segment], turned.rotation)
        spots = [turn(spot, turned.rotation) for spot in _spots(layout, figure.segment)]
        if kind in SITES | POSTS:
            spots = [(home[0] + dx, home[1] + dy) for dx, dy in BESIDE]
        discs = [(turn(at, turned.rotation), r) for at, r in _precious(layout, figure.segment, others)]
        lean = 1.0 if kind in LINES else 4.0  # a line goes on where its figure leans over
        at = _best_place([within(spot, half, around) for spot in spots], home, half, lean, discs)
        if kind in POSTS:
            at = _on_tower(home, half, discs) or at
        known = _places.put(key, (design, at))
    return known


def tower_place(turned: Turned) -> Point:
    """Where the foundation of a laid tile lies."""
    post = turned.parts[turned.posts[0]].segment.id
    return turn(layout_of(face_of(turned)).anchors[post], turned.rotation)


def _on_tower(foundation: Point, half: Point, discs: list[tuple[Point, float]]) -> Point | None:
    """Behind the battlements; None if a gate, a mark or somebody else would be hidden there."""
    at = foundation[0], foundation[1] + ON_TOP
    hidden = any(r > LINE_ROOM and _covered(at, half, point, r) == 1 for point, r in discs)
    return None if hidden else at


def _best_place(
    spots: list[Point], home: Point, half: Point, lean: float, discs: list[tuple[Point, float]]
) -> Point:
    """Of some places, the one near the anchor where a figure covers least and leans over least."""

    def cost(at: Point) -> float:
        covered = sum(_cost(_covered(at, half, point, r), r) for point, r in discs)
        over = max(0.0, half[0] - min(at[0], 1 - at[0])) + max(0.0, half[1] - min(at[1], 1 - at[1]))
        return covered + 0.7 * math.dist(at, home) + lean * over

    return min(spots, key=cost)


def _spots(layout: Layout, segment: str) -> Iterator[Point]:
    """Places on a segment, its anchor first."""
    yield layout.anchors[segment]
    for path in layout.plan.lines.get(segment, ()):
        yield from (along(path, share) for share in SHARES)
    if segment not in layout.plan.lines:
        yield from (spot for spot, depth in layout.regions.cells(segment)[::2] if depth > 0.01)


def _precious(layout: Layout, segment: str, others: tuple[str, ...]) -> Iterator[tuple[Point, float]]:
    """What a figure on a segment should not cover, with its radius; others stand on some segments."""
    plan = layout.plan
    yield from ((layout.anchors[other], 0.25) for other in others if other not in (segment, SPAN))
    yield from ((place.at, MARKS[place.mark].room) for place in layout.places)
    yield from ((gate.at, 0.12) for gate in plan.gates)
    yield from ((point, 0.1) for _, point in layout.bridges)
    if any(s.end == "crossing" for s in plan.tile.segments):
        yield plan.hub, 0.14
    for line in plan.tile.segments:
        if line.kind in LINES and line.id != segment:
            for path in plan.lines[line.id]:
                yield from ((along(path, k / (ROADS - 1)), LINE_ROOM) for k in range(ROADS))


def _cost(covered: float, r: float) -> float:
    """What it costs to cover a thing: a mark is worth more than a stretch of road."""
    return covered**2 * (4 if r > 0.1 else 1)


def _covered(at: Point, half: Point, point: Point, r: float) -> float:
    """How much of a round thing a figure covers: 1 if its middle, 0 if nothing."""
    dx = max(0.0, abs(at[0] - point[0]) - half[0])
    dy = max(0.0, abs(at[1] - point[1]) - half[1])
    return max(0.0, 1 - math.hypot(dx, dy) / r)
