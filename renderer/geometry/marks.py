"""The marks of all boxes: what is printed on tiles beside the land itself, and where it may lie.

A new mark needs a row here and one in `renderer.tile.marks`, which draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from engine.tiles import POSTS, SITES, Segment, Tile


class Ground(Enum):
    """Where a mark may lie."""

    HUB = auto()  # in the middle of the tile: roads end at it or bend around it
    LAND = auto()  # in the deepest field
    WALLS = auto()  # in the middle of every wall
    OWN = auto()  # on its own segment
    ROADSIDE = auto()  # on the land beside its road
    POST = auto()  # where roads end at it, or deep in a field or city, away from gates
    OPEN = auto()  # in the field, or else the city, with most room
    MEADOW = auto()  # anywhere in the meadows
    NOWHERE = auto()  # it has no picture


@dataclass(frozen=True, slots=True)
class Mark:
    """One kind of mark: the radius that it needs, in tiles, and where it may lie."""

    room: float
    ground: Ground = Ground.OWN
    large: bool = False  # a building: plants and tints keep farther away
    houses: float = 0.22  # the radius without houses, if it lies in a city


# of two marks on one segment, the upper one chooses its place first
MARKS: dict[str, Mark] = {
    "monastery": Mark(0.19, Ground.HUB, large=True),
    "city_monastery": Mark(0.19, Ground.HUB, large=True, houses=0.24),  # it stands inside a city
    "shrine": Mark(0.15, Ground.HUB, large=True),
    "garden": Mark(0.16, Ground.LAND),
    "tower": Mark(0.14, Ground.POST, houses=0.2),
    "volcano": Mark(0.22, Ground.HUB, large=True),
    "bazaar": Mark(0.16, Ground.HUB, houses=0.24),
    "cathedral": Mark(0.26, Ground.HUB, large=True, houses=0.34),
    "tunnel": Mark(0.12, Ground.WALLS),
    "shield": Mark(0.17),
    "princess": Mark(0.16),
    "apple": Mark(0.16),
    "strawberry": Mark(0.16),
    "pumpkin": Mark(0.16),
    "sunflower": Mark(0.16),
    "wheat": Mark(0.16),
    "scarecrow": Mark(0.16),
    "wine": Mark(0.16),
    "grain": Mark(0.16),
    "cloth": Mark(0.16),
    "pig_herd": Mark(0.15),
    "inn": Mark(0.17, Ground.ROADSIDE),
    "portal": Mark(0.185, Ground.OPEN),
    "dragon": Mark(0.175, Ground.OPEN),
    "pig": Mark(0.07, Ground.MEADOW),
    "sheep": Mark(0.07, Ground.MEADOW),
    "chicken": Mark(0.07, Ground.MEADOW),
    "horse": Mark(0.07, Ground.MEADOW),
    "inner": Mark(0.0, Ground.NOWHERE),  # a field without a part of the rim
}


def printed(segment: Segment) -> set[str]:
    """The marks of a segment."""
    found = set(segment.marks)
    if segment.kind in POSTS:
        found.add(segment.kind)
    if segment.kind in SITES:
        found.add(f"city_{segment.kind}" if segment.inside else segment.kind)
    if segment.shields:
        found.add("shield")
    if segment.symbol:
        found.add(segment.symbol)
    return found


def marks_of(tile: Tile, *grounds: Ground) -> Iterator[tuple[str, Segment | None]]:
    """The marks of a tile that lie on some grounds, each with its segment: segments first, then symbols."""
    names = [name for name, mark in MARKS.items() if mark.ground in grounds]
    for segment in tile.segments:
        found = printed(segment)
        yield from ((name, segment) for name in names if name in found)
    yield from ((name, None) for name in names if name in tile.symbols)
