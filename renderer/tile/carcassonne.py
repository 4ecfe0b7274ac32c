"""The city of Carcassonne on its 4 x 3 cells: one ring of walls, four quarters, each with its landmark."""

from __future__ import annotations

from random import Random

from engine.tiles import INNER
from renderer.geometry.carcassonne import BLOCK, DISTRICTS, QUARTERS, in_tile
from renderer.geometry.plan import of_kind
from renderer.style.canvas import RGB, Pen, Point
from renderer.style.palette import Theme
from renderer.tile.buildings import ROOFS, church, cross, flag, quick_house, quick_tower, tower
from renderer.tile.city import wall
from renderer.tile.scene import Scene
from renderer.tile.symbols import stall


def block_part(scene: Scene) -> None:
    """Draw what the whole city shows on one of its cells."""
    if not any(of_kind(scene.tile, *INNER)):
        return
    pen, theme = scene.pen, scene.theme
    at = scene.tile.at or (0, 0)

    def here(point: Point) -> Point:
        return scene.at((point[0] - at[0], point[1] - at[1]))

    ring = scene.path(in_tile(BLOCK, at))
    pen.poly(ring, theme["paving"])
    for name, (left, top, right, bottom) in DISTRICTS.items():
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        pen.poly([here(p) for p in corners], theme[f"quarter_{name}"])
    things: list[tuple[float, float, str]] = []
    for name, point in QUARTERS.items():
        x, y = here(point)
        things.append((y, x, name))
    for i, point in enumerate(_house_spots()):
        x, y = here(point)
        things.append((y, x, f"house{i}"))
    square = here((2.0, 1.5))
    pen.disc(*square, 0.2, theme["road"], 0.17)
    things.append((square[1], square[0], "well"))
    for y, x, name in sorted(things):
        if -0.5 < x < 1.5 and -0.5 < y < 1.7:
            _draw(pen, theme, name, x, y)
    closed = [*ring, ring[0]]
    wall(pen, theme, closed, 0.085, 0.06)
    for x, y in sorted((here(BLOCK[i]) for i in range(0, 96, 6)), key=lambda p: p[1]):
        if -0.3 < x < 1.3 and -0.3 < y < 1.4:
            quick_tower(pen, theme, x, y + 0.03, 0.07, "slate")


def _house_spots() -> list[Point]:
    rng = Random(7)  # noqa: S311
    out: list[Point] = []
    for row in range(14):
        for column in range(19):
            x = 0.58 + column * 0.165 + (0.08 if row % 2 else 0)
            y = 0.66 + row * 0.142
            point = x + rng.uniform(-0.02, 0.02), y + rng.uniform(-0.015, 0.015)
            if not (0.58 < x < 3.44 and 0.62 < y < 2.46):
                continue
            if abs(x - 2) < 0.13 or (abs(y - 1.56) < 0.12 and x < 2) or (abs(y - 1.22) < 0.1 and x > 2):
                continue
            if any(abs(x - qx) < 0.42 and -0.44 < y - qy < 0.36 for qx, qy in QUARTERS.values()):
                continue
            if (x - 2) ** 2 + (y - 1.5) ** 2 < 0.09:
                continue
            if any(
                abs(x - gx) < 0.2 and abs(y - gy) < 0.2 for gx, gy in ((0.45, 0.5), (3.5, 0.45), (2.5, 2.55))
            ):
                continue
            out.append(point)
    return out


def _draw(pen: Pen, theme: Theme, name: str, x: float, y: float) -> None:
    if name.startswith("house"):
        rng = Random(name)  # noqa: S311
        quick_house(
            pen,
            theme,
            x,
            y,
            rng.uniform(0.12, 0.145),
            rng.uniform(0.125, 0.15),
            rng.choice(ROOFS),
            rng.random() < 0.4,
        )
    elif name == "well":
        pen.disc(x, y + 0.02, 0.075, theme["ink"], 0.06)
        pen.disc(x, y + 0.015, 0.066, theme["wall"], 0.05)
        pen.disc(x, y + 0.01, 0.045, theme["water"], 0.033)
    else:
        landmark(pen, theme, name, x, y)


def landmark(pen: Pen, theme: Theme, name: str, x: float, y: float) -> None:
    """The landmark of a quarter."""
    {"palace": _palace, "market": _market, "smithy": _smithy, "cathedral": _cathedral}[name](pen, theme, x, y)


def _palace(pen: Pen, theme: Theme, x: float, y: float) -> None:
    ink = theme["ink"]
    pen.rect(x - 0.3, y - 0.2, x + 0.3, y + 0.2, ink)
    pen.rect(x - 0.29, y - 0.19, x + 0.29, y + 0.19, theme["wall"])
    pen.rect(x + 0.08, y - 0.19, x + 0.29, y + 0.19, theme["wall_face"])
    for k in range(7):
        pen.rect(x - 0.29 + k * 0.088, y - 0.23, x - 0.245 + k * 0.088, y - 0.19, theme["wall"])
    for dx in (-0.17, 0.17):
        for dy in (-0.08, 0.06):
            pen.disc(x + dx, y + dy, 0.026, theme["window"], 0.042)
    pen.disc(x, y + 0.09, 0.07, theme["wood_dark"], 0.09)
    pen.rect(x - 0.07, y + 0.09, x + 0.07, y + 0.19, theme["wood_dark"])
    for dx in (-0.3, 0.3):
        tower(pen, theme, x + dx, y + 0.16, 0.085, "slate")
        flag(pen, theme, x + dx, y - 0.07, 0.13, theme["dragon"])
    tower(pen, theme, x, y - 0.12, 0.1, "slate")
    flag(pen, theme, x, y - 0.4, 0.15, theme["gold"])


def _market(pen: Pen, theme: Theme, x: float, y: float) -> None:
    pen.disc(x, y + 0.02, 0.36, theme["road"], 0.3)
    colours: tuple[tuple[float, float, str], ...] = (
        (-0.17, -0.08, "berry"),
        (0.14, -0.1, "shield_light"),
        (-0.2, 0.12, "gold"),
        (0.02, 0.06, "leaf"),
        (0.22, 0.12, "violet"),
        (0.0, 0.26, "roof_b"),
    )
    for dx, dy, colour in sorted(colours, key=lambda c: c[1]):
        stall(pen, theme, x + dx, y + dy, 0.18, theme[colour], theme["white"])


def _smithy(pen: Pen, theme: Theme, x: float, y: float) -> None:
    ink = theme["ink"]
    for dx, dy, r in ((0.22, -0.46, 0.1), (0.29, -0.56, 0.075), (0.17, -0.37, 0.07)):
        pen.disc(x + dx, y + dy, r + 0.008, theme["rock_light"])
        pen.disc(x + dx, y + dy, r, theme["smoke"])
    pen.rect(x + 0.12, y - 0.34, x + 0.22, y, ink)
    pen.rect(x + 0.13, y - 0.33, x + 0.21, y, theme["rock"])
    pen.poly(((x - 0.34, y - 0.02), (x - 0.24, y - 0.24), (x + 0.24, y - 0.24), (x + 0.34, y - 0.02)), ink)
    pen.rect(x - 0.29, y - 0.02, x + 0.29, y + 0.19, ink)
    pen.rect(x - 0.28, y - 0.02, x + 0.28, y + 0.18, theme["rock_light"])
    pen.poly(
        ((x - 0.325, y - 0.025), (x - 0.232, y - 0.232), (x + 0.232, y - 0.232), (x + 0.325, y - 0.025)),
        theme["slate_dark"],
    )
    pen.rect(x - 0.22, y + 0.02, x + 0.06, y + 0.18, theme["window"])
    pen.disc(x - 0.08, y + 0.13, 0.11, theme["lava"], 0.075)
    pen.disc(x - 0.08, y + 0.14, 0.06, theme["lava_light"], 0.045)
    _anvil(pen, x + 0.17, y + 0.2, 0.15, ink)


def _anvil(pen: Pen, x: float, y: float, s: float, colour: RGB) -> None:
    points = (
        (-0.8, -0.55), (0.6, -0.6), (0.6, -0.3), (0.2, -0.2), (0.2, 0.1), (0.5, 0.3), (-0.5, 0.3),
        (-0.2, 0.1), (-0.2, -0.2), (-0.45, -0.3),
    )  # fmt: skip
    pen.shape(x, y, s, points, colour)


def _cathedral(pen: Pen, theme: Theme, x: float, y: float) -> None:
    ink = theme["ink"]
    church(pen, theme, x + 0.06, y + 0.12, 0.52)
    for dx in (-0.26, 0.02):
        left, right, top, base = x + dx - 0.085, x + dx + 0.085, y - 0.2, y + 0.2
        pen.rect(left - 0.01, top, right + 0.01, base + 0.01, ink)
        pen.rect(left, top, right, base, theme["plaster"])
        pen.rect(x + dx + 0.03, top, right, base, theme["plaster_shade"])
        pen.poly(((left - 0.025, top), (x + dx, top - 0.28), (right + 0.025, top)), ink)
        pen.poly(
            ((left - 0.008, top - 0.006), (x + dx, top - 0.25), (right + 0.008, top - 0.006)), theme["violet"]
        )
        pen.poly(
            ((x + dx, top - 0.006), (x + dx, top - 0.25), (right + 0.008, top - 0.006)), theme["violet_dark"]
        )
        pen.disc(x + dx, top + 0.1, 0.03, theme["window"], 0.05)
        cross(pen, x + dx, top - 0.24, 0.13, ink)
    pen.rect(x - 0.19, y - 0.08, x - 0.05, y + 0.2, theme["plaster"])
    pen.disc(x - 0.12, y - 0.01, 0.055, ink)
    pen.disc(x - 0.12, y - 0.01, 0.045, theme["shield_light"])
    pen.disc(x - 0.12, y + 0.14, 0.045, theme["wood_dark"], 0.06)
