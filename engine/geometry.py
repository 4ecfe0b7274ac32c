"""Cells and directions: x grows to the east, y to the south, the start tile is at (0, 0)."""

from __future__ import annotations

from functools import cache

Cell = tuple[int, int]

STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def opposite(side: int) -> int:
    """The side of the neighbour that lies against this one."""
    return (side + 2) % 4


def opposite_half(half: int) -> int:
    """The half-edge of the neighbour that lies against this one: 0-5, 1-4, 2-7, 3-6."""
    return (half + 3) % 8 if half % 2 else (half + 5) % 8


@cache
def adjacent(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge, in the order N, E, S, W."""
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


@cache
def ring(cell: Cell) -> tuple[Cell, ...]:
    """BASE-06: the eight neighbours, orthogonal and diagonal."""
    x, y = cell
    return tuple((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


@cache
def around(cell: Cell) -> frozenset[Cell]:
    """The same eight as a set."""
    return frozenset(ring(cell))
