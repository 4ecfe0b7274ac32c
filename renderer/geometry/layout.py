"""Where the marks of a tile lie and where its figures stand, so that nothing hides anything else."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.tiles import AREAS, INNER, LANDS, LINES, POSTS, SITES, Segment, Tile
from renderer.geometry.marks import MARKS, Ground, Mark, marks_of
from renderer.geometry.paths import plan_of
from renderer.geometry.plan import Plan, of_kind
from renderer.geometry.regions import Regions, crosses, regions_of
from renderer.geometry.spots import Cells, Taken, free_spot, halfway, middle
from renderer.style.cache import Cache
from renderer.style.canvas import Point, along, turn

MOST_LAYOUTS = 1024  # there are some two hundred tiles


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mark lies: its name, a row of MARKS, and the segment that it belongs to, if any."""

    mark: str
    at: Point
    segment: str = ""


@dataclass(slots=True)
class Layout:
    """A tile's plan with a place for every mark, and an anchor for every segment."""

    plan: Plan
    regions: Regions
    places: list[Place] = field(default_factory=list)
    anchors: dict[str, Point] = field(default_factory=dict)  # where figures stand, by segment
    bridges: list[tuple[str, Point]] = field(default_factory=list)  # a line over water or a road, and where
    taken: Taken = field(default_factory=list)


_known: Cache[tuple[str, str], Layout] = Cache(MOST_LAYOUTS)


def layout_of(tile: Tile) -> Layout:
    """Lay out a tile as printed."""
    key = (tile.set, tile.id)  # quicker to hash than the tile
    return _known.get(key) or _known.put(key, _lay_out(tile))


def anchor(tile: Tile, segment_id: str, rotation: int) -> Point:
    """Where a figure stands on a segment of a turned tile, in unit coordinates."""
    return turn(layout_of(tile).anchors[segment_id], rotation)


def _lay_out(tile: Tile) -> Layout:
    plan = plan_of(tile)
    layout = Layout(plan, regions_of(plan))
    _find_bridges(layout)
    posts = [post.id for post in of_kind(tile, *POSTS) if post.id in plan.hubs]
    layout.taken += [(plan.hubs[post], MARKS["tower"].room) for post in posts]
    _place_marks(layout, Ground.HUB)
    _place_marks(layout, Ground.POST)
    _place_marks(layout, Ground.LAND)
    _keep_free(layout)
    _place_marks(layout, Ground.OWN, Ground.ROADSIDE, Ground.OPEN)
    _set_anchors(layout)
    _place_animals(layout)
    return layout


def _find_bridges(layout: Layout) -> None:
    plan = layout.plan
    rivers = [path for s in of_kind(plan.tile, "river") for path in plan.lines[s.id]]
    roads = {segment.id for segment in of_kind(plan.tile, "road", "trail")}
    for segment in of_kind(plan.tile, "road", "trail"):
        under = [low for over, low in plan.tile.crosses if over == segment.id and low in roads]
        below = [*rivers, *(path for low in under for path in plan.lines[low])]
        for path in plan.lines[segment.id]:
            found = [crosses(path, other) for other in below]
            layout.bridges += [(segment.id, point) for point in found if point is not None]


def _keep_free(layout: Layout) -> None:
    """Keep marks and figures away from tunnel mouths and crossings."""
    plan = layout.plan
    for name, _ in marks_of(plan.tile, Ground.WALLS):
        walls = [wall for area in plan.areas.values() for wall in area.walls]
        layout.taken += [(wall[len(wall) // 2], MARKS[name].room) for wall in walls]
    if any(s.end == "crossing" for s in plan.tile.segments):
        layout.taken.append((plan.hub, 0.1))


# -- marks ------------------------------------------------------------------------------------------


def _place_marks(layout: Layout, *grounds: Ground) -> None:
    for name, segment in marks_of(layout.plan.tile, *grounds):
        owner = segment.id if segment else ""
        mark = MARKS[name]
        at = layout.plan.hubs.get(owner or name) or _FIND[mark.ground](layout, segment, mark)
        layout.places.append(Place(name, at, owner))
        layout.taken.append((at, mark.room))


def _in_city(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    """The middle of the city, for a hub without a place of its own."""
    del segment, mark
    return free_spot(_cells_of(layout, "city"), 0.2, layout.taken, (0.5, 0.5))


def _on_land(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    del segment, mark
    fields = [layout.regions.cells(s.id) for s in of_kind(layout.plan.tile, *LANDS)]
    deepest = max(fields, key=lambda cells: max((depth for _, depth in cells), default=0), default=[])
    gates = [(gate.at, 0.0) for gate in layout.plan.gates]
    if len(gates) < 2:
        return free_spot(deepest, 0.16, layout.taken, inset=0.2)
    (x, y), (gx, gy) = middle(deepest), middle(gates)  # away from the gates, which leaves room for a figure
    return free_spot(deepest, 0.12, layout.taken, (3 * x - 2 * gx, 3 * y - 2 * gy), inset=0.2)


def _on_own(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    """A spot on the mark's own segment, a little north-west of its middle."""
    cells = layout.regions.cells(segment.id) if segment else []
    x, y = middle(cells)
    return free_spot(cells, mark.room, layout.taken, (x - 0.16, y - 0.1), mark.room + 0.035)


def _for_a_post(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    """A spot in the deepest field, or in a city if no field is deep enough; somebody may stand above it."""
    del segment
    busy = [*layout.taken, *((gate.at, 0.15) for gate in layout.plan.gates)]
    for kinds in (LANDS, AREAS):
        grounds = [layout.regions.cells(part.id) for part in of_kind(layout.plan.tile, *kinds)]
        cells = max(grounds, key=lambda cells: cells[0][1] if cells else 0.0, default=[])
        if cells and cells[0][1] > mark.room:
            break
    return free_spot(cells, 0.16, busy, (0.6, 0.5), 0.14)


def _in_the_open(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    """A spot in the field with most room, or in a city if no field has any."""
    del segment
    choices = []
    for part in of_kind(layout.plan.tile, *LANDS, "city"):
        cells = layout.regions.cells(part.id)
        wide = sum(depth >= mark.room * 0.7 for _, depth in cells)
        choices.append((part.kind != "city" and wide > 12, wide, part.id, cells))
    cells = max(choices, key=lambda choice: choice[:3])[3]
    return free_spot(cells, mark.room, layout.taken, middle(cells), mark.room + 0.035)


def _beside_road(layout: Layout, segment: Segment | None, mark: Mark) -> Point:
    """A spot on the land right beside the mark's road."""
    del mark
    plan = layout.plan
    path = plan.lines[segment.id][0] if segment else ()
    spots = path[3:-3]
    others = [p for s in of_kind(plan.tile, "road") if s is not segment for p in plan.lines[s.id][0]]
    blocked: Taken = [(point, 0.1) for _, point in layout.bridges]
    blocked += [(place.at, 0.12) for place in layout.places]
    if segment and segment.end == "crossing":
        blocked.append((plan.hub, 0.2))
    cells = []
    for field_ in of_kind(plan.tile, "field"):
        land = layout.regions.cells(field_.id)
        roomy = len(land) / 4000  # where a farmer stands beside it
        cells += [
            (cell, depth + roomy + (0.2 if _flanks(cell, spots, others) else 0))
            for cell, depth in land
            if depth > 0.03
        ]
    cells.sort(key=lambda cell: -cell[1])
    return free_spot(cells, 0.3, blocked, inset=0.21)


def _flanks(cell: Point, own: Sequence[Point], others: Sequence[Point]) -> bool:
    """Whether a spot lies right beside a road, and nearer to it than to any other."""
    near = min(math.dist(cell, spot) for spot in own)
    return 0.2 < near < 0.3 and all(math.dist(cell, other) > near for other in others)


_FIND: dict[Ground, Callable[[Layout, Segment | None, Mark], Point]] = {
    Ground.HUB: _in_city,
    Ground.LAND: _on_land,
    Ground.OWN: _on_own,
    Ground.ROADSIDE: _beside_road,
    Ground.POST: _for_a_post,
    Ground.OPEN: _in_the_open,
}


def _cells_of(layout: Layout, kind: str) -> Cells:
    cells = [cell for s in of_kind(layout.plan.tile, kind) for cell in layout.regions.cells(s.id)]
    return sorted(cells, key=lambda cell: -cell[1])


def _place_animals(layout: Layout) -> None:
    meadows = _cells_of(layout, "meadow")
    busy = [*layout.taken]
    for animal, count in layout.plan.tile.animals:
        for _ in range(count):
            spot = free_spot(meadows, 0.1, busy, inset=0.13)
            layout.places.append(Place(animal, spot))
            busy.append((spot, MARKS[animal].room))


# -- figures ----------------------------------------------------------------------------------------


def _set_anchors(layout: Layout) -> None:
    """Give every segment its anchor, the narrowest first."""
    tile = layout.plan.tile
    places = {place.segment: place.at for place in layout.places}
    for segment in of_kind(tile, *SITES, *POSTS):
        layout.anchors[segment.id] = places[segment.id]
    for segment in of_kind(tile, *LINES):
        layout.anchors[segment.id] = place = _on_line(layout, segment)
        layout.taken.append((place, 0.12))
    areas = [(layout.regions.cells(s.id), s.id) for s in of_kind(tile, *AREAS, *LANDS, *INNER)]
    for cells, name in sorted(areas, key=lambda area: (len(area[0]), area[1])):
        layout.anchors[name] = place = _on_span(layout, name) or free_spot(
            cells, 0.19, layout.taken, weight=5
        )
        layout.taken.append((place, 0.1))


def _on_span(layout: Layout, name: str) -> Point | None:
    """The middle of a city's bridge."""
    if name not in layout.plan.spans:
        return None
    spot = halfway(*layout.plan.spans[name])
    return spot if layout.regions.at(spot) == name else None


def _on_line(layout: Layout, segment: Segment) -> Point:
    paths = layout.plan.lines[segment.id]
    shares = (0.3, 0.36, 0.42) if segment.end else (0.5, 0.36, 0.64, 0.28, 0.72)
    if segment.end in AREAS | INNER:
        shares = (0.45, 0.55, 0.65)
    spots = [along(path, share) for path in paths for share in shares]
    blocked = [*layout.taken, *((point, 0.06) for _, point in layout.bridges)]

    def room(spot: Point) -> float:
        apart = min((math.dist(spot, place) - r for place, r in blocked), default=1.0)
        owned = layout.regions.at(spot) == segment.id
        return min(apart, 0.12) + owned

    return max(spots, key=room)
