"""Which segment owns which spot of a tile, and how deep inside it a spot lies: a small raster."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.tiles import LANDS, POSTS, Tile
from renderer.geometry.carcassonne import BLOCK, in_tile
from renderer.geometry.plan import CORNERS, RIVER, ROAD, Plan, of_kind, roads_over, side_point
from renderer.style.canvas import Point, ribbon

GRID = 48
LAND = 255  # land whose field is not yet known
NOBODY = 0
DAM = 0.12  # half the side of a foundation that keeps fields apart
MARGIN = 8  # empty columns between the rows of a bit board
WIDE = GRID + MARGIN


@dataclass(frozen=True, slots=True)
class Regions:
    """The raster of a tile: a label for each spot, the segment ids of the labels, and depths."""

    labels: bytes
    ids: tuple[str, ...]  # of label 1, 2, ...
    depths: bytes  # in cells, towards the nearest spot of another segment or the rim
    spots: dict[str, list[tuple[Point, float]]]

    def at(self, point: Point) -> str | None:
        """The segment that owns a spot."""
        label = self.labels[_index(point)]
        return self.ids[label - 1] if 0 < label <= len(self.ids) else None

    def depth(self, point: Point) -> float:
        """How far a spot lies from the nearest other segment, in tile units."""
        return self.depths[_index(point)] / GRID

    def cells(self, segment: str) -> list[tuple[Point, float]]:
        """Every other spot of a segment with its depth, the deepest first."""
        return self.spots.get(segment, [])

    def mask(self, segment: str) -> Image.Image:
        """White where a segment lies."""
        label = self.ids.index(segment) + 1
        image = Image.frombytes("L", (GRID, GRID), self.labels)
        return image.point([255 if i == label else 0 for i in range(256)])


def _index(point: Point) -> int:
    x = min(GRID - 1, max(0, int(point[0] * GRID)))
    y = min(GRID - 1, max(0, int(point[1] * GRID)))
    return y * GRID + x


def regions_of(plan: Plan) -> Regions:
    """Paint the segments of a tile as labels."""
    tile = plan.tile
    ids = tuple(segment.id for segment in tile.segments)
    image = Image.new("L", (GRID, GRID), LAND)
    draw = ImageDraw.Draw(image)

    def fill(points: list[Point], segment: str) -> None:
        draw.polygon([(x * GRID - 0.5, y * GRID - 0.5) for x, y in points], fill=ids.index(segment) + 1)

    order = sorted(plan.areas, key=lambda area: area in plan.spans)
    rivers = [s.id for s in of_kind(tile, "river")]
    for line in (*rivers, *(s.id for s in of_kind(tile, "road", "trail"))):
        half = RIVER if line in rivers else ROAD
        for path in plan.lines[line]:
            fill(ribbon(path, half, half), line)
    for stub in plan.stubs:
        draw.polygon([(x * GRID - 0.5, y * GRID - 0.5) for x, y in ribbon(stub, ROAD, ROAD)], fill=NOBODY)
    for post in of_kind(tile, *POSTS):
        if post.id in plan.hubs:
            x, y = plan.hubs[post.id]
            dam = (x - DAM, y - DAM, x + DAM, y + DAM)
            draw.rectangle([v * GRID for v in dam], fill=NOBODY)
    for segment in of_kind(tile, "river"):
        if segment.end == "lake":
            x, y = plan.lines[segment.id][0][-1]
            draw.ellipse(
                [(v * GRID) for v in (x - 0.2, y - 0.19, x + 0.2, y + 0.19)], fill=ids.index(segment.id) + 1
            )
    for area in order:
        for outline in plan.areas[area].outlines:
            fill(list(outline), area)
        if area in plan.spans:
            fill(ribbon(plan.spans[area], 0.13, 0.13), area)
    for road, _ in roads_over(tile):
        for path in plan.lines[road]:
            fill(ribbon(path, ROAD, ROAD), road)
    for corner, area in tile.corners:  # a tip keeps the fields beside it apart
        tip = side_point(CORNERS.index(corner), 1, 0)
        walls = [wall for wall in plan.areas[area].walls if tip in (wall[0], wall[-1])]
        beside = [wall[4] if wall[0] == tip else wall[-5] for wall in walls]
        inner = sum(p[0] for p in beside) / len(beside), sum(p[1] for p in beside) / len(beside)
        way = [(v * (GRID - 1)) for point in (tip, inner) for v in point]
        draw.line(way, fill=ids.index(area) + 1, width=2)
    for segment in of_kind(tile, "carcassonne"):
        fill(in_tile(BLOCK, tile.at or (0, 0)), segment.id)
    labels = _name_fields(tile, bytearray(image.tobytes()), ids)
    depths = _depths(labels)
    return Regions(labels, ids, depths, _spots(labels, depths, ids))


_COLUMNS = tuple((column + 0.5) / GRID for column in range(0, GRID, 2))


def _spots(labels: bytes, depths: bytes, ids: tuple[str, ...]) -> dict[str, list[tuple[Point, float]]]:
    found: list[list[tuple[int, float, float]]] = [[] for _ in range(len(ids) + 1)]
    for row in range(0, GRID, 2):
        y = (row + 0.5) / GRID
        line = slice(row * GRID, (row + 1) * GRID, 2)
        for x, label, depth in zip(_COLUMNS, labels[line], depths[line], strict=True):
            found[label].append((-depth, y, x))
    out = {}
    for name, cells in zip(ids, found[1:], strict=True):
        cells.sort()
        out[name] = [_shared.setdefault(cell, ((cell[2], cell[1]), -cell[0] / GRID)) for cell in cells]
    return out


_shared: dict[tuple[int, float, float], tuple[Point, float]] = {}  # spots of all tiles: one object each


Run = tuple[int, int]  # first cell, cell after the last


def _name_fields(tile: Tile, labels: bytearray, ids: tuple[str, ...]) -> bytes:
    """Give every connected piece of land to the field whose half-edges it touches."""
    pieces = _pieces(labels)
    owner: dict[int, str] = {}
    for segment in of_kind(tile, *LANDS):
        for half in segment.halves:
            spot = _index(side_point(half // 2, 0.2 if half % 2 == 0 else 0.8, 0.012))
            for piece, runs in pieces.items():
                if any(first <= spot < stop for first, stop in runs):
                    owner[piece] = segment.id
    inner = [s.id for s in of_kind(tile, *LANDS) if "inner" in s.marks]
    loose = [p for p in sorted(pieces) if p not in owner and sum(b - a for a, b in pieces[p]) > 8]
    for i, piece in enumerate(loose):
        if inner:
            owner[piece] = inner[i * len(inner) // len(loose)]
    for piece, runs in pieces.items():
        name = owner.get(piece)
        label = ids.index(name) + 1 if name else NOBODY
        for first, stop in runs:
            labels[first:stop] = bytes((label,)) * (stop - first)
    return bytes(labels)


def _pieces(labels: bytearray) -> dict[int, list[Run]]:
    """The connected pieces of land as runs of cells, numbered from north to south."""
    parent: list[int] = []
    runs: list[Run] = []

    def root(run: int) -> int:
        while parent[run] != run:
            run = parent[run]
        return run

    above: list[int] = []
    for row in range(GRID):
        here: list[int] = []
        end = (row + 1) * GRID
        for match in _LANDS.finditer(labels, row * GRID, end):
            first, stop = match.span()
            here.append(len(runs))
            parent.append(len(runs))
            runs.append((first, stop))
            for other in above:
                if runs[other][0] + GRID < stop and first < runs[other][1] + GRID:
                    a, b = sorted((root(other), root(here[-1])))
                    parent[b] = a
        above = here
    pieces: dict[int, list[Run]] = {}
    for number, run in enumerate(runs):
        pieces.setdefault(root(number), []).append(run)
    return pieces


_LANDS = re.compile(bytes((LAND,)) + b"+")
_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


def _depths(labels: bytes) -> bytes:
    """Peel the segments cell by cell, on bit boards; what survives longest lies deepest."""
    gap = bytes(MARGIN)
    wide = bytes(WIDE) + b"".join(labels[row * GRID : (row + 1) * GRID] + gap for row in range(GRID))
    boards = []
    for label in set(labels) - {NOBODY}:
        table = bytearray(b"0") * 256
        table[label] = 49
        boards.append(int(wide.translate(table), 2))
    total = 0
    peel = 0
    while boards:
        peeled = []
        for board in boards:
            core = board & board >> 1 & board << 1 & board >> WIDE & board << WIDE
            if peel % 2:  # peel diagonals every second time, so that depths are round
                core &= board >> WIDE + 1 & board << WIDE + 1 & board >> WIDE - 1 & board << WIDE - 1
            if core:
                peeled.append(core)
        boards = peeled
        alive = format(sum(boards), "b").encode()  # they do not overlap
        total += int.from_bytes(alive.translate(_DIGITS), "big")
        peel += 1
    flat = total.to_bytes(len(wide), "big")
    return b"".join(flat[row * WIDE : row * WIDE + GRID] for row in range(1, GRID + 1))


def crosses(points: tuple[Point, ...], others: tuple[Point, ...]) -> Point | None:
    """Where two polylines cross."""
    for a, b in pairwise(points):
        for c, d in pairwise(others):
            r, s = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
            area = r[0] * s[1] - r[1] * s[0]
            if abs(area) < 1e-12:
                continue
            t = ((c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0]) / area
            u = ((c[0] - a[0]) * r[1] - (c[1] - a[1]) * r[0]) / area
            if 0 <= t <= 1 and 0 <= u <= 1:
                return a[0] + r[0] * t, a[1] + r[1] * t
    return None
