"""The foundation of a tower."""

from __future__ import annotations

from renderer.style.canvas import Pen
from renderer.style.palette import Theme

HALF = 0.1  # of its side


def foundation(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """A square of heavy stones around a hole."""
    s = HALF
    pen.rect(x - s - 0.014, y - s - 0.014, x + s + 0.014, y + s + 0.014, theme["ink"])
    pen.rect(x - s, y - s, x + s, y + s, theme["wall"])
    pen.rect(x - s, y + s - 0.034, x + s, y + s, theme["wall_face"])
    for k in (-1, 0, 1):
        seam = x + k * s * 0.66
        pen.rect(seam - 0.004, y - s, seam + 0.004, y + s, theme["wall_shade"])
        pen.rect(x - s, y + k * s * 0.66 - 0.004, x + s, y + k * s * 0.66 + 0.004, theme["wall_shade"])
    t = s * 0.5
    pen.rect(x - t - 0.01, y - t - 0.01, x + t + 0.01, y + t + 0.01, theme["ink"])
    pen.rect(x - t, y - t, x + t, y + t, theme["rock_dark"])
    pen.rect(x - t, y - t, x + t, y - t * 0.4, theme["black"])
