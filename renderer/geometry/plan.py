"""What is known of where things lie on a tile, and how points on it are named.

Everything is in unit coordinates of the tile as printed. A point on side ``k`` is given by ``u``, the way
along the side clockwise, and ``v``, the depth inwards; corner ``k`` is the clockwise end of side ``k``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.tiles import Segment, Tile
from renderer.style.canvas import Point

CORNERS = ("NE", "SE", "SW", "NW")
ROAD = 0.1  # half a road with its rims
RIVER = 0.1  # half a river with its banks


@dataclass(frozen=True, slots=True)
class Area:
    """A city or crop on a tile: its outline and the curves along which it meets the land."""

    outlines: tuple[tuple[Point, ...], ...]  # clockwise: the inside lies to the right
    walls: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Gate:
    """Where a line runs into an area: the point on the wall and the way in."""

    at: Point
    way: Point
    kind: str  # city, crop, carcassonne, tunnel
    area: str


@dataclass(slots=True)
class Plan:
    """Where everything of one tile lies."""

    tile: Tile
    areas: dict[str, Area] = field(default_factory=dict)
    lines: dict[str, list[tuple[Point, ...]]] = field(default_factory=dict)
    hubs: dict[str, Point] = field(default_factory=dict)  # marks that lines run to, by segment or name
    gates: list[Gate] = field(default_factory=list)
    stubs: list[tuple[Point, ...]] = field(default_factory=list)  # ways that belong to no road
    spans: dict[str, tuple[Point, ...]] = field(default_factory=dict)  # an area that bridges something
    hub: Point = (0.5, 0.5)


def side_point(side: int, u: float, v: float) -> Point:
    """A point by its way along a side and its depth."""
    side %= 4
    if side == 0:
        return u, v
    if side == 1:
        return 1 - v, u
    if side == 2:
        return 1 - u, 1 - v
    return v, 1 - u


def of_kind(tile: Tile, *kinds: str) -> Iterator[Segment]:
    """The segments of some kinds."""
    return (segment for segment in tile.segments if segment.kind in kinds)


def roads_over(tile: Tile) -> list[tuple[str, str]]:
    """(road, city) for every road that runs over a city."""
    kinds = {segment.id: segment.kind for segment in tile.segments}
    return [pair for pair in tile.crosses if [kinds[name] for name in pair] == ["road", "city"]]
