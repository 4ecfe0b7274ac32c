"""The outline of a segment as rings of points, traced from the raster of its tile."""

from __future__ import annotations

import math

from renderer.geometry.regions import GRID, Regions
from renderer.style.canvas import Point

Ring = tuple[Point, ...]
Corner = tuple[int, int]
ROUGH = 0.75  # cells: how far a point may lie from the simplified outline
SPECK = 6  # corners; a smaller ring is left out


def contours(regions: Regions, segment: str) -> tuple[Ring, ...]:
    """The rings around a segment, in unit coordinates; none if it covers no ground of its own."""
    if segment not in regions.ids:
        return ()
    label = regions.ids.index(segment) + 1
    rings = _rings(_edges(regions.labels, label))
    return tuple(_unit(_simplified(ring)) for ring in rings if len(ring) >= SPECK)


def _edges(labels: bytes, label: int) -> dict[Corner, list[Corner]]:
    """The sides of the cells of a label that face other cells, clockwise around the label."""

    wide = GRID + 2  # with a frame around the raster, every cell has four neighbours
    rows = (labels[start : start + GRID] for start in range(0, GRID * GRID, GRID))
    framed = bytes(wide) + b"".join(b"\0" + row + b"\0" for row in rows) + bytes(wide)
    found: dict[Corner, list[Corner]] = {}
    for at in [at for at, other in enumerate(framed) if other == label]:
        x, y = at % wide - 1, at // wide - 1
        if framed[at - wide] != label:
            found.setdefault((x, y), []).append((x + 1, y))
        if framed[at + 1] != label:
            found.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if framed[at + wide] != label:
            found.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if framed[at - 1] != label:
            found.setdefault((x, y + 1), []).append((x, y))
    return found


def _rings(edges: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    found = []
    while edges:
        start = at = next(iter(edges))
        ring = []
        while True:
            ring.append(at)
            ends = edges[at]
            following = ends.pop()
            if not ends:
                del edges[at]
            at = following
            if at == start:
                break
        found.append(ring)
    return found


def _simplified(ring: list[Corner]) -> list[Corner]:
    """The ring without the steps of the raster."""
    far = max(range(len(ring)), key=lambda index: math.dist(ring[0], ring[index]))
    return [*_thinned(ring[: far + 1])[:-1], *_thinned([*ring[far:], ring[0]])[:-1]]


def _thinned(line: list[Corner]) -> list[Corner]:
    """Douglas and Peucker: a line with the points that matter."""
    if len(line) < 3:
        return line
    first, last = line[0], line[-1]
    worst = max(range(1, len(line) - 1), key=lambda index: _off(line[index], first, last))
    if _off(line[worst], first, last) <= ROUGH:
        return [first, last]
    return [*_thinned(line[: worst + 1])[:-1], *_thinned(line[worst:])]


def _off(point: Corner, first: Corner, last: Corner) -> float:
    """How far a point lies from the line through two others."""
    length = math.dist(first, last)
    if not length:
        return math.dist(point, first)
    (x, y), (ax, ay), (bx, by) = point, first, last
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length


def _unit(ring: list[Corner]) -> Ring:
    return tuple((x / GRID, y / GRID) for x, y in ring)
