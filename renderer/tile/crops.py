"""The second game: ploughed crops with hedges, the five harvests, the scarecrow, and animals."""

from __future__ import annotations

import math

from PIL import Image

from renderer.geometry.plan import side_point
from renderer.style.canvas import Pen, Point, ribbon, spaced
from renderer.style.palette import Theme
from renderer.tile.plants import bush
from renderer.tile.scene import Scene
from renderer.tile.symbols import medal, pig

FURROWS = 12  # a tile


def crop_ground(scene: Scene) -> None:
    """Furrows that run on from tile to tile, under all crops of a tile."""
    pen, theme = scene.pen, scene.theme
    areas = [scene.layout.plan.areas[s.id] for s in scene.tile.segments if s.kind == "crop"]
    if not areas:
        return
    rows = Pen(pen.size, pen.oversample, theme["soil"])
    for k in range(FURROWS + 1):
        y = k / FURROWS
        rows.rect(0, y - 0.018, 1, y + 0.012, theme["soil_dark"])
        rows.rect(0, y - 0.03, 1, y - 0.018, theme["soil_light"])
        for i in range(12):
            x = (i + (0.25 if k % 2 else 0.75)) / 12
            rows.poly(
                ((x - 0.017, y - 0.03), (x, y - 0.006), (x + 0.017, y - 0.03), (x, y - 0.042)),
                theme["sprout"],
            )
    mask = Image.new("L", rows.image.size, 0)
    brush = Pen(pen.size, pen.oversample, mask.convert("RGB"))
    for area in areas:
        for outline in area.outlines:
            brush.poly(scene.path(outline), (255, 255, 255))
    pen.image.paste(rows.image, (0, 0), brush.image.convert("L"))


def hedges(scene: Scene, segment: str) -> None:
    """A hedge around a crop."""
    for curve in scene.layout.plan.areas[segment].walls:
        hedge(scene.pen, scene.theme, scene.path(curve))


def hedge(pen: Pen, theme: Theme, curve: list[Point]) -> None:
    """A hedge along a curve whose crop lies to the right."""
    pen.poly(ribbon(curve, 0.014, 0.05), theme["leaf_dark"])
    for (x, y), (nx, ny) in spaced(curve, 0.042, 0.02):
        pen.disc(x + nx * 0.018, y + ny * 0.018, 0.033, theme["leaf_dark"])
    for (x, y), (nx, ny) in spaced(curve, 0.042, 0.02):
        pen.disc(x + nx * 0.016, y + ny * 0.016 - 0.006, 0.026, theme["leaf"])
    for (x, y), (nx, ny) in spaced(curve, 0.084, 0.03):
        pen.disc(x + nx * 0.01 - 0.004, y + ny * 0.01 - 0.014, 0.011, theme["leaf_light"])


def corner_bushes(scene: Scene) -> None:
    """The part of the bushes at the ends of crop edges that lies on this tile."""
    for side in (0, 3, 1, 2):
        if scene.edge(side) == "crop":
            for u in (0.0, 1.0):
                corner_bush(scene.pen, scene.theme, *side_point(side, u, 0))


def corner_bush(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """The bush at a corner where a crop edge ends."""
    bush(pen, theme, x, y + 0.03, 0.075)


def crop_mark(pen: Pen, theme: Theme, symbol: str, x: float, y: float) -> None:
    """A badge with what grows here."""
    medal(pen, theme, x, y, 0.125, theme["wood_light"], theme["medal"])
    harvest(pen, theme, symbol, x, y, 0.085)


def harvest(pen: Pen, theme: Theme, symbol: str, x: float, y: float, s: float) -> None:
    """One of the five harvests, or a scarecrow."""
    _HARVESTS[symbol](pen, theme, x, y, s)


def _apple(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.line(((x, y - s * 0.35), (x + s * 0.12, y - s * 0.95)), 0.014, theme["wood_dark"])
    pen.poly(
        (
            (x + s * 0.1, y - s * 0.6),
            (x + s * 0.4, y - s * 0.98),
            (x + s * 0.75, y - s * 0.8),
            (x + s * 0.45, y - s * 0.5),
        ),
        theme["leaf"],
    )
    for dx in (-0.32, 0.32):
        pen.disc(x + dx * s, y + s * 0.2, s * 0.56, theme["berry"], s * 0.66)
    pen.disc(x - s * 0.4, y - s * 0.05, s * 0.14, theme["rose_light"], s * 0.2)


def _strawberry(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.poly(
        (
            (x - s * 0.7, y - s * 0.3),
            (x - s * 0.35, y - s * 0.55),
            (x + s * 0.35, y - s * 0.55),
            (x + s * 0.7, y - s * 0.3),
            (x + s * 0.5, y + s * 0.3),
            (x, y + s * 0.95),
            (x - s * 0.5, y + s * 0.3),
        ),
        theme["rose"],
    )
    for dx, dy in ((-0.35, -0.1), (0.0, 0.0), (0.35, -0.1), (-0.18, 0.32), (0.18, 0.32), (0, 0.6)):
        pen.disc(x + dx * s, y + dy * s, s * 0.07, theme["flower_yellow"], s * 0.1)
    for dx in (-0.5, 0.0, 0.5):
        pen.poly(
            (
                (x + dx * s - s * 0.3, y - s * 0.5),
                (x + dx * s * 1.3, y - s * 0.1),
                (x + dx * s + s * 0.3, y - s * 0.5),
                (x + dx * 0.4 * s, y - s * 0.95),
            ),
            theme["leaf"],
        )


def _pumpkin(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.rect(x - s * 0.1, y - s * 0.85, x + s * 0.12, y - s * 0.3, theme["leaf_dark"])
    pen.disc(x, y + s * 0.15, s * 0.95, theme["pumpkin_dark"], s * 0.7)
    for dx, r in ((-0.58, 0.32), (0.58, 0.32), (0.0, 0.42)):
        pen.disc(x + dx * s, y + s * 0.15, r * s, theme["pumpkin"], s * 0.64)
    pen.disc(x - s * 0.12, y - s * 0.1, s * 0.1, theme["lava_light"], s * 0.2)


def _sunflower(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    for k in range(12):
        angle = math.pi * 2 * k / 12
        pen.disc(x + math.cos(angle) * s * 0.66, y + math.sin(angle) * s * 0.66, s * 0.25, theme["gold"])
    pen.disc(x, y, s * 0.56, theme["wood_dark"])
    pen.disc(x, y, s * 0.34, theme["wood"])


def _wheat(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    for lean in (-0.5, 0.0, 0.5):
        top = (x + lean * s * 1.1, y - s * 0.9)
        pen.line(((x + lean * s * 0.2, y + s * 0.95), top), 0.014, theme["gold_dark"])
        for k in range(4):
            t = k / 3.2
            cx = top[0] + (x + lean * s * 0.2 - top[0]) * t * 0.62
            cy = top[1] + (s * 1.85) * t * 0.62
            pen.disc(cx - s * 0.13, cy, s * 0.12, theme["gold"], s * 0.19)
            pen.disc(cx + s * 0.13, cy, s * 0.12, theme["gold_dark"], s * 0.19)
    pen.rect(x - s * 0.34, y + s * 0.42, x + s * 0.34, y + s * 0.56, theme["roof_c"])


def _scarecrow(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.rect(x - s * 0.07, y - s * 0.2, x + s * 0.07, y + s * 1.0, theme["wood_dark"])
    pen.rect(x - s * 0.95, y - s * 0.06, x + s * 0.95, y + s * 0.1, theme["wood_dark"])
    pen.poly(
        (
            (x - s * 0.75, y - s * 0.16),
            (x + s * 0.75, y - s * 0.16),
            (x + s * 0.7, y + s * 0.22),
            (x + s * 0.34, y + s * 0.16),
            (x + s * 0.42, y + s * 0.78),
            (x - s * 0.42, y + s * 0.78),
            (x - s * 0.34, y + s * 0.16),
            (x - s * 0.7, y + s * 0.22),
        ),
        theme["shield_light"],
    )
    pen.disc(x, y - s * 0.4, s * 0.32, theme["straw"])
    pen.poly(
        (
            (x - s * 0.62, y - s * 0.5),
            (x + s * 0.62, y - s * 0.5),
            (x + s * 0.3, y - s * 0.6),
            (x + s * 0.1, y - s * 1.05),
            (x - s * 0.3, y - s * 0.6),
        ),
        theme["wood_dark"],
    )
    for dx in (-0.12, 0.12):
        pen.disc(x + dx * s, y - s * 0.38, s * 0.055, theme["ink"])


_HARVESTS = {
    "apple": _apple,
    "strawberry": _strawberry,
    "pumpkin": _pumpkin,
    "sunflower": _sunflower,
    "wheat": _wheat,
    "scarecrow": _scarecrow,
}


def animal(pen: Pen, theme: Theme, kind: str, x: float, y: float) -> None:
    """A grazing animal."""
    if kind == "pig":
        pig(pen, theme, x, y, 0.078)
    elif kind == "sheep":
        _sheep(pen, theme, x, y, 0.085)
    elif kind == "chicken":
        _chicken(pen, theme, x, y, 0.075)
    else:
        _horse(pen, theme, x, y, 0.098)


def _sheep(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.disc(x, y + s * 0.46, s * 0.7, theme["shade"], s * 0.15)
    for dx in (-0.3, 0.3):
        pen.rect(x + dx * s - s * 0.07, y + s * 0.1, x + dx * s + s * 0.07, y + s * 0.5, theme["ink"])
    puffs = ((-0.36, 0.06, 0.3), (0.36, 0.06, 0.3), (0.0, 0.14, 0.34), (-0.2, -0.2, 0.3), (0.22, -0.2, 0.3))
    for dx, dy, r in puffs:
        pen.disc(x + dx * s, y + dy * s, r * s + 0.007, theme["ink"])
    for dx, dy, r in puffs:
        pen.disc(x + dx * s, y + dy * s, r * s, theme["white"])
    pen.disc(x - s * 0.62, y - s * 0.12, s * 0.22, theme["ink"], s * 0.26)
    pen.disc(x - s * 0.55, y - s * 0.32, s * 0.18, theme["white"], s * 0.1)


def _chicken(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.disc(x, y + s * 0.52, s * 0.5, theme["shade"], s * 0.13)
    for dx in (-0.1, 0.15):
        pen.line(((x + dx * s, y + s * 0.2), (x + dx * s, y + s * 0.56)), 0.01, theme["gold_dark"])
    body = (
        (-0.42, -0.5),
        (-0.16, -0.42),
        (0.02, -0.1),
        (0.6, -0.36),
        (0.56, 0.12),
        (0.24, 0.4),
        (-0.2, 0.36),
        (-0.44, 0.0),
    )
    pen.poly([(x + px * s * 1.14, y + py * s * 1.14) for px, py in body], theme["ink"])
    pen.poly([(x + px * s, y + py * s) for px, py in body], theme["roof_b"])
    pen.poly(
        ((x - s * 0.62, y - s * 0.36), (x - s * 0.4, y - s * 0.46), (x - s * 0.4, y - s * 0.26)),
        theme["gold"],
    )
    pen.disc(x - s * 0.26, y - s * 0.6, s * 0.14, theme["berry"], s * 0.12)
    pen.disc(x - s * 0.3, y - s * 0.36, s * 0.055, theme["ink"])
    pen.disc(x + s * 0.12, y + s * 0.08, s * 0.2, theme["roof_c"], s * 0.14)


def _horse(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.disc(x + s * 0.05, y + s * 0.56, s * 0.7, theme["shade"], s * 0.15)
    shape = (
        (-0.92, -0.46),
        (-0.6, -0.74),
        (-0.46, -0.94),
        (-0.36, -0.7),
        (-0.1, -0.3),
        (0.46, -0.3),
        (0.66, -0.14),
        (0.6, 0.58),
        (0.42, 0.58),
        (0.4, 0.18),
        (-0.16, 0.2),
        (-0.2, 0.58),
        (-0.4, 0.58),
        (-0.42, 0.0),
        (-0.5, -0.26),
        (-0.8, -0.26),
    )
    pen.poly([(x + px * s * 1.1, y + py * s * 1.1) for px, py in shape], theme["ink"])
    pen.poly([(x + px * s, y + py * s) for px, py in shape], theme["wood"])
    pen.line(((x - s * 0.4, y - s * 0.78), (x - s * 0.08, y - s * 0.3)), 0.02, theme["ink"])
    pen.line(((x + s * 0.62, y - s * 0.16), (x + s * 0.8, y + s * 0.26)), 0.018, theme["ink"])
    pen.disc(x - s * 0.56, y - s * 0.56, s * 0.05, theme["ink"])
