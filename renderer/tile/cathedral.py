"""The cathedral of a city: two towers, a gable with a rose window, steps."""

from __future__ import annotations

from renderer.style.canvas import Pen, Point
from renderer.style.palette import Theme
from renderer.tile.buildings import cross


def cathedral(pen: Pen, theme: Theme, x: float, y: float, s: float = 0.3) -> None:
    """A cathedral whose front is centred on a point, on a square of its own."""
    pen.disc(x, y + s * 0.62, s * 0.98, theme["wall_shade"], s * 0.36)
    pen.disc(x, y + s * 0.6, s * 0.9, theme["road"], s * 0.31)
    _nave(pen, theme, x, y, s)
    for side in (-1, 1):
        _tower(pen, theme, x + side * s * 0.5, y, s)
    _door(pen, theme, x, y, s)


def _outlined(pen: Pen, theme: Theme, points: list[Point], fill: str, rim: float = 0.016) -> None:
    pen.line([*points, points[0]], rim, theme["ink"])
    pen.poly(points, theme[fill])


def _nave(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    base, eaves, ridge = y + s * 0.72, y - s * 0.1, y - s * 0.62
    _outlined(
        pen,
        theme,
        [(x - s * 0.4, base), (x - s * 0.4, eaves), (x, ridge), (x + s * 0.4, eaves), (x + s * 0.4, base)],
        "plaster",
    )
    pen.poly(
        [(x, ridge), (x + s * 0.4, eaves), (x + s * 0.4, base), (x + s * 0.1, base)], theme["plaster_shade"]
    )
    pen.disc(x, y - s * 0.06, s * 0.2, theme["ink"])
    pen.disc(x, y - s * 0.06, s * 0.165, theme["shield_light"])
    for dx, dy in ((-0.08, 0), (0.08, 0), (0, -0.08), (0, 0.08)):
        pen.disc(x + dx * s, y - s * 0.06 + dy * s, s * 0.055, theme["gold"])


def _tower(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    base, top, half = y + s * 0.74, y - s * 0.5, s * 0.19
    _outlined(pen, theme, [(x - half, base), (x - half, top), (x + half, top), (x + half, base)], "plaster")
    pen.rect(x + half * 0.3, top, x + half, base, theme["plaster_shade"])
    spire = [(x - half * 1.25, top), (x, top - s * 0.62), (x + half * 1.25, top)]
    _outlined(pen, theme, spire, "roof_a")
    pen.poly([(x, top), (x, top - s * 0.62), (x + half * 1.25, top)], theme["roof_a_dark"])
    cross(pen, x, top - s * 0.56, s * 0.22, theme["gold"])
    for dy in (0.14, 0.5):
        pen.rect(x - half * 0.34, top + s * dy, x + half * 0.34, top + s * (dy + 0.22), theme["window"])


def _door(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    base = y + s * 0.74
    pen.disc(x, base - s * 0.3, s * 0.17, theme["ink"])
    pen.rect(x - s * 0.17, base - s * 0.3, x + s * 0.17, base, theme["ink"])
    pen.disc(x, base - s * 0.29, s * 0.13, theme["wood_dark"])
    pen.rect(x - s * 0.13, base - s * 0.29, x + s * 0.13, base, theme["wood_dark"])
    pen.rect(x - s * 0.26, base, x + s * 0.26, base + s * 0.06, theme["wall"])
