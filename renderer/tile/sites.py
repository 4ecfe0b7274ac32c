"""Monasteries, shrines and gardens."""

from __future__ import annotations

from renderer.style.canvas import Pen
from renderer.style.palette import Theme
from renderer.tile.buildings import church
from renderer.tile.plants import bush, poplar


def monastery(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A church in a yard with hedges."""
    _church_yard(pen, theme, x, y, "leaf", "road")
    poplar(pen, theme, x - 0.195, y + 0.1, 0.1)
    bush(pen, theme, x + 0.18, y + 0.115, 0.055)


def city_monastery(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A church in a paved yard."""
    _church_yard(pen, theme, x, y, "wall_shade", "plaster_shade")


def _church_yard(pen: Pen, theme: Theme, x: float, y: float, rim: str, yard: str) -> None:
    pen.disc(x, y + 0.065, 0.215, theme[rim], 0.13)
    pen.disc(x, y + 0.065, 0.195, theme[yard], 0.114)
    church(pen, theme, x - 0.005, y + 0.095, 0.33)


def shrine(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A round temple of dark stones with a violet dome and a flame."""
    ink = theme["ink"]
    pen.disc(x + 0.01, y + 0.1, 0.19, theme["shade"], 0.075)
    pen.disc(x, y + 0.095, 0.18, theme["rock_dark"], 0.07)
    pen.disc(x, y + 0.083, 0.172, theme["rock_light"], 0.062)
    pen.disc(x, y - 0.03, 0.158, ink, 0.155)
    pen.disc(x, y - 0.03, 0.148, theme["violet"], 0.145)
    pen.disc(x - 0.055, y - 0.1, 0.045, theme["violet_light"], 0.04)
    pen.rect(x - 0.14, y - 0.02, x + 0.14, y + 0.09, ink)
    pen.rect(x - 0.128, y - 0.02, x + 0.128, y + 0.085, theme["violet_dark"])
    for dx in (-0.118, -0.04, 0.04, 0.118):
        pen.rect(x + dx - 0.026, y - 0.01, x + dx + 0.026, y + 0.105, ink)
        pen.rect(x + dx - 0.019, y - 0.01, x + dx + 0.019, y + 0.098, theme["wall"])
        pen.rect(x + dx + 0.006, y - 0.01, x + dx + 0.019, y + 0.098, theme["wall_face"])
    pen.rect(x - 0.172, y - 0.052, x + 0.172, y + 0.004, ink)
    pen.rect(x - 0.164, y - 0.045, x + 0.164, y - 0.004, theme["wall"])
    pen.disc(x, y - 0.2, 0.035, ink)
    pen.disc(x, y - 0.2, 0.027, theme["gold"])


def garden(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A square of clipped hedges with four flower beds and a basin."""
    s = 0.15
    pen.rect(x - s - 0.012, y - s + 0.016, x + s + 0.02, y + s + 0.022, theme["shade"])
    pen.rect(x - s - 0.012, y - s - 0.012, x + s + 0.012, y + s + 0.012, theme["leaf_dark"])
    pen.rect(x - s, y - s, x + s, y + s - 0.004, theme["leaf"])
    t = s - 0.034
    pen.rect(x - t, y - t, x + t, y + t, theme["road"])
    beds = (("flower_pink", -1, -1), ("flower_yellow", 1, -1), ("flower_white", -1, 1), ("flower_pink", 1, 1))
    for colour, sx, sy in beds:
        cx, cy, b = x + sx * t * 0.55, y + sy * t * 0.55, t * 0.36
        pen.rect(cx - b, cy - b, cx + b, cy + b, theme["leaf"])
        for dx, dy in ((-0.5, -0.45), (0.5, -0.45), (-0.5, 0.5), (0.5, 0.5), (0, 0)):
            pen.disc(cx + dx * b, cy + dy * b, b * 0.3, theme[colour])
    pen.disc(x, y, 0.048, theme["wall_shade"])
    pen.disc(x, y, 0.035, theme["water"])
    pen.disc(x - 0.008, y - 0.009, 0.013, theme["water_light"])
