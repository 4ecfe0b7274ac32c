"""Player colours: six that differ for colour-blind people too, each with a letter."""

from __future__ import annotations

import math
from dataclasses import dataclass

from renderer.style.canvas import RGB
from renderer.style.tokens import MARKS, PLAYERS

# kind of sight -> its matrix on linear red, green and blue (full severity)
SIGHT: dict[str, tuple[tuple[float, float, float], ...]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


@dataclass(frozen=True, slots=True)
class Livery:
    """How a player's pieces look: their colour, the colour of the letter on them, the letter."""

    colour: RGB
    ink: RGB
    mark: str


def livery(seat: int) -> Livery:
    """The look of the player on a seat."""
    colour = PLAYERS[seat % len(PLAYERS)]
    ink = max(((255, 255, 255), (24, 20, 22)), key=lambda ink: contrast(ink, colour))
    return Livery(colour, ink, MARKS[seat % len(MARKS)])


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def luminance(colour: RGB) -> float:
    """Relative luminance as WCAG defines it."""
    r, g, b = (_linear(value) for value in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: RGB, b: RGB) -> float:
    """Contrast ratio as WCAG defines it."""
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: RGB, sight: str) -> tuple[float, float, float]:
    """A colour as a kind of sight sees it, in CIELAB."""
    linear = [_linear(value) for value in colour]
    r, g, b = (
        min(1.0, max(0.0, sum(k * v for k, v in zip(row, linear, strict=True)))) for row in SIGHT[sight]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(a: RGB, b: RGB, sight: str) -> float:
    """How different two colours are for a kind of sight."""
    return math.dist(seen(a, sight), seen(b, sight))
