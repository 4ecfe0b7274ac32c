"""The outlines of cities and crops: along their sides, and in curves across the tile."""

from __future__ import annotations

import math

from engine.tiles import AREAS, LANDS, LINES, Segment, Tile
from renderer.geometry.marks import Ground, marks_of
from renderer.geometry.plan import CORNERS, Area, side_point
from renderer.style.canvas import Point

STEPS = 16  # of a wall


def _cap(u: float, depth: float) -> float:
    return depth * math.sin(math.pi * u)


def area_of(tile: Tile, segment: Segment) -> Area:
    """The outline of an area: along its own sides, and across the tile between them."""
    tips = {CORNERS.index(corner) for corner, owner in tile.corners if owner == segment.id}
    if crossing_of(tile, segment) == "split":  # the two ends of an area that bridges something
        ends = {side: _gap(tile, segment, side, (side + 3) % 4, 3) for side in segment.sides}
        outlines = [(side_point(side, 0, 0), side_point(side, 1, 0), *curve) for side, curve in ends.items()]
        return Area(tuple(outlines), tuple(ends.values()))
    outline: list[Point] = []
    walls: list[tuple[Point, ...]] = []
    sides = sorted(segment.sides)
    for side in sides:
        outline += [side_point(side, 0, 0), side_point(side, 1, 0)]
        stop = side
        while (stop + 1) % 4 not in sides:
            span = 1
            while (stop + span) % 4 not in tips and (stop + span + 1) % 4 not in sides:
                span += 1
            curve = _gap(tile, segment, stop, (stop + span) % 4, span)
            outline += curve
            walls.append(curve)
            stop = (stop + span) % 4
    return Area((tuple(outline),), tuple(walls))


def crossing_of(tile: Tile, segment: Segment) -> str:
    """How an area crosses something: it is split, it goes over another one, or under it."""
    kinds = {other.id: other.kind for other in tile.segments}
    for over, under in tile.crosses:
        if over == segment.id and kinds[under] == "river":
            return "split"
        if over == segment.id and kinds[under] in AREAS:
            return "split"
        if under == segment.id and kinds[over] in AREAS:
            return "under"
    return ""


def _gap(tile: Tile, segment: Segment, start: int, stop: int, span: int) -> tuple[Point, ...]:
    """The wall from corner `start` clockwise to corner `stop`, which lie `span` sides apart."""
    if span == 1:
        depth = _lens_depth(tile, segment, stop)
        return tuple(
            side_point(stop, i / STEPS, depth * math.sin(math.pi * i / STEPS)) for i in range(STEPS + 1)
        )
    if span == 2:
        return _diagonal(tile, segment, start, stop)
    side = start
    depth = 0.31
    if crossing_of(tile, segment) == "split":
        depth = 0.31 if any(edge == "river" for edge in tile.edges) else 0.17
    return tuple(side_point(side, 1 - i / STEPS, _cap(1 - i / STEPS, depth)) for i in range(STEPS + 1))


def _lens_depth(tile: Tile, segment: Segment, side: int) -> float:
    if crossing_of(tile, segment) == "under":
        return 0.38
    if tile.corners and tile.edges[side] not in LINES:
        return 0.19
    if any("inner" in s.marks and segment.id in s.borders for s in tile.segments):
        return 0.47 if tile.edges[side] in AREAS else 0.14  # leave room for the field beside a cap
    if _has_garden(tile) and tile.edges[side] in LANDS:
        return 0.36 if len(segment.sides) == 3 else 0.3
    if tile.edges[side] in LINES:
        return 0.3
    return 0.22 if len(segment.sides) == 2 else 0.26


def _has_garden(tile: Tile) -> bool:
    """Whether a site needs a part of the land."""
    return any(marks_of(tile, Ground.LAND))


def _diagonal(tile: Tile, segment: Segment, start: int, stop: int) -> tuple[Point, ...]:
    a, b = side_point(start, 1, 0), side_point(stop, 1, 0)
    corner = side_point((start + 1) % 4, 1, 0)
    toward = ((corner[0] - 0.5) * math.sqrt(2), (corner[1] - 0.5) * math.sqrt(2))
    bow = 0.07
    if any("inner" in s.marks and segment.id in s.borders for s in tile.segments):
        bow = -0.12  # leave room for the field between two cities
    elif tile.corners:
        bow = 0.05
    elif _has_garden(tile):
        bow = -0.06
    elif any(s.kind in LINES and len(s.sides) == 2 for s in tile.segments):
        bow = 0.0
    out = []
    for i in range(STEPS + 1):
        t = i / STEPS
        swell = bow * math.sin(math.pi * t)
        out.append(
            (a[0] + (b[0] - a[0]) * t + toward[0] * swell, a[1] + (b[1] - a[1]) * t + toward[1] * swell)
        )
    return tuple(out)
