"""The walls of the city of Carcassonne, in coordinates of its block of 4 x 3 cells."""

from __future__ import annotations

import math

from renderer.style.canvas import Point

CENTRE = (2.0, 1.5)
ASIDE, ABOVE = 0.31, 0.39  # between figures in a quarter


def _block() -> tuple[Point, ...]:
    """A rounded rectangle that bulges a little between its towers."""
    out = []
    for i in range(96):
        angle = 2 * math.pi * i / 96
        c, s = math.cos(angle), math.sin(angle)
        x = 1.6 * math.copysign(abs(c) ** 0.22, c)
        y = 1.1 * math.copysign(abs(s) ** 0.22, s)
        out.append((CENTRE[0] + x, CENTRE[1] + y))
    return tuple(out)


BLOCK = _block()


def in_tile(points: tuple[Point, ...], at: tuple[int, int]) -> list[Point]:
    """Points of the block as seen from one of its cells."""
    return [(x - at[0], y - at[1]) for x, y in points]


# where the landmark of each quarter stands
QUARTERS: dict[str, Point] = {
    "palace": (2.66, 0.92),
    "market": (3.0, 1.72),
    "smithy": (1.45, 2.12),
    "cathedral": (1.3, 1.0),
}

# the ground of each quarter: left, top, right, bottom
DISTRICTS: dict[str, tuple[float, float, float, float]] = {
    "cathedral": (0.52, 0.52, 1.9, 1.42),
    "palace": (2.1, 0.52, 3.48, 1.1),
    "market": (2.1, 1.22, 3.48, 2.48),
    "smithy": (0.52, 1.55, 1.9, 2.48),
}


def quarter_spot(quarter: str, number: int) -> Point:
    """Where the figure with this number stands in a quarter: row by row, from the south-west."""
    left, top, right, bottom = DISTRICTS[quarter]
    columns = int((right - left - 0.1) / ASIDE)
    rows = max(1, int((bottom - top - 0.1) / ABOVE))
    number %= columns * rows
    return left + 0.2 + number % columns * ASIDE, bottom - 0.22 - number // columns * ABOVE
