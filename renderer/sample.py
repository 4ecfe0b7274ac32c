"""A tiny layouter that lays random tiles edge to edge, for contact sheets and tests."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.tiles import Tile, load

Cell = tuple[int, int]
Laid = dict[Cell, tuple[Tile, int]]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def edge(tile: Tile, rotation: int, side: int) -> str:
    """What a turned tile shows on a side."""
    return tile.edges[(side - rotation) % 4]


def bag_of(sets: Iterable[str]) -> list[Tile]:
    """All copies of all tiles of some sets."""
    return [tile for name in sets for tile in load(name).tiles for _ in range(tile.count) if tile.at is None]


def random_board(sets: Iterable[str], count: int, seed: int, block: bool = False) -> Laid:
    """Lay up to `count` tiles so that all edges match."""
    rng = Random(seed)  # noqa: S311
    bag = [tile for tile in bag_of(sets) if "river" not in tile.edges]
    rng.shuffle(bag)
    laid: Laid = {}
    if block:
        laid = {tile.at: (tile, 0) for tile in load("carcassonne").tiles if tile.at is not None}
    else:
        laid[0, 0] = (bag.pop(), 0)
    for tile in bag[: count - 1]:
        spots = legal(laid, tile)
        if spots:
            snug = [spot for spot in spots if neighbours(laid, spot[0]) > 1]
            cell, rotation = rng.choice(snug or spots)
            laid[cell] = (tile, rotation)
    return laid


def neighbours(laid: Laid, cell: Cell) -> int:
    """How many tiles lie beside a cell."""
    return sum((cell[0] + dx, cell[1] + dy) in laid for dx, dy in STEPS)


def legal(laid: Laid, tile: Tile) -> list[tuple[Cell, int]]:
    """Every cell and rotation where a tile fits."""
    free = sorted({(x + dx, y + dy) for x, y in laid for dx, dy in STEPS} - laid.keys())
    return [(cell, rotation) for cell in free for rotation in range(4) if fits(laid, tile, cell, rotation)]


def fits(laid: Laid, tile: Tile, cell: Cell, rotation: int) -> bool:
    """Whether all touching edges agree."""
    for side, (dx, dy) in enumerate(STEPS):
        other = laid.get((cell[0] + dx, cell[1] + dy))
        if other is not None and edge(*other, (side + 2) % 4) != edge(tile, rotation, side):
            return False
    return True
