"""Marks of the boxes: volcano, dragon, portal, bazaar, inn, pigs, shields, princess."""

from __future__ import annotations

import math

from renderer.style.canvas import RGB, Pen, Point
from renderer.style.palette import Theme
from renderer.tile.animals import pig
from renderer.tile.buildings import house


def shield(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.157) -> None:
    """A coat of arms."""
    y -= s * 0.08

    def outline(k: float) -> list[Point]:
        w, top, bottom = s * k, y - s * k, y + s * 1.15 * k
        return [
            (x - w, top),
            (x + w, top),
            (x + w, y + s * 0.25 * k),
            (x + w * 0.62, y + s * 0.78 * k),
            (x, bottom),
            (x - w * 0.62, y + s * 0.78 * k),
            (x - w, y + s * 0.25 * k),
        ]

    pen.poly([(px + 0.012, py + 0.006) for px, py in outline(1.12)], theme["paving_shade"])
    pen.poly(outline(1.12), theme["ink"])
    pen.poly(outline(1.0), theme["white"])
    pen.poly(outline(0.82), theme["shield"])
    half = ((0.0, -0.82), (0.82, -0.82), (0.82, 0.2), (0.5, 0.64), (0.0, 0.94))
    pen.shape(x, y, s, half, theme["shield_light"])
    pen.rect(x - s * 0.13, y - s * 0.8, x + s * 0.13, y + s * 0.88, theme["gold"])
    pen.rect(x - s * 0.8, y - s * 0.3, x + s * 0.8, y - s * 0.04, theme["gold"])


def medal(pen: Pen, theme: Theme, x: float, y: float, r: float, rim: RGB, ground: RGB) -> None:
    """A round badge."""
    pen.disc(x + 0.008, y + 0.012, r * 1.06, theme["ink"])
    pen.disc(x, y, r * 1.06, theme["ink"])
    pen.disc(x, y, r * 0.97, rim)
    pen.disc(x, y, r * 0.8, ground)


def princess(pen: Pen, theme: Theme, x: float, y: float, r: float = 0.166) -> None:
    """A badge with a crowned head."""
    medal(pen, theme, x, y, r, theme["rose"], theme["rose_light"])
    s = r * 0.78
    pen.disc(x, y + s * 0.02, s * 0.56, theme["hair"], s * 0.66)
    pen.shape(x, y, s, ((-0.62, 0.86), (-0.3, 0.42), (0.3, 0.42), (0.62, 0.86)), theme["rose"])
    pen.rect(x - s * 0.13, y + s * 0.2, x + s * 0.13, y + s * 0.5, theme["skin"])
    pen.disc(x, y + s * 0.02, s * 0.37, theme["skin"], s * 0.42)
    rim = (
        (-0.46, -0.24), (-0.56, -0.86), (-0.22, -0.5), (0.0, -0.98), (0.22, -0.5), (0.56, -0.86),
        (0.46, -0.24),
    )  # fmt: skip
    pen.shape(x, y, s, rim, theme["gold_dark"])
    crown = (
        (-0.4, -0.28), (-0.48, -0.7), (-0.2, -0.4), (0.0, -0.84), (0.2, -0.4), (0.48, -0.7), (0.4, -0.28),
    )  # fmt: skip
    pen.shape(x, y, s, crown, theme["gold"])
    for dx in (-0.15, 0.15):
        pen.disc(x + dx * s, y + s * 0.02, s * 0.06, theme["ink"])


def dragon_shape(x: float, y: float, s: float) -> list[Point]:
    """A dragon's head with open jaws and horns, looking left."""
    raw = (
        (-1.0, 0.06), (-0.72, -0.2), (-0.36, -0.34), (-0.16, -0.42), (-0.28, -0.74), (0.06, -0.52),
        (0.1, -0.9), (0.36, -0.5), (0.66, -0.3), (0.86, 0.1), (0.9, 0.62), (0.62, 0.95), (0.2, 0.95),
        (0.3, 0.6), (0.18, 0.34), (-0.1, 0.34), (-0.5, 0.56), (-0.86, 0.5), (-0.6, 0.32), (-0.34, 0.14),
        (-0.66, 0.14),
    )  # fmt: skip
    return [(x + px * s, y + py * s) for px, py in raw]


def dragon_mark(pen: Pen, theme: Theme, x: float, y: float, r: float = 0.166) -> None:
    """A badge with a dragon's head."""
    medal(pen, theme, x, y, r, theme["dragon"], theme["medal"])
    pen.poly(dragon_shape(x + r * 0.02, y - r * 0.02, r * 0.66), theme["dragon"])
    pen.disc(x - r * 0.1, y - r * 0.16, r * 0.09, theme["gold"])


def portal(pen: Pen, theme: Theme, x: float, y: float, r: float = 0.163) -> None:
    """A stone arch with a swirl of light."""
    y, ink = y + r * 0.14, theme["ink"]
    pen.disc(x, y + r * 0.94, r * 1.15, theme["shade"], r * 0.16)
    pen.disc(x, y - r * 0.2, r * 1.08, ink, r * 1.08)
    pen.rect(x - r * 1.08, y - r * 0.2, x + r * 1.08, y + r, ink)
    pen.disc(x, y - r * 0.2, r, theme["rock_light"])
    pen.rect(x - r, y - r * 0.2, x + r, y + r * 0.93, theme["rock_light"])
    for k in range(7):
        angle = math.pi + math.pi * k / 6
        a = (x + math.cos(angle) * r * 0.68, y - r * 0.2 + math.sin(angle) * r * 0.68)
        b = (x + math.cos(angle) * r, y - r * 0.2 + math.sin(angle) * r)
        pen.line((a, b), 0.008, theme["rock_dark"])
    pen.disc(x, y - r * 0.2, r * 0.68, theme["violet_dark"])
    pen.rect(x - r * 0.68, y - r * 0.2, x + r * 0.68, y + r * 0.93, theme["violet_dark"])
    pen.disc(x, y + r * 0.12, r * 0.56, theme["violet"], r * 0.68)
    pen.disc(x + r * 0.05, y + r * 0.14, r * 0.4, theme["violet_light"], r * 0.5)
    pen.disc(x + r * 0.1, y + r * 0.2, r * 0.27, theme["violet"], r * 0.34)
    pen.disc(x + r * 0.06, y + r * 0.2, r * 0.14, theme["white"], r * 0.18)


def volcano(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.22) -> None:
    """A smoking mountain with lava."""
    ink = theme["rock_dark"]
    base = y + s * 0.72
    pen.disc(x + s * 0.08, base, s * 1.12, theme["shade"], s * 0.26)
    for dx, dy, r in ((0.2, -1.06, 0.24), (-0.06, -0.9, 0.2), (0.36, -1.2, 0.17)):
        pen.disc(x + dx * s, y + dy * s, r * s, theme["rock_light"])
        pen.disc(x + dx * s - 0.008, y + dy * s - 0.008, r * s * 0.88, theme["smoke"])
    pen.poly(
        (
            (x - s * 1.08, base),
            (x - s * 0.62, y + s * 0.2),
            (x - s * 0.3, y - s * 0.62),
            (x + s * 0.3, y - s * 0.62),
            (x + s * 0.62, y + s * 0.2),
            (x + s * 1.08, base),
            (x + s * 0.5, base + s * 0.16),
            (x - s * 0.5, base + s * 0.16),
        ),
        ink,
    )
    pen.poly(
        (
            (x - s * 1.0, base - s * 0.03),
            (x - s * 0.57, y + s * 0.2),
            (x - s * 0.27, y - s * 0.58),
            (x + s * 0.27, y - s * 0.58),
            (x + s * 0.57, y + s * 0.2),
            (x + s * 1.0, base - s * 0.03),
            (x + s * 0.46, base + s * 0.1),
            (x - s * 0.46, base + s * 0.1),
        ),
        theme["rock"],
    )
    pen.poly(
        (
            (x - s * 1.0, base - s * 0.03),
            (x - s * 0.57, y + s * 0.2),
            (x - s * 0.27, y - s * 0.58),
            (x - s * 0.1, y - s * 0.55),
            (x - s * 0.3, y + s * 0.25),
            (x - s * 0.5, base + s * 0.08),
        ),
        theme["rock_light"],
    )
    pen.disc(x, y - s * 0.6, s * 0.31, ink, s * 0.14)
    pen.disc(x, y - s * 0.6, s * 0.25, theme["lava"], s * 0.1)
    pen.disc(x, y - s * 0.6, s * 0.13, theme["lava_light"], s * 0.05)
    lava = ((-0.02, -0.54), (0.16, -0.54), (0.2, -0.1), (0.36, 0.3), (0.22, 0.36), (0.08, 0.02))
    pen.shape(x, y, s, lava, theme["lava"])
    pen.shape(x, y, s, ((-0.2, -0.54), (-0.1, -0.54), (-0.16, 0.16), (-0.26, 0.2)), theme["lava_light"])


def bazaar(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """Market stalls with striped awnings."""
    pen.disc(x, y + 0.05, 0.185, theme["road_rim"], 0.125)
    pen.disc(x, y + 0.05, 0.172, theme["road"], 0.112)
    for dx, dy, a, b in (
        (-0.078, 0.02, "shield_light", "white"),
        (0.088, 0.035, "violet", "white"),
        (0.0, 0.125, "gold", "white"),
    ):
        stall(pen, theme, x + dx, y + dy, 0.142, theme[a], theme[b])


def stall(pen: Pen, theme: Theme, x: float, y: float, w: float, a: RGB, b: RGB) -> None:
    """One stall that stands on (x, y)."""
    h, ink, rim = w * 0.9, theme["ink"], 0.007
    pen.rect(x - w * 0.46 - rim, y - h * 0.5, x + w * 0.46 + rim, y + rim, ink)
    pen.rect(x - w * 0.46, y - h * 0.5, x + w * 0.46, y, theme["wood_dark"])
    pen.rect(x - w * 0.46, y - h * 0.26, x + w * 0.46, y, theme["wood_light"])
    for k, colour in enumerate(("berry", "flower_yellow", "leaf_light")):
        pen.disc(x + (k - 1) * w * 0.26, y - h * 0.3, w * 0.1, theme[colour])
    pen.poly(
        (
            (x - w * 0.34, y - h - rim),
            (x + w * 0.34, y - h - rim),
            (x + w * 0.56 + rim, y - h * 0.42),
            (x - w * 0.56 - rim, y - h * 0.42),
        ),
        ink,
    )
    for k in range(6):
        top = x - w * 0.34 + w * 0.68 * k / 6, x - w * 0.34 + w * 0.68 * (k + 1) / 6
        low = x - w * 0.56 + w * 1.12 * k / 6, x - w * 0.56 + w * 1.12 * (k + 1) / 6
        pen.poly(
            ((top[0], y - h), (top[1], y - h), (low[1], y - h * 0.46), (low[0], y - h * 0.46)),
            a if k % 2 == 0 else b,
        )


def inn(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.18) -> None:
    """A house with a blue roof and a sign with a jug, by a small lake."""
    y -= s * 0.17
    pen.disc(x - s * 0.1, y + s * 0.76, s * 0.95, theme["bank"], s * 0.42)
    pen.disc(x - s * 0.1, y + s * 0.76, s * 0.84, theme["water"], s * 0.33)
    pen.disc(x - s * 0.6, y + s * 0.9, s * 0.3, theme["water_light"], s * 0.09)
    house(pen, theme, x - s * 0.08, y + s * 0.58, s * 1.24, s * 1.4, "slate", False)
    pen.rect(x - s * 0.2, y + s * 0.26, x + s * 0.06, y + s * 0.58, theme["wood_dark"])
    pen.line(((x + s * 0.78, y + s * 0.62), (x + s * 0.78, y - s * 0.5)), s * 0.09, theme["ink"])
    pen.rect(x + s * 0.5, y - s * 0.5, x + s * 1.06, y + s * 0.1, theme["ink"])
    pen.rect(x + s * 0.56, y - s * 0.44, x + s * 1.0, y + s * 0.04, theme["gold"])
    pen.disc(x + s * 0.78, y - s * 0.2, s * 0.13, theme["dragon_dark"])


def pig_herd(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """Three pigs behind a bit of fence."""
    pen.disc(x, y + 0.03, 0.19, theme["soil_light"], 0.15)
    for dx, dy in ((-0.03, -0.07), (0.1, 0.015), (-0.055, 0.09)):
        pig(pen, theme, x + dx, y + dy, 0.094)
