"""Goods of a city: a bunch of grapes, a sack of grain, a roll of cloth; as badges and as tokens."""

from __future__ import annotations

from collections.abc import Callable

from renderer.style.canvas import Pen
from renderer.style.palette import Theme

Good = Callable[[Pen, Theme, float, float, float], None]
RADIUS = 0.162


def badge(kind: str, pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A square plate with a good, so that it is taken for neither a shield nor a princess."""
    r = RADIUS
    pen.rect(x - r * 1.06, y - r * 1.0, x + r * 1.14, y + r * 1.16, theme["ink"])
    pen.rect(x - r * 1.06, y - r * 1.06, x + r * 1.06, y + r * 1.06, theme["ink"])
    pen.rect(x - r * 0.95, y - r * 0.95, x + r * 0.95, y + r * 0.95, theme[RIMS[kind]])
    pen.rect(x - r * 0.78, y - r * 0.78, x + r * 0.78, y + r * 0.78, theme["white"])
    GOODS[kind](pen, theme, x, y, r * 0.68)


def _wine(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    """A bunch of grapes with its leaf."""
    pen.line(((x, y - s * 0.5), (x + s * 0.1, y - s * 1.0)), s * 0.16, theme["wood_dark"])
    pen.disc(x - s * 0.36, y - s * 0.74, s * 0.36, theme["leaf"], s * 0.24)
    rows = ((-0.3, (-0.54, 0.0, 0.54)), (0.16, (-0.28, 0.28)), (0.62, (0.0,)))
    for dy, columns in rows:
        for dx in columns:
            pen.disc(x + dx * s, y + dy * s, s * 0.34, theme["violet_dark"])
            pen.disc(x + dx * s, y + dy * s, s * 0.27, theme["violet"])
            pen.disc(x + dx * s - s * 0.08, y + dy * s - s * 0.09, s * 0.08, theme["violet_light"])


def _grain(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    """An open sack, full to the brim."""
    pen.poly(
        (
            (x - s * 0.5, y - s * 0.3),
            (x + s * 0.5, y - s * 0.3),
            (x + s * 0.86, y + s * 0.5),
            (x + s * 0.62, y + s * 0.96),
            (x - s * 0.62, y + s * 0.96),
            (x - s * 0.86, y + s * 0.5),
        ),
        theme["wood"],
    )
    pen.poly(
        (
            (x + s * 0.1, y - s * 0.3),
            (x + s * 0.5, y - s * 0.3),
            (x + s * 0.86, y + s * 0.5),
            (x + s * 0.62, y + s * 0.96),
            (x + s * 0.3, y + s * 0.96),
        ),
        theme["wood_dark"],
    )
    pen.disc(x, y - s * 0.36, s * 0.66, theme["wood_dark"], s * 0.32)
    for dx, dy in ((-0.34, -0.44), (0.02, -0.58), (0.36, -0.44), (-0.16, -0.74), (0.2, -0.76), (0.0, -0.36)):
        pen.disc(x + dx * s, y + dy * s, s * 0.21, theme["gold_dark"])
        pen.disc(x + dx * s, y + dy * s - s * 0.03, s * 0.17, theme["gold"])


def _cloth(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    """A roll of cloth whose end hangs down in folds."""
    pen.poly(
        (
            (x - s * 0.78, y - s * 0.4),
            (x + s * 0.62, y - s * 0.4),
            (x + s * 0.62, y + s * 0.94),
            (x + s * 0.3, y + s * 0.74),
            (x - s * 0.06, y + s * 0.94),
            (x - s * 0.4, y + s * 0.74),
            (x - s * 0.78, y + s * 0.94),
        ),
        theme["berry"],
    )
    for dx in (-0.4, 0.3):
        pen.rect(x + (dx - 0.06) * s, y - s * 0.3, x + (dx + 0.06) * s, y + s * 0.78, theme["rose_light"])
    pen.rect(x - s * 0.86, y - s * 0.8, x + s * 0.7, y - s * 0.1, theme["dragon_dark"])
    pen.rect(x - s * 0.86, y - s * 0.72, x + s * 0.7, y - s * 0.2, theme["berry"])
    pen.disc(x + s * 0.7, y - s * 0.45, s * 0.28, theme["dragon_dark"], s * 0.36)
    pen.disc(x + s * 0.7, y - s * 0.45, s * 0.19, theme["rose_light"], s * 0.26)
    pen.disc(x + s * 0.7, y - s * 0.45, s * 0.08, theme["dragon_dark"], s * 0.12)


GOODS: dict[str, Good] = {"wine": _wine, "grain": _grain, "cloth": _cloth}
RIMS = {"wine": "violet", "grain": "gold", "cloth": "rose"}
