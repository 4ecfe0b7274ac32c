"""What crops bear: the five harvests and the scarecrow."""

from __future__ import annotations

import math

from renderer.style.canvas import Pen
from renderer.style.palette import Theme
from renderer.tile.symbols import medal


def badge(symbol: str, pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A round badge with what a crop bears."""
    medal(pen, theme, x, y, 0.166, theme["wood_light"], theme["medal"])
    HARVESTS[symbol](pen, theme, x, y, 0.113)


def _apple(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    pen.line(((x, y - s * 0.35), (x + s * 0.12, y - s * 0.95)), 0.014, theme["wood_dark"])
    pen.shape(x, y, s, ((0.1, -0.6), (0.4, -0.98), (0.75, -0.8), (0.45, -0.5)), theme["leaf"])
    for dx in (-0.32, 0.32):
        pen.disc(x + dx * s, y + s * 0.2, s * 0.56, theme["berry"], s * 0.66)
    pen.disc(x - s * 0.4, y - s * 0.05, s * 0.14, theme["rose_light"], s * 0.2)


def _strawberry(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    berry = ((-0.7, -0.3), (-0.35, -0.55), (0.35, -0.55), (0.7, -0.3), (0.5, 0.3), (0.0, 0.95), (-0.5, 0.3))
    pen.shape(x, y, s, berry, theme["rose"])
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
    coat = (
        (-0.75, -0.16), (0.75, -0.16), (0.7, 0.22), (0.34, 0.16), (0.42, 0.78), (-0.42, 0.78),
        (-0.34, 0.16), (-0.7, 0.22),
    )  # fmt: skip
    pen.shape(x, y, s, coat, theme["shield_light"])
    pen.disc(x, y - s * 0.4, s * 0.32, theme["straw"])
    hat = ((-0.62, -0.5), (0.62, -0.5), (0.3, -0.6), (0.1, -1.05), (-0.3, -0.6))
    pen.shape(x, y, s, hat, theme["wood_dark"])
    for dx in (-0.12, 0.12):
        pen.disc(x + dx * s, y - s * 0.38, s * 0.055, theme["ink"])


HARVESTS = {
    "apple": _apple,
    "strawberry": _strawberry,
    "pumpkin": _pumpkin,
    "sunflower": _sunflower,
    "wheat": _wheat,
    "scarecrow": _scarecrow,
}
