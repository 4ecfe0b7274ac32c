"""The walls of the city of Carcassonne, in coordinates of its block of 4 x 3 cells."""

from __future__ import annotations

import math

from renderer.canvas import Point

CENTRE = (2.0, 1.5)


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
