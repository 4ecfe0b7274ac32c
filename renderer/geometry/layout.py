"""Where on a tile the drawn things stand, and where figures stand: nothing hides anything else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.tiles import AREAS, INNER, LANDS, LINES, SITES, Segment, Tile
from renderer.geometry.paths import plan_of
from renderer.geometry.plan import Plan, of_kind
from renderer.geometry.regions import Regions, crosses, regions_of
from renderer.style.cache import Cache
from renderer.style.canvas import Point, along, turn

Cells = list[tuple[Point, float]]
Taken = list[tuple[Point, float]]

MOST_LAYOUTS = 1024  # there are some two hundred tiles
ROOM = {"monastery": 0.19, "shrine": 0.15, "garden": 0.13, "volcano": 0.22, "bazaar": 0.16}


@dataclass(slots=True)
class Layout:
    """A tile's plan with a place for every mark, and an anchor for every segment."""

    plan: Plan
    regions: Regions
    places: dict[str, Point] = field(default_factory=dict)  # "garden:g1", "shield:c1", "dragon", ...
    anchors: dict[str, Point] = field(default_factory=dict)
    bridges: list[tuple[str, Point]] = field(default_factory=list)  # a line that crosses water, and where


_known: Cache[tuple[str, str], Layout] = Cache(MOST_LAYOUTS)


def layout_of(tile: Tile) -> Layout:
    """Lay out a tile as printed."""
    key = (tile.set, tile.id)  # quicker to hash than the tile
    return _known.get(key) or _known.put(key, _lay_out(tile))


def _lay_out(tile: Tile) -> Layout:
    plan = plan_of(tile)
    layout = Layout(plan, regions_of(plan))
    taken: Taken = []
    _bridges(layout)
    _sites(layout, taken)
    _marks(layout, taken)
    _anchors(layout, taken)
    _animals(layout, taken)
    return layout


def anchor(tile: Tile, segment_id: str, rotation: int) -> Point:
    """Where a figure stands on a segment of a turned tile, in unit coordinates."""
    return turn(layout_of(tile).anchors[segment_id], rotation)


def _spot(
    cells: Iterable[tuple[Point, float]],
    room: float,
    taken: Taken,
    toward: Point | None = None,
    inset: float = 0.04,
    weight: float = 18.0,
) -> Point:
    """The spot with enough room around it that lies farthest from what is taken."""
    best, best_score = (0.5, 0.5), -9.0
    for (x, y), depth in cells:  # the deepest first
        base = weight * min(depth, room)
        if base + 0.82 <= best_score:
            break
        if not (inset < x < 1 - inset and inset < y < 1 - inset):
            continue
        apart = 0.34
        for (ox, oy), r in taken:
            distance = math.hypot(x - ox, y - oy) - r
            if distance < apart:
                apart = distance
        score = base + 3 * min(apart, 0.16) + apart
        if toward is not None:
            score -= 0.3 * math.hypot(x - toward[0], y - toward[1])
        if score > best_score:
            best, best_score = (x, y), score
    return best


def _bridges(layout: Layout) -> None:
    plan = layout.plan
    rivers = [path for s in of_kind(plan.tile, "river") for path in plan.lines[s.id]]
    for segment in of_kind(plan.tile, "road", "trail"):
        for path in plan.lines[segment.id]:
            for river in rivers:
                point = crosses(path, river)
                if point is not None:
                    layout.bridges.append((segment.id, point))


def _sites(layout: Layout, taken: Taken) -> None:
    plan, tile = layout.plan, layout.plan.tile
    for segment in of_kind(tile, *SITES):
        if segment.id in plan.sites:
            place = plan.sites[segment.id]
        else:
            place = _spot(_deepest_land(layout), 0.16, taken, inset=0.15)
        layout.places[f"{segment.kind}:{segment.id}"] = place
        taken.append((place, ROOM[segment.kind]))
    for name in ("volcano", "bazaar"):
        if name in tile.symbols:
            place = plan.symbols.get(name) or _spot(_cells_of(layout, "city"), 0.2, taken, (0.5, 0.5))
            layout.places[name] = place
            taken.append((place, ROOM[name]))
    if any("tunnel" in s.marks for s in tile.segments):
        taken += [(wall[len(wall) // 2], 0.12) for area in plan.areas.values() for wall in area.walls]
    if any(s.end == "crossing" for s in tile.segments):
        taken.append((plan.hub, 0.1))


def _deepest_land(layout: Layout) -> Cells:
    fields = [layout.regions.cells(s.id) for s in of_kind(layout.plan.tile, *LANDS)]
    return max(fields, key=lambda cells: max((depth for _, depth in cells), default=0), default=[])


def _roomiest(layout: Layout, room: float) -> Cells:
    """The field with most room for a badge, or a city if no field has any."""
    choices = []
    for segment in of_kind(layout.plan.tile, *LANDS, "city"):
        cells = layout.regions.cells(segment.id)
        wide = sum(depth >= room for _, depth in cells)
        choices.append((segment.kind != "city" and wide > 12, wide, segment.id, cells))
    return max(choices, key=lambda choice: choice[:3])[3]


def _cells_of(layout: Layout, kind: str) -> Cells:
    cells = [cell for s in of_kind(layout.plan.tile, kind) for cell in layout.regions.cells(s.id)]
    return sorted(cells, key=lambda cell: -cell[1])


def _marks(layout: Layout, taken: Taken) -> None:
    tile = layout.plan.tile
    for segment in tile.segments:
        wanted = [(f"shield:{segment.id}", 0.1)] * bool(segment.shields)
        wanted += [(f"princess:{segment.id}", 0.11)] * ("princess" in segment.marks)
        wanted += [(f"crop:{segment.id}", 0.11)] * bool(segment.symbol)
        wanted += [(f"pig_herd:{segment.id}", 0.1)] * ("pig_herd" in segment.marks)
        cells = layout.regions.cells(segment.id) if wanted else []
        for name, room in wanted:
            middle = _middle(cells)
            place = _spot(cells, room, taken, (middle[0] - 0.16, middle[1] - 0.1), room + 0.035)
            layout.places[name] = place
            taken.append((place, room))
        if "inn" in segment.marks:
            layout.places[f"inn:{segment.id}"] = place = _beside(layout, segment)
            taken.append((place, 0.1))
    for name, room in (("portal", 0.12), ("dragon", 0.1)):
        if name in tile.symbols:
            cells = _roomiest(layout, room)
            place = _spot(cells, room, taken, _middle(cells), room + 0.035)
            layout.places[name] = place
            taken.append((place, room))


def _middle(cells: Cells) -> Point:
    if not cells:
        return 0.5, 0.5
    return (sum(p[0] for p, _ in cells) / len(cells), sum(p[1] for p, _ in cells) / len(cells))


def _beside(layout: Layout, road: Segment) -> Point:
    """A spot on the land right beside a road."""
    path = layout.plan.lines[road.id][0]
    spots = [path[i] for i in range(3, len(path) - 3)]
    blocked: Taken = [(point, 0.1) for _, point in layout.bridges]
    blocked += [(place, 0.12) for place in layout.places.values()]
    cells = [
        (cell, depth + (0.2 if 0.13 < min(math.dist(cell, spot) for spot in spots) < 0.17 else 0))
        for cell, depth in _cells_of(layout, "field")
        if depth > 0.05
    ]
    cells.sort(key=lambda cell: -cell[1])
    return _spot(cells, 0.3, blocked, inset=0.16)


def _anchors(layout: Layout, taken: Taken) -> None:
    """Give every segment its anchor, the narrowest first."""
    plan, tile = layout.plan, layout.plan.tile
    for segment in tile.segments:
        if segment.kind in SITES:
            layout.anchors[segment.id] = layout.places[f"{segment.kind}:{segment.id}"]
    for segment in of_kind(tile, *LINES):
        layout.anchors[segment.id] = place = _on_line(layout, segment, taken)
        taken.append((place, 0.09))
    areas = [s for s in tile.segments if s.kind in AREAS | LANDS | INNER]
    sized = sorted(
        ((len(cells := layout.regions.cells(s.id)), s.id, cells) for s in areas), key=lambda a: a[:2]
    )
    for _, name, cells in sized:
        if name in plan.spans:
            middle = _halfway(*plan.spans[name])
            if layout.regions.at(middle) == name:
                layout.anchors[name] = middle
                taken.append((middle, 0.1))
                continue
        layout.anchors[name] = place = _spot(cells, 0.19, taken, weight=5)
        taken.append((place, 0.1))


def _halfway(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _on_line(layout: Layout, segment: Segment, taken: Taken) -> Point:
    paths = layout.plan.lines[segment.id]
    shares = (0.3, 0.36, 0.42) if segment.end else (0.5, 0.36, 0.64, 0.28, 0.72)
    if segment.end in ("city", "crop", "carcassonne"):
        shares = (0.45, 0.55, 0.65)
    spots = [along(path, share) for path in paths for share in shares]
    blocked = [*taken, *((point, 0.06) for _, point in layout.bridges)]

    def room(spot: Point) -> float:
        apart = min((math.dist(spot, place) - r for place, r in blocked), default=1.0)
        owned = layout.regions.at(spot) == segment.id
        return min(apart, 0.12) + owned

    return max(spots, key=room)


def _animals(layout: Layout, taken: Taken) -> None:
    """Put the animals of a tile into its meadows."""
    tile = layout.plan.tile
    meadows = _cells_of(layout, "meadow")
    busy = [*taken]
    number = 0
    for animal, count in tile.animals:
        for _ in range(count):
            spot = _spot(meadows, 0.1, busy, inset=0.1)
            layout.places[f"{animal}:{number}"] = spot
            busy.append((spot, 0.07))
            number += 1
