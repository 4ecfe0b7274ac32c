"""Grazing animals."""

from __future__ import annotations

from renderer.style.canvas import Pen
from renderer.style.palette import Theme


def pig(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.078) -> None:
    """A pig that looks left."""
    pen.disc(x, y + s * 0.42, s * 0.7, theme["shade"], s * 0.16)
    for dx in (-0.4, 0.32):
        pen.rect(x + dx * s - s * 0.1, y + s * 0.1, x + dx * s + s * 0.1, y + s * 0.5, theme["ink"])
    pen.disc(x, y, s * 0.72, theme["ink"], s * 0.46)
    pen.disc(x - s * 0.6, y - s * 0.04, s * 0.38, theme["ink"], s * 0.36)
    pen.disc(x, y - s * 0.02, s * 0.62, theme["pig"], s * 0.36)
    pen.disc(x - s * 0.6, y - s * 0.04, s * 0.34, theme["pig_dark"], s * 0.32)
    pen.disc(x - s * 0.6, y - s * 0.05, s * 0.28, theme["pig"], s * 0.27)
    pen.disc(x - s * 0.8, y + s * 0.02, s * 0.14, theme["pig_dark"], s * 0.11)
    pen.disc(x - s * 0.6, y - s * 0.12, s * 0.06, theme["ink"])


def sheep(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.085) -> None:
    """A sheep that looks left."""
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


def chicken(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.075) -> None:
    """A chicken that looks left."""
    pen.disc(x, y + s * 0.52, s * 0.5, theme["shade"], s * 0.13)
    for dx in (-0.1, 0.15):
        pen.line(((x + dx * s, y + s * 0.2), (x + dx * s, y + s * 0.56)), 0.01, theme["gold_dark"])
    body = (
        (-0.42, -0.5), (-0.16, -0.42), (0.02, -0.1), (0.6, -0.36), (0.56, 0.12), (0.24, 0.4), (-0.2, 0.36),
        (-0.44, 0.0),
    )  # fmt: skip
    pen.poly([(x + px * s * 1.14, y + py * s * 1.14) for px, py in body], theme["ink"])
    pen.poly([(x + px * s, y + py * s) for px, py in body], theme["roof_b"])
    pen.shape(x, y, s, ((-0.62, -0.36), (-0.4, -0.46), (-0.4, -0.26)), theme["gold"])
    pen.disc(x - s * 0.26, y - s * 0.6, s * 0.14, theme["berry"], s * 0.12)
    pen.disc(x - s * 0.3, y - s * 0.36, s * 0.055, theme["ink"])
    pen.disc(x + s * 0.12, y + s * 0.08, s * 0.2, theme["roof_c"], s * 0.14)


def horse(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.098) -> None:
    """A horse that looks left."""
    pen.disc(x + s * 0.05, y + s * 0.56, s * 0.7, theme["shade"], s * 0.15)
    shape = (
        (-0.92, -0.46), (-0.6, -0.74), (-0.46, -0.94), (-0.36, -0.7), (-0.1, -0.3), (0.46, -0.3),
        (0.66, -0.14), (0.6, 0.58), (0.42, 0.58), (0.4, 0.18), (-0.16, 0.2), (-0.2, 0.58), (-0.4, 0.58),
        (-0.42, 0.0), (-0.5, -0.26), (-0.8, -0.26),
    )  # fmt: skip
    pen.poly([(x + px * s * 1.1, y + py * s * 1.1) for px, py in shape], theme["ink"])
    pen.poly([(x + px * s, y + py * s) for px, py in shape], theme["wood"])
    pen.line(((x - s * 0.4, y - s * 0.78), (x - s * 0.08, y - s * 0.3)), 0.02, theme["ink"])
    pen.line(((x + s * 0.62, y - s * 0.16), (x + s * 0.8, y + s * 0.26)), 0.018, theme["ink"])
    pen.disc(x - s * 0.56, y - s * 0.56, s * 0.05, theme["ink"])
