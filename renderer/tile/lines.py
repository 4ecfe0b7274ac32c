"""Roads, trails and rivers: bands that cross the rim exactly in the middle of a side."""

from __future__ import annotations

import math

from engine.tiles import Segment
from renderer.geometry.plan import of_kind
from renderer.style.canvas import Pen, Point, along, ribbon, spaced
from renderer.style.palette import Theme
from renderer.tile.buildings import house
from renderer.tile.plants import bush, tuft
from renderer.tile.scene import Scene

ROAD_FILL = 0.07
ROAD_RIM = 0.098
RIVER_FILL = 0.08
RIVER_RIM = 0.1


def rivers(scene: Scene) -> None:
    """Rivers with sandy banks, and the springs or lakes they end in."""
    for segment in of_kind(scene.tile, "river"):
        _river(scene, segment)


def _river(scene: Scene, segment: Segment) -> None:
    pen, theme = scene.pen, scene.theme
    paths = [scene.path(path) for path in scene.layout.plan.lines[segment.id]]
    end = segment.end
    mouth = paths[0][-1]
    for path in paths:
        pen.poly(ribbon(path, RIVER_RIM, RIVER_RIM), theme["bank"])
    if end == "lake":
        pen.disc(*mouth, 0.205, theme["bank"], 0.195)
    elif end == "source":
        pen.disc(*mouth, 0.13, theme["bank"], 0.12)
    if len(paths) > 1:  # a fork widens to a pool
        mouth = paths[1][-1]
        pen.disc(*mouth, 0.15, theme["bank"], 0.14)
        pen.disc(*mouth, 0.135, theme["water_dark"], 0.125)
    for path in paths:
        pen.poly(ribbon(path, RIVER_FILL, RIVER_FILL), theme["water_dark"])
    if end == "lake":
        pen.disc(*mouth, 0.18, theme["water_dark"], 0.17)
    elif end == "source":
        pen.disc(*mouth, 0.105, theme["water_dark"], 0.095)
    for path in paths:
        pen.poly(ribbon(path, RIVER_FILL - 0.012, RIVER_FILL - 0.012), theme["water"])
    if len(paths) > 1:
        pen.disc(*mouth, 0.125, theme["water"], 0.115)
    if end == "lake":
        pen.disc(*mouth, 0.168, theme["water"], 0.158)
    elif end == "source":
        pen.disc(*mouth, 0.093, theme["water"], 0.083)
    _ripples(scene, paths, mouth if end == "lake" else None)
    if end == "source":
        _spring(scene, mouth)


def _ripples(scene: Scene, paths: list[list[Point]], lake: Point | None) -> None:
    pen, theme = scene.pen, scene.theme
    for path in paths:
        for i, ((x, y), (nx, ny)) in enumerate(spaced(path, 0.13, 0.16)):
            if not (0.08 < x < 0.92 and 0.08 < y < 0.92):
                continue
            off = 0.028 if i % 2 else -0.028
            cx, cy = x + nx * off, y + ny * off
            tx, ty = ny * 0.045, -nx * 0.045
            pen.line(((cx - tx, cy - ty), (cx + tx, cy + ty)), 0.014, theme["water_light"])
    if lake is not None:
        x, y = lake
        for dx, dy, w in ((-0.05, -0.07, 0.05), (0.06, 0.0, 0.05), (-0.04, 0.08, 0.045)):
            pen.line(((x + dx - w, y + dy), (x + dx + w, y + dy)), 0.014, theme["water_light"])


def _spring(scene: Scene, at: Point) -> None:
    pen, theme = scene.pen, scene.theme
    x, y = at
    for dx, dy, r in (
        (-0.075, -0.06, 0.06),
        (0.07, -0.07, 0.055),
        (0.0, -0.1, 0.075),
        (-0.1, 0.02, 0.04),
        (0.1, 0.0, 0.04),
    ):
        pen.disc(x + dx, y + dy, r + 0.008, theme["rock_dark"], r * 0.8 + 0.008)
        pen.disc(x + dx, y + dy, r, theme["rock"], r * 0.8)
        pen.disc(x + dx - r * 0.2, y + dy - r * 0.25, r * 0.55, theme["rock_light"], r * 0.4)
    pen.poly(
        ((x - 0.02, y - 0.1), (x + 0.02, y - 0.1), (x + 0.035, y + 0.03), (x - 0.035, y + 0.03)),
        theme["water_light"],
    )


def roads(scene: Scene) -> None:
    """All roads and trails of a tile."""
    for kind in ("road", "trail"):
        segments = [*of_kind(scene.tile, kind)]
        if segments:
            _roads(scene, kind, segments)


def _roads(scene: Scene, kind: str, segments: list[Segment]) -> None:
    """First the rims, then the surfaces, so that arms flow together."""
    pen, theme = scene.pen, scene.theme
    fill, rim = (theme["road"], theme["road_rim"]) if kind == "road" else (theme["trail"], theme["trail_rim"])
    plan = scene.layout.plan
    paths = [scene.path(path) for s in segments for path in plan.lines[s.id]]
    paths += [scene.path(stub) for stub in plan.stubs]
    for path in paths:
        pen.poly(ribbon(path, ROAD_RIM, ROAD_RIM), rim)
    hub = scene.at(plan.hub)
    crossing = any(s.end == "crossing" for s in segments)
    if crossing:
        pen.disc(*hub, 0.158, rim, 0.15)
    for path in paths:
        pen.poly(ribbon(path, ROAD_FILL, ROAD_FILL), fill)
    if crossing:
        pen.disc(*hub, 0.13, fill, 0.122)
    for path in paths:
        if kind == "road":
            _pebbles(scene, path)
        else:
            _footprints(scene, path)
    if crossing:
        _hamlet(scene, hub, kind)
    for segment in segments:
        if segment.end == "farmhouse":
            x, y = scene.at(along(plan.lines[segment.id][0], 0.74))
            house(pen, theme, x, y + 0.06, 0.2, 0.22, "roof_c", False)


def _pebbles(scene: Scene, path: list[Point]) -> None:
    for i, ((x, y), (nx, ny)) in enumerate(spaced(path, 0.085, 0.13)):
        if 0.05 < x < 0.95 and 0.05 < y < 0.95:
            off = 0.022 if i % 2 else -0.02
            scene.pen.disc(x + nx * off, y + ny * off, 0.012, scene.theme["road_mark"], 0.009)


def _footprints(scene: Scene, path: list[Point]) -> None:
    """Ruts of a cart, and grass on the rims."""
    pen, theme = scene.pen, scene.theme
    for i, ((x, y), (nx, ny)) in enumerate(spaced(path, 0.11, 0.15)):
        if 0.06 < x < 0.94 and 0.06 < y < 0.94:
            off = 0.058 if i % 2 else -0.058
            tuft(pen, theme, x + nx * off, y + ny * off + 0.01, 0.022)
            pen.disc(x - nx * off * 0.3, y - ny * off * 0.3, 0.011, theme["trail_rim"], 0.008)


def _hamlet(scene: Scene, hub: Point, kind: str) -> None:
    """A small village, or a signpost, on a crossing."""
    pen, theme = scene.pen, scene.theme
    x, y = hub
    if kind == "road":
        for dx, dy, roof, gable in (
            (-0.072, -0.005, "roof_b", False),
            (0.078, 0.014, "roof_a", True),
            (-0.006, 0.118, "roof_b", True),
        ):
            house(pen, theme, x + dx, y + dy, 0.122, 0.138, roof, gable)
        return
    bush(pen, theme, x - 0.05, y + 0.045, 0.055)
    pen.rect(x - 0.012, y - 0.11, x + 0.012, y + 0.05, theme["wood_dark"])
    pen.poly(
        (
            (x - 0.07, y - 0.1),
            (x + 0.05, y - 0.1),
            (x + 0.08, y - 0.082),
            (x + 0.05, y - 0.064),
            (x - 0.07, y - 0.064),
        ),
        theme["wood_light"],
    )
    pen.poly(
        (
            (x + 0.06, y - 0.052),
            (x - 0.05, y - 0.052),
            (x - 0.08, y - 0.034),
            (x - 0.05, y - 0.016),
            (x + 0.06, y - 0.016),
        ),
        theme["wood"],
    )


def bridges(scene: Scene) -> None:
    """Stone bridges where a road crosses a river or another road."""
    pen, theme = scene.pen, scene.theme
    below = "water_dark" if "river" in scene.tile.edges else "shade"
    for segment, point in scene.layout.bridges:
        path = scene.layout.plan.lines[segment][0]
        nearest = min(range(1, len(path) - 1), key=lambda i: math.dist(path[i], point))
        a, b = path[nearest - 1], path[nearest + 1]
        length = math.dist(a, b)
        wx, wy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        reach = 0.16
        deck = scene.path(
            [(point[0] + wx * reach * t, point[1] + wy * reach * t) for t in (-1, -0.5, 0, 0.5, 1)]
        )
        stone_deck(pen, theme, deck, below)


def stone_deck(pen: Pen, theme: Theme, deck: list[Point], below: str) -> None:
    """A road on a stone bridge, with its shadow on what lies below."""
    lies = abs(deck[0][1] - deck[-1][1]) < abs(deck[0][0] - deck[-1][0])
    shadow = [(x + 0.02 * (not lies), y + 0.035 * lies) for x, y in deck[1:-1]]
    pen.poly(ribbon(shadow, 0.112, 0.112), theme[below])
    pen.poly(ribbon(deck, 0.122, 0.122), theme["ink"])
    pen.poly(ribbon(deck, 0.112, 0.112), theme["wall"])
    pen.poly(ribbon(deck, 0.08, 0.08), theme["road_rim"])
    pen.poly(ribbon(deck, ROAD_FILL, ROAD_FILL), theme["road"])
    for (x, y), (nx, ny) in spaced(deck, 0.05, 0.025):
        for side in (-1, 1):
            ax, ay = x + nx * 0.084 * side, y + ny * 0.084 * side
            bx, by = x + nx * 0.111 * side, y + ny * 0.111 * side
            pen.line(((ax, ay), (bx, by)), 0.012, theme["wall_shade"])
