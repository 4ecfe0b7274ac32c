"""Where the features of a tile run: outlines, walls and paths, worked out from its data alone."""

from __future__ import annotations

import math

from engine.tiles import AREAS, INNER, LANDS, LINES, POSTS, Segment, Tile
from renderer.geometry.carcassonne import BLOCK, in_tile
from renderer.geometry.marks import Ground, marks_of
from renderer.geometry.outlines import STEPS, area_of, crossing_of
from renderer.geometry.plan import Gate, Plan, of_kind, side_point
from renderer.style.canvas import Point, along, bezier


def plan_of(tile: Tile) -> Plan:
    """Work out outlines and paths of a tile."""
    plan = Plan(tile)
    plan.hub = _away_from_caps(tile, 0.07)
    for segment in of_kind(tile, *AREAS):
        plan.areas[segment.id] = area = area_of(tile, segment)
        if crossing_of(tile, segment) == "split":
            plan.spans[segment.id] = tuple(wall[STEPS // 2] for wall in area.walls)
    _set_hubs(plan)
    for segment in of_kind(tile, *LINES):
        if len(segment.sides) != 1:
            plan.lines[segment.id] = _through(plan, segment)
    for segment in of_kind(tile, *LINES):
        if len(segment.sides) == 1:
            plan.lines[segment.id] = [_ending(plan, segment)]
    _set_stubs(plan)
    _set_dams(plan)
    return plan


def _set_stubs(plan: Plan) -> None:
    """Short ways from a village to the gate of a cap, where nothing else keeps two fields apart."""
    tile = plan.tile
    if not any(segment.end == "crossing" for segment in tile.segments):
        return
    owners = {half: field.id for field in of_kind(tile, *LANDS) for half in field.halves}
    for cap in of_kind(tile, *AREAS):
        if not cap.cap or any(line.end_at == cap.id for line in tile.segments):
            continue
        side = cap.sides[0]
        if owners.get((2 * side - 1) % 8) != owners.get((2 * side + 2) % 8):
            at = plan.areas[cap.id].walls[0][STEPS // 2]
            length = math.dist(plan.hub, at)
            way = ((at[0] - plan.hub[0]) / length, (at[1] - plan.hub[1]) / length)
            plan.gates.append(Gate(at, way, cap.kind, cap.id))
            plan.stubs.append((plan.hub, ((plan.hub[0] + at[0]) / 2, (plan.hub[1] + at[1]) / 2), at))


def _set_dams(plan: Plan) -> None:
    """A foundation between a cap and a road, where it alone keeps two fields apart."""
    tile = plan.tile
    owners = {half: field.id for field in of_kind(tile, *LANDS) for half in field.halves}
    for post in of_kind(tile, *POSTS):
        for cap in of_kind(tile, *AREAS):
            side = cap.sides[0]
            if not cap.cap or post.id in plan.hubs or any(line.end_at == cap.id for line in tile.segments):
                continue
            left, right = owners.get((2 * side - 1) % 8), owners.get((2 * side + 2) % 8)
            if left and right and left != right:
                wall = plan.areas[cap.id].walls[0][STEPS // 2]
                road = next(along(plan.lines[line.id][0], 0.5) for line in of_kind(tile, "road"))
                plan.hubs[post.id] = ((wall[0] + road[0]) / 2, (wall[1] + road[1]) / 2)


def _posts_with_roads(tile: Tile) -> list[Segment]:
    """The foundations at which roads end."""
    ends = {line.end_at for line in tile.segments}
    return [post for post in of_kind(tile, *POSTS) if post.id in ends]


# -- hubs -------------------------------------------------------------------------------------------


def _away_from_caps(tile: Tile, by: float) -> Point:
    x, y = 0.5, 0.5
    for segment in of_kind(tile, *AREAS):
        if len(segment.sides) == 1:
            px, py = side_point(segment.sides[0], 0.5, 0.5 + by)
            x, y = x + px - 0.5, y + py - 0.5
    return x, y


def _set_hubs(plan: Plan) -> None:
    """Give the marks that lines run to, or bend around, their places."""
    tile = plan.tile
    straight = _straight(tile)
    middle = _away_from_caps(tile, 0.1)
    in_city = any(s.kind == "city" and len(s.sides) > 1 for s in tile.segments)
    for post in _posts_with_roads(tile):
        plan.hubs[post.id] = plan.hub
    for name, segment in marks_of(tile, Ground.HUB):
        if segment is None and not in_city:
            plan.hubs[name] = _symbol_place(tile, straight, middle)
        elif segment is not None:
            plan.hubs[segment.id] = _site_place(tile, segment, straight, middle)


def _site_place(tile: Tile, site: Segment, straight: Segment | None, middle: Point) -> Point:
    if site.inside is not None:
        return _inside(tile, site.inside)
    if straight is not None:
        return side_point(_free_side(tile, straight), 0.5, 0.35)
    return middle


def _symbol_place(tile: Tile, straight: Segment | None, middle: Point) -> Point:
    if straight is not None:
        return side_point(_free_side(tile, straight), 0.5, 0.33)
    for segment in of_kind(tile, "road"):
        if len(segment.sides) == 2:  # a curve: stand on its far side
            a, b = segment.sides
            xs = side_point(a, 0.5, 0.38), side_point(b, 0.5, 0.38)
            return 1 - (xs[0][0] + xs[1][0]) / 2 + 0.06 * _sign(0.5 - xs[0][0]), 1 - (xs[0][1] + xs[1][1]) / 2
    for segment in of_kind(tile, "river"):
        if segment.end == "lake":
            return side_point((segment.sides[0] + 2) % 4, 0.5, 0.36)
    return middle


def _sign(value: float) -> float:
    return (value > 0) - (value < 0)


def _inside(tile: Tile, city: str) -> Point:
    sides = next(s.sides for s in tile.segments if s.id == city)
    x, y = 0.5, 0.5
    if len(sides) == 3:
        missing = ({0, 1, 2, 3} - set(sides)).pop()
        x, y = side_point(missing, 0.5, 0.6)
    return x, y


def _straight(tile: Tile) -> Segment | None:
    for segment in of_kind(tile, *LINES):
        if len(segment.sides) == 2 and (segment.sides[0] + 2) % 4 == segment.sides[1]:
            return segment
    return None


def _free_side(tile: Tile, straight: Segment) -> int:
    """The side of a straight line on which there is room for a building."""
    first, second = (segment_side + 1 for segment_side in sorted(straight.sides))
    for side in (second % 4, first % 4):
        if tile.edges[side] in LANDS:
            return side
    return second % 4


# -- lines ------------------------------------------------------------------------------------------


def _through(plan: Plan, segment: Segment) -> list[tuple[Point, ...]]:
    if len(segment.sides) == 3:
        return _fork(segment)
    a, b = segment.sides
    if (a + 2) % 4 != b:
        return [_curve(plan, segment)]
    bend = _bend(plan, segment)
    start, stop = side_point(a, 0.5, 0), side_point(b, 0.5, 0)
    horizontal = abs(start[1] - stop[1]) < 1e-9
    out = []
    for i in range(-1, 18):
        t = i / 16 if 0 <= i <= 16 else (-0.08 if i < 0 else 1.08)
        swell = math.sin(math.pi * t) ** 2 if 0 <= t <= 1 else 0.0
        x, y = start[0] + (stop[0] - start[0]) * t, start[1] + (stop[1] - start[1]) * t
        out.append((x, y + bend[1] * swell) if horizontal else (x + bend[0] * swell, y))
    return [tuple(out)]


def _bend(plan: Plan, segment: Segment) -> Point:
    """How far the middle of a straight line gives way to caps and buildings."""
    tile = plan.tile
    if tile.crosses and any(len(s.sides) == 2 and s.kind in AREAS for s in tile.segments):
        return 0.0, 0.0
    x, y = 0.0, 0.0
    for cap in of_kind(tile, *AREAS):
        if len(cap.sides) == 1:
            px, py = side_point(cap.sides[0], 0.5, 0.585)
            x, y = x + px - 0.5, y + py - 0.5
    for at in plan.hubs.values():
        x += 0.15 * _sign(round(0.5 - at[0], 3))
        y += 0.15 * _sign(round(0.5 - at[1], 3))
    if (x, y) == (0.0, 0.0) and segment.kind == "river" and not tile.crosses:
        return 0.05, -0.05
    return x, y


def _curve(plan: Plan, segment: Segment) -> tuple[Point, ...]:
    a, b = segment.sides
    if (a + 1) % 4 != b:
        a, b = b, a
    push = 0.0
    opposite = [s for s in of_kind(plan.tile, *AREAS) if len(s.sides) == 1]
    if opposite or any(len(s.sides) == 2 for s in of_kind(plan.tile, *AREAS)):
        push = 0.03
    start, stop = side_point(a, 0.5, 0), side_point(b, 0.5, 0)
    hold = 0.28 - push
    inner = bezier(start, side_point(a, 0.5, hold), side_point(b, 0.5, hold), stop, 18)
    return (side_point(a, 0.5, -0.08), *inner, side_point(b, 0.5, -0.08))


def _fork(segment: Segment) -> list[tuple[Point, ...]]:
    missing = ({0, 1, 2, 3} - set(segment.sides)).pop()
    stem = (missing + 2) % 4
    left = (missing + 1) % 4
    across = tuple(side_point(left, 0.5, -0.08 + 1.16 * i / 18) for i in range(19))
    down = tuple(side_point(stem, 0.5, -0.08 + 0.58 * i / 12) for i in range(13))
    return [across, down]


def _ending(plan: Plan, segment: Segment) -> tuple[Point, ...]:
    """A line from its side to its end."""
    side = segment.sides[0]
    target, way = _target(plan, segment)
    start = side_point(side, 0.5, 0)
    reach = math.dist(start, target)
    inward = side_point(side, 0.5, reach * 0.45)
    before = (target[0] - way[0] * reach * 0.35, target[1] - way[1] * reach * 0.35)
    return (side_point(side, 0.5, -0.08), *bezier(start, inward, before, target, 12))


def _target(plan: Plan, segment: Segment) -> tuple[Point, Point]:
    side = segment.sides[0]
    target = plan.hub
    if segment.end in AREAS | INNER:
        gate = _gate(plan, segment)
        plan.gates.append(gate)
        return gate.at, gate.way
    if (segment.end_at or segment.end) in plan.hubs:
        target = plan.hubs[segment.end_at or segment.end or ""]
    elif segment.end == "lake":
        target = side_point(side, 0.5, 0.4 if plan.hubs else 0.5)
    elif segment.end == "source":
        target = side_point(side, 0.5, 0.52)
    start = side_point(side, 0.5, 0)
    length = math.dist(start, target) or 1.0
    return target, ((target[0] - start[0]) / length, (target[1] - start[1]) / length)


def _gate(plan: Plan, segment: Segment) -> Gate:
    """The nearest convenient place of a wall, and the way through it."""
    side = segment.sides[0]
    kind = segment.end or "city"
    if kind in INNER:
        target = side_point(side, 0.5, 0.42)
        at = min(in_tile(BLOCK, plan.tile.at or (0, 0)), key=lambda point: math.dist(point, target))
        at = (at[0], target[1]) if side % 2 else (target[0], at[1])
        inner = side_point(side, 0.5, 0.55)
        way = (inner[0] - target[0], inner[1] - target[1])
        length = math.hypot(*way)
        return Gate(at, (way[0] / length, way[1] / length), kind, segment.end_at or "")
    area_id = segment.end_at or next(s.id for s in of_kind(plan.tile, *AREAS))
    target = side_point(side, 0.5, 0.34)
    best: tuple[float, Point, Point] | None = None
    for wall in plan.areas[area_id].walls:
        for i in range(4, len(wall) - 4):
            (ax, ay), (bx, by) = wall[i - 1], wall[i + 1]
            length = math.hypot(bx - ax, by - ay)
            way = ((by - ay) / length, -(bx - ax) / length)  # the area lies to the right of its outline
            distance = math.dist(wall[i], target)
            if best is None or distance < best[0]:
                best = (distance, wall[i], (-way[0], -way[1]))
    if best is None:
        return Gate(plan.hub, side_point(side, 0.0, 1.0), kind, area_id)
    return Gate(best[1], best[2], kind, area_id)
