"""Free spots: deep inside a segment, and far from what already lies on the tile."""

from __future__ import annotations

import math
from collections.abc import Iterable

from renderer.style.canvas import Point

Cells = list[tuple[Point, float]]  # spots of a segment, each with its depth
Taken = list[tuple[Point, float]]  # spots that are taken, each with its radius


def free_spot(
    cells: Iterable[tuple[Point, float]],
    room: float,
    taken: Taken,
    toward: Point | None = None,
    inset: float = 0.04,
    weight: float = 18.0,
) -> Point:
    """The spot with enough room around it that lies farthest from what is taken."""
    best, best_score = (0.5, 0.5), -9.0
    for (x, y), depth in cells:  # the deepest first
        base = weight * min(depth, room)
        if base + 0.82 <= best_score:
            break
        if not (inset < x < 1 - inset and inset < y < 1 - inset):
            continue
        apart = 0.34
        for (ox, oy), r in taken:
            distance = math.hypot(x - ox, y - oy) - r
            if distance < apart:
                apart = distance
        score = base + 3 * min(apart, 0.16) + apart
        if toward is not None:
            score -= 0.3 * math.hypot(x - toward[0], y - toward[1])
        if score > best_score:
            best, best_score = (x, y), score
    return best


def middle(cells: Cells) -> Point:
    """The mean of some spots."""
    if not cells:
        return 0.5, 0.5
    return (sum(p[0] for p, _ in cells) / len(cells), sum(p[1] for p, _ in cells) / len(cells))


def halfway(a: Point, b: Point) -> Point:
    """The point between two others."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
