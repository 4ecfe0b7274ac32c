"""Tile facts: one data file per set, and the loader that checks them.

Sides are N, E, S, W = 0, 1, 2, 3. Each side has two halves, numbered clockwise from the west half of the
north edge, so side ``k`` owns halves ``2k`` and ``2k + 1``. A quarter turn clockwise adds 1 to a side and
2 to a half. A city fills its edge; a road or a river sits in its middle, with a field on each half.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

SIDES = "NESW"
AREAS = frozenset({"city", "crop"})  # fill a whole edge
LINES = frozenset({"road", "river", "trail"})  # cross the middle of an edge
LANDS = frozenset({"field", "meadow"})  # everything else along the rim
SITES = frozenset({"monastery", "shrine", "garden"})  # complete when all eight neighbours are there
INNER = frozenset({"carcassonne"})  # no place of their own on the rim
POSTS = frozenset({"tower"})  # a figure may stand there, and nothing is ever scored
MARKS = ("princess", "inn", "cathedral", "tunnel", "pig_herd", "inner")  # printed on a segment, or not
SETS = (
    "base",
    "river",
    "river2",
    "carcassonne",
    "ordinary",
    "cult",
    "princess_dragon",
    "bridges_castles_bazaars",
    "inns_cathedrals",
    "traders_builders",
    "tower",
    "over_hill_and_dale",
)


class BadTile(ValueError):
    """A tile file contradicts itself."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A feature's part on one tile, as printed (not turned)."""

    id: str
    kind: str
    sides: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    shields: int = 0
    cap: bool = False  # a semicircle on one edge: two of them make a small city
    borders: tuple[str, ...] = ()  # fields: the cities of this tile that they touch
    end: str | None = None  # what a line with one side ends at: crossing, city, source, lake, ...
    end_at: str | None = None  # the id of the feature it ends at
    inside: str | None = None  # a monastery that stands inside this city
    symbol: str | None = None  # crops: what is harvested
    marks: frozenset[str] = frozenset()  # some of MARKS, and the goods of a city: wine, grain, cloth


@dataclass(frozen=True, slots=True)
class Tile:
    """One picture of a set: what is printed on it and how many copies there are."""

    id: str
    set: str
    count: int
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    symbols: frozenset[str] = frozenset()
    animals: tuple[tuple[str, int], ...] = ()
    crosses: tuple[tuple[str, str], ...] = ()  # (over, under): these cross without touching
    corners: tuple[tuple[str, str], ...] = ()  # ("SE", "c1"): a city's tip reaches this corner
    at: tuple[int, int] | None = None  # its place in a start block (column, row)


@dataclass(frozen=True, slots=True)
class TileSet:
    """All tiles of one data file."""

    name: str
    tiles: tuple[Tile, ...]
    start: str | None = None
    quarters: tuple[tuple[str, str], ...] = ()
    reconstructed: bool = False  # the printed distribution is not known: this one is a guess, and says so


@cache
def load(name: str) -> TileSet:
    """Read and check one set; raises BadTile if its data contradict themselves."""
    text = resources.files(__package__).joinpath(f"{name}.json").read_text("utf-8")
    return parse(json.loads(text))


def parse(data: dict[str, Any]) -> TileSet:
    """Turn the plain data of a set into checked tiles."""
    tiles = tuple(_tile(data["set"], raw) for raw in data["tiles"])
    for tile in tiles:
        check(tile)
    if sum(tile.count for tile in tiles) != data["total"]:
        raise BadTile(f"{data['set']}: the copies do not add up to {data['total']}")
    if len({tile.id for tile in tiles}) != len(tiles):
        raise BadTile(f"{data['set']}: two tiles share an id")
    start = data.get("start")
    if start is not None and start not in {tile.id for tile in tiles}:
        raise BadTile(f"{data['set']}: no start tile {start}")
    quarters = tuple(data.get("quarters", {}).items())
    return TileSet(data["set"], tiles, start, quarters, data.get("reconstructed", False))


def _tile(set_name: str, raw: dict[str, Any]) -> Tile:
    return Tile(
        id=raw["id"],
        set=set_name,
        count=raw["count"],
        edges=tuple(raw["edges"]),
        segments=tuple(_segment(part) for part in raw["features"]),
        symbols=frozenset(raw.get("symbols", ())),
        animals=tuple(raw.get("animals", {}).items()),
        crosses=tuple((cross["over"], cross["under"]) for cross in raw.get("crosses", ())),
        corners=tuple(raw.get("city_corners", {}).items()),
        at=tuple(raw["at"]) if "at" in raw else None,
    )


def _segment(raw: dict[str, Any]) -> Segment:
    end = raw.get("end")
    if isinstance(end, str):
        end = {"at": end}
    return Segment(
        id=raw["id"],
        kind=raw["kind"],
        sides=tuple(SIDES.index(side) for side in raw.get("sides", ())),
        halves=tuple(raw.get("halves", ())),
        shields=raw.get("shields", 0),
        cap=raw.get("cap", False),
        borders=tuple(raw.get("cities", ())),
        end=end["at"] if end else None,
        end_at=end.get("feature") if end else None,
        inside=raw.get("inside"),
        symbol=raw.get("symbol"),
        marks=frozenset(
            [mark for mark in MARKS if raw.get(mark)] + ([raw["goods"]] if "goods" in raw else [])
        ),
    )


def check(tile: Tile) -> None:
    """Raise BadTile unless every part of the rim belongs to exactly the features that its edge names."""
    ids = [segment.id for segment in tile.segments]
    if len(set(ids)) != len(ids):
        raise BadTile(f"{tile.id}: two features share an id")
    halves: dict[int, str] = {}
    lines: dict[int, str] = {}
    for segment in tile.segments:
        _check_segment(tile, segment, ids)
        for side in segment.sides:
            if side in lines:
                raise BadTile(f"{tile.id}: two features on side {SIDES[side]}")
            lines[side] = segment.kind
        covered = segment.halves
        if segment.kind in AREAS:
            covered = tuple(half for side in segment.sides for half in (2 * side, 2 * side + 1))
        for half in covered:
            if half in halves:
                raise BadTile(f"{tile.id}: half-edge {half} has two owners")
            halves[half] = segment.kind
    for side, edge in enumerate(tile.edges):
        if edge == "inner":
            continue
        if lines.get(side, edge) != edge or (side not in lines and edge not in LANDS):
            raise BadTile(f"{tile.id}: side {SIDES[side]} is not {edge}")
        if 2 * side not in halves or 2 * side + 1 not in halves:
            raise BadTile(f"{tile.id}: a half of side {SIDES[side]} belongs to nothing")


def _check_segment(tile: Tile, segment: Segment, ids: list[str]) -> None:
    where = f"{tile.id}/{segment.id}"
    if segment.kind not in AREAS | LINES | LANDS | SITES | INNER | POSTS:
        raise BadTile(f"{where}: unknown kind {segment.kind}")
    if not set(segment.sides) <= set(range(4)) or not set(segment.halves) <= set(range(8)):
        raise BadTile(f"{where}: outside the rim")
    if segment.kind in AREAS | LINES and not segment.sides:
        raise BadTile(f"{where}: reaches no side")
    if segment.kind in LANDS and not segment.halves and "inner" not in segment.marks:
        raise BadTile(f"{where}: reaches no half-edge")
    if segment.kind in LINES and (len(segment.sides) == 1) != (segment.end is not None):
        raise BadTile(f"{where}: a line ends on this tile or runs through it")
    if segment.cap and len(segment.sides) != 1:
        raise BadTile(f"{where}: a cap has one side")
    for other in (*segment.borders, segment.end_at, segment.inside):
        if other is not None and other not in ids:
            raise BadTile(f"{where}: names {other}, which is not on the tile")
