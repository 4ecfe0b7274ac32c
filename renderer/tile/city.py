"""Cities: paved ground, roofs, walls with battlements, towers and gates."""

from __future__ import annotations

import math

from renderer.geometry.marks import MARKS, Ground, marks_of
from renderer.geometry.plan import Area, of_kind, side_point
from renderer.style.canvas import Pen, Point, band, normals, ribbon, shifted, spaced, turn
from renderer.style.palette import Theme
from renderer.tile.buildings import ROOFS, quick_house, quick_tower
from renderer.tile.scene import Scene

WALL = 0.075  # how thick a wall is
FACE = 0.05  # how high it stands
LINE = 0.02  # its dark edge
SEAM = (0.5,)  # houses that stand on every edge of a city, half on each tile
STEP = 0.225  # between houses
TOWER = 0.068


def towns(scene: Scene) -> None:
    """Draw all cities of a tile; one that bridges another comes last."""
    plan = scene.layout.plan
    for segment in sorted(of_kind(scene.tile, "city"), key=lambda city: city.id in plan.spans):
        city_ground(scene, segment.id)
        city_houses(scene, segment.id)
        city_walls(scene, segment.id)


def city_ground(scene: Scene, segment: str) -> None:
    """Pave a city."""
    pen, theme, rng = scene.pen, scene.theme, scene.rng
    for outline in scene.layout.plan.areas[segment].outlines:
        pen.poly(scene.path(outline), theme["paving"])
    spots = scene.layout.regions.cells(segment)
    for _ in range(len(spots) // 16):
        (px, py), _ = rng.choice(spots)
        if 0.04 < px < 0.96 and 0.04 < py < 0.96:
            x, y = scene.at((px, py))
            pen.disc(x, y, 0.016, theme["paving_mark"], 0.009)


def city_houses(scene: Scene, segment: str) -> None:
    """Fill a city with houses, from north to south."""
    pen, theme, rng = scene.pen, scene.theme, scene.rng
    plan, regions = scene.layout.plan, scene.layout.regions
    sides = next(s.sides for s in scene.tile.segments if s.id == segment)
    things: list[tuple[float, float, float, float, str, bool]] = []
    keep = _kept_free(scene, segment)
    for side in sides:
        for u in SEAM:
            x, y = scene.at(side_point(side, u, 0))
            keep.append((x, y, 0.18))
            things.append(_seam_house(x, y))
    for curve in plan.areas[segment].walls:
        for x, y in shifted(scene.path(curve[::2]), WALL * 0.6):
            keep.append((x, y + 0.01, 0.125))
    for row in range(6):
        for column in range(6):
            x = (column + (0.5 if row % 2 else 0.0)) * STEP + rng.uniform(-0.02, 0.02) - 0.02
            y = row * STEP * 0.9 + rng.uniform(-0.018, 0.018)
            if not (0.13 < x < 0.85 and 0.15 < y < 0.9):  # nothing of it crosses the rim
                continue
            if regions.at(turn((x, y), -scene.rotation)) != segment:
                continue
            if any((x - kx) ** 2 + (y - ky) ** 2 < r * r for kx, ky, r in keep):
                continue
            w, h = rng.uniform(0.18, 0.21), rng.uniform(0.19, 0.22)
            things.append((y + 0.08, x, w, h, rng.choice(ROOFS), rng.random() < 0.4))
    for y, x, w, h, roof, gable in sorted(things):
        quick_house(pen, theme, x, y, w, h, roof, gable)


def _kept_free(scene: Scene, segment: str) -> list[tuple[float, float, float]]:
    """What no house may cover: marks, gates, and the spot for a figure."""
    plan, regions = scene.layout.plan, scene.layout.regions
    keep: list[tuple[Point, float]] = [(scene.layout.anchors[segment], 0.05)]
    inside = [place for place in scene.layout.places if regions.at(place.at) == segment]
    keep += [(place.at, MARKS[place.mark].houses) for place in inside]
    keep += [(gate.at, 0.14) for gate in plan.gates]
    for (ax, ay), (bx, by) in plan.spans.values():
        keep += [((ax + (bx - ax) * t, ay + (by - ay) * t), 0.19) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
    return [(*scene.at(point), r) for point, r in keep]


def _seam_house(x: float, y: float) -> tuple[float, float, float, float, str, bool]:
    """The house on an edge: its looks depend on nothing but its place, so that both tiles draw the same."""
    vertical = min(x, 1 - x) < 1e-6
    first = (y if vertical else x) < 0.5
    roof = ROOFS[(0 if first else 1) + (1 if vertical else 0)]
    return (y + 0.11, x, 0.2, 0.21, roof, vertical != first)


def city_walls(scene: Scene, segment: str) -> None:
    """Raise the walls of a city."""
    area = scene.layout.plan.areas[segment]
    for curve in area.walls:
        wall(scene.pen, scene.theme, scene.path(curve))
    _wall_towers(scene, area)


def wall(pen: Pen, theme: Theme, curve: list[Point], thick: float = WALL, face: float = FACE) -> None:
    """A wall along a curve whose town lies to the right."""
    rim = LINE
    sides = normals(curve)
    pen.poly(band(curve, sides, rim, thick + rim, face), theme["ink"])
    pen.poly(band(curve, sides, rim, thick + rim, face * 0.5), theme["ink"])
    pen.poly(band(curve, sides, rim, thick + rim), theme["ink"])
    pen.poly(band(curve, sides, 0, thick, face), theme["wall_face"])
    pen.poly(band(curve, sides, -thick * 0.5, thick, face), theme["wall_shade"])
    pen.poly(band(curve, sides, 0, thick, face * 0.5), theme["wall_face"])
    pen.poly(band(curve, sides, 0.002, thick), theme["wall"])
    merlon = theme["wall_shade"]
    for (x, y), (nx, ny) in spaced(curve, 0.06, 0.045):
        deep = thick * 0.52
        pen.line(((x - nx * 0.004, y - ny * 0.004), (x + nx * deep, y + ny * deep)), 0.018, merlon)
    pen.poly(band(curve, sides, -thick * 0.5, thick * 0.62), merlon)


def _wall_towers(scene: Scene, area: Area) -> None:
    """A tower in the middle of long walls."""
    gates = [scene.at(gate.at) for gate in scene.layout.plan.gates]
    if any(marks_of(scene.tile, Ground.WALLS)):
        gates += [scene.at(curve[len(curve) // 2]) for curve in area.walls]
    spots: list[Point] = []
    for curve in area.walls:
        inner = shifted(scene.path(curve), WALL * 0.5)
        spots += [inner[round(share * (len(inner) - 1))] for share in (0.3, 0.7)]
    for x, y in sorted(spots, key=lambda p: p[1]):
        if all(math.dist((x, y), gate) > 0.2 for gate in gates):
            quick_tower(scene.pen, scene.theme, x, y + 0.035, 0.042)


def corner_towers(scene: Scene) -> None:
    """The part of the towers at the ends of city edges that lies on this tile."""
    for side in (0, 3, 1, 2):
        if scene.edge(side) == "city":
            for u in (0.0, 1.0):
                x, y = side_point(side, u, 0)
                corner_tower(scene.pen, scene.theme, x, y)


def corner_tower(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """The tower at a corner where a city edge ends."""
    quick_tower(pen, theme, x, y + 0.035, TOWER, "roof_c")


def gate_house(scene: Scene, at: Point, way: Point) -> None:
    """Two towers and an arch where a road enters."""
    pen, theme = scene.pen, scene.theme
    x, y = scene.at(at)
    fx, fy = scene.at((0.5 + way[0], 0.5 + way[1]))
    wx, wy = fx - 0.5, fy - 0.5
    x, y = x + wx * WALL * 0.5, y + wy * WALL * 0.5
    sx, sy = -wy, wx
    pen.poly(
        ribbon([(x - wx * 0.05, y - wy * 0.05 + 0.02), (x + wx * 0.05, y + wy * 0.05 + 0.02)], 0.06, 0.06),
        theme["window"],
    )
    pen.poly(
        ribbon([(x - wx * 0.012, y - wy * 0.012 - 0.02), (x + wx * 0.05, y + wy * 0.05 - 0.02)], 0.1, 0.1),
        theme["ink"],
    )
    pen.poly(
        ribbon(
            [(x - wx * 0.004, y - wy * 0.004 - 0.022), (x + wx * 0.042, y + wy * 0.042 - 0.022)], 0.09, 0.09
        ),
        theme["wall"],
    )
    towers = sorted(((x + sx * 0.1, y + sy * 0.1), (x - sx * 0.1, y - sy * 0.1)), key=lambda p: p[1])
    for tx, ty in towers:
        quick_tower(pen, theme, tx, ty + 0.03, 0.045, "roof_c")
