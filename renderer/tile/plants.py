"""Small things that grow: trees, bushes, tufts of grass, flowers."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from renderer.style.canvas import Pen, Stamp, make_stamp
from renderer.style.palette import THEMES, Theme


@lru_cache(maxsize=64)
def _stamp(n: int, theme: str, kind: str, size: float) -> Stamp:
    def draw(pen: Pen, middle: float) -> None:
        {"tree": tree, "poplar": poplar, "bush": bush, "tuft": tuft}[kind](
            pen, THEMES[theme], middle, middle + size / 2, size
        )

    return make_stamp(n, size * 2.6, draw)


def plant_one(pen: Pen, theme: Theme, kind: str, x: float, y: float, size: float) -> None:
    """Any of the plants below, of a few ready sizes."""
    size = round(size * 150) / 150
    pen.stamp(_stamp(pen.n, theme.name, kind, size), x, y - size / 2)


def tree(pen: Pen, theme: Theme, x: float, y: float, size: float) -> None:
    """A round tree that stands on (x, y)."""
    pen.disc(x + size * 0.22, y, size * 0.5, theme["shade"], size * 0.2)
    pen.rect(x - size * 0.08, y - size * 0.3, x + size * 0.08, y + size * 0.06, theme["trunk"])
    pen.disc(x, y - size * 0.62, size * 0.48, theme["leaf_dark"], size * 0.52)
    pen.disc(x - size * 0.04, y - size * 0.67, size * 0.42, theme["leaf"], size * 0.45)
    pen.disc(x - size * 0.13, y - size * 0.8, size * 0.2, theme["leaf_light"])


def poplar(pen: Pen, theme: Theme, x: float, y: float, size: float) -> None:
    """A slim tree."""
    pen.disc(x + size * 0.2, y, size * 0.36, theme["shade"], size * 0.15)
    pen.rect(x - size * 0.06, y - size * 0.3, x + size * 0.06, y + size * 0.05, theme["trunk"])
    pen.disc(x, y - size * 0.78, size * 0.29, theme["leaf_dark"], size * 0.66)
    pen.disc(x - size * 0.03, y - size * 0.82, size * 0.24, theme["leaf"], size * 0.58)
    pen.disc(x - size * 0.09, y - size * 1.0, size * 0.1, theme["leaf_light"], size * 0.26)


def bush(pen: Pen, theme: Theme, x: float, y: float, size: float) -> None:
    """A low bush of three balls."""
    pen.disc(x + size * 0.15, y + size * 0.05, size * 0.7, theme["shade"], size * 0.25)
    for dx, dy, r in ((-0.36, -0.2, 0.36), (0.36, -0.2, 0.36), (0.0, -0.36, 0.44)):
        pen.disc(x + dx * size, y + dy * size, r * size, theme["leaf_dark"])
    for dx, dy, r in ((-0.38, -0.26, 0.29), (0.32, -0.26, 0.28), (-0.03, -0.43, 0.36)):
        pen.disc(x + dx * size, y + dy * size, r * size, theme["leaf"])
    pen.disc(x - 0.14 * size, y - 0.54 * size, 0.15 * size, theme["leaf_light"])


def tuft(pen: Pen, theme: Theme, x: float, y: float, size: float) -> None:
    """Three blades of grass."""
    colour = theme["tuft"]
    for dx, lean in ((-0.5, -0.35), (0.0, 0.0), (0.5, 0.35)):
        base = x + dx * size * 0.6
        pen.poly(
            ((base - size * 0.16, y), (base + lean * size, y - size), (base + size * 0.16, y)),
            colour,
        )


def flowers(pen: Pen, theme: Theme, x: float, y: float, size: float, rng: Random) -> None:
    """A few blossoms of one colour."""
    colour = theme[rng.choice(("flower_white", "flower_yellow", "flower_pink", "flower_white"))]
    for dx, dy in ((-0.9, 0.1), (0.1, -0.6), (0.8, 0.4), (-0.2, 0.8))[: rng.randint(3, 4)]:
        pen.disc(x + dx * size, y + dy * size, size * 0.34, colour)
