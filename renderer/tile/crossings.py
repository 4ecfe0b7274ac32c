"""Where things meet: gates, tunnels, and cities that bridge a river or another city."""

from __future__ import annotations

import math

from renderer.geometry.marks import Ground, marks_of
from renderer.geometry.plan import roads_over
from renderer.style.cache import kept
from renderer.style.canvas import Image, Pen, Point, ribbon, spaced
from renderer.style.palette import THEMES
from renderer.tile.buildings import house, tower
from renderer.tile.city import gate_house
from renderer.tile.lines import ROAD_FILL, ROAD_RIM, stone_deck
from renderer.tile.scene import Scene

DECK = 0.13  # half the width of a city's bridge


def cities_over(scene: Scene) -> None:
    """The built bridge of a city that crosses something."""
    pen, theme = scene.pen, scene.theme
    for ends in scene.layout.plan.spans.values():
        a, b = (scene.at(point) for point in ends)
        wx, wy = (b[0] - a[0]), (b[1] - a[1])
        length = (wx * wx + wy * wy) ** 0.5
        wx, wy = wx / length * 0.06, wy / length * 0.06
        deck: list[Point] = [
            (a[0] - wx, a[1] - wy),
            ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
            (b[0] + wx, b[1] + wy),
        ]
        drop = [(x, y + 0.06) for x, y in deck]
        pen.poly(ribbon(drop, DECK + 0.008, DECK + 0.008), theme["ink"])
        pen.poly(ribbon(drop, DECK, DECK), theme["wall_shade"])
        pen.poly(ribbon(deck, DECK + 0.008, DECK + 0.008), theme["ink"])
        pen.poly(ribbon(deck, DECK, DECK), theme["wall"])
        pen.poly(ribbon(deck, DECK - 0.03, DECK - 0.03), theme["paving"])
        for (x, y), (nx, ny) in spaced(deck, 0.055, 0.02):
            for side in (-1, 1):
                p = (x + nx * (DECK - 0.026) * side, y + ny * (DECK - 0.026) * side)
                q = (x + nx * (DECK - 0.004) * side, y + ny * (DECK - 0.004) * side)
                pen.line((p, q), 0.014, theme["wall_shade"])
        if abs(wx) > abs(wy):  # arches are seen on bridges that run east and west
            x, y = deck[1][0], deck[1][1] + DECK + 0.062
            for r, colour in (
                (0.1, "ink"),
                (0.09, "water_dark" if "river" in scene.tile.edges else "window"),
            ):
                angles = [k * math.pi / 8 for k in range(9)]
                arch = [(x + math.cos(a) * r, y - math.sin(a) * r * 0.62) for a in angles]
                pen.poly(arch, theme[colour])
        for x, y in sorted((deck[0], deck[2]), key=lambda p: p[1]):
            house(pen, theme, x, y + 0.05, 0.13, 0.14, "roof_a", False)


def roads_over_cities(scene: Scene) -> None:
    """A viaduct from wall to wall."""
    for road, _ in roads_over(scene.tile):
        path = scene.path(scene.layout.plan.lines[road][0])
        deck = [point for point in path if 0.14 < point[0] < 0.86 and 0.14 < point[1] < 0.86]
        stone_deck(scene.pen, scene.theme, deck, "paving_shade")


def gates(scene: Scene) -> None:
    """A gate house where a road enters a city, a gap in the hedge where a trail enters a crop."""
    pen, theme = scene.pen, scene.theme
    for gate in sorted(scene.layout.plan.gates, key=lambda g: scene.at(g.at)[1]):
        if gate.kind == "crop":
            x, y = scene.at(gate.at)
            px, py = scene.at((gate.at[0] + gate.way[0], gate.at[1] + gate.way[1]))
            wx, wy = px - x, py - y
            path = [(x - wx * 0.06, y - wy * 0.06), (x + wx * 0.07, y + wy * 0.07)]
            pen.poly(ribbon(path, ROAD_RIM, ROAD_RIM), theme["trail_rim"])
            pen.poly(ribbon(path, ROAD_FILL, ROAD_FILL), theme["trail"])
            for side in (-1, 1):
                pen.disc(x - wy * 0.07 * side, y + wx * 0.07 * side, 0.022, theme["wood_dark"])
                pen.disc(x - wy * 0.07 * side, y + wx * 0.07 * side - 0.008, 0.017, theme["wood_light"])
        else:
            gate_house(scene, gate.at, gate.way)


def tunnels(scene: Scene) -> None:
    """Tunnel mouths where a road runs under a city."""
    pen, theme = scene.pen, scene.theme
    for _ in marks_of(scene.tile, Ground.WALLS):
        for wall in (w for area in scene.layout.plan.areas.values() for w in area.walls):
            x, y = scene.at(wall[len(wall) // 2])
            ox, oy = x - 0.5, y - 0.5
            length = (ox * ox + oy * oy) ** 0.5
            wx, wy = ox / length, oy / length
            mouth = [(x - wx * 0.05, y - wy * 0.05), (x + wx * 0.045, y + wy * 0.045)]
            pen.poly(ribbon(mouth, 0.1, 0.1), theme["ink"])
            pen.poly(ribbon(mouth, 0.092, 0.092), theme["rock_light"])
            pen.poly(
                ribbon([(x - wx * 0.02, y - wy * 0.02), (x + wx * 0.05, y + wy * 0.05)], 0.055, 0.055),
                theme["black"],
            )
            pen.disc(x - wx * 0.015, y - wy * 0.015, 0.055, theme["black"])
            for side in (-1, 1):
                tower(pen, theme, x - wy * 0.1 * side, y + wx * 0.1 * side + 0.02, 0.03)


@kept
def bridge_sprite(size: int, axis: int, theme: str) -> Image:
    """A wooden bridge across a tile: axis 0 runs north and south, 1 west and east."""
    look = THEMES[theme]
    pen = Pen(size, 3)
    path: list[Point] = (
        [(-0.05, 0.5), (0.5, 0.5), (1.05, 0.5)] if axis else [(0.5, -0.05), (0.5, 0.5), (0.5, 1.05)]
    )
    for dx, dy, colour in ((0.02, 0.05, "shade"), (0.0, 0.0, "ink")):
        pen.poly(ribbon([(x + dx, y + dy) for x, y in path], 0.08, 0.08), look[colour])
    pen.poly(ribbon(path, 0.072, 0.072), look["wood"])
    pen.poly(ribbon(path, 0.052, 0.052), look["wood_light"])
    for (x, y), (nx, ny) in spaced(path, 0.055, 0.02):
        pen.line(((x - nx * 0.05, y - ny * 0.05), (x + nx * 0.05, y + ny * 0.05)), 0.01, look["wood_dark"])
    for (x, y), (nx, ny) in spaced(path, 0.22, 0.1):
        for side in (-1, 1):
            pen.disc(x + nx * 0.068 * side, y + ny * 0.068 * side, 0.024, look["ink"])
            pen.disc(x + nx * 0.068 * side, y + ny * 0.068 * side - 0.004, 0.016, look["wood_light"])
    return pen.finish()
