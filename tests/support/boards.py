"""Random tiles laid edge to edge, for contact sheets and tests."""

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
    rng = Random(seed)
    bag = [tile for tile in bag_of(sets) if "river" not in tile.edges]
    if block:
        laid: Laid = {tile.at: (tile, 0) for tile in load("carcassonne").tiles if tile.at is not None}
    else:
        laid = {(0, 0): (bag.pop(rng.randrange(len(bag))), 0)}
    return _more(laid, bag, count - 1, rng)


def river_board(name: str, sets: Iterable[str], count: int, seed: int) -> Laid:
    """Lay a river from its spring to its lake, then other tiles around it."""
    for attempt in range(seed, seed + 200):
        rng = Random(attempt)
        tiles = list(load(name).tiles)
        start = next(tile for tile in tiles if tile.id == load(name).start)
        ends = [tile for tile in tiles if tile is not start and tile.edges.count("river") == 1]
        middle = [tile for tile in tiles if tile is not start and tile not in ends]
        rng.shuffle(middle)
        laid: Laid = {(0, 0): (start, 0)}
        for tile in (*middle, *ends):
            spots = [spot for spot in legal(laid, tile) if _continues(laid, tile, *spot)]
            if spots:
                cell, rotation = rng.choice(spots)
                laid[cell] = (tile, rotation)
        if len(laid) == len(tiles):
            return _more(laid, [t for t in bag_of(sets) if "river" not in t.edges], count, rng)
    return laid


def _continues(laid: Laid, tile: Tile, cell: Cell, rotation: int) -> bool:
    """Whether a tile goes on with the river."""
    return any(
        edge(tile, rotation, side) == "river" and (cell[0] + dx, cell[1] + dy) in laid
        for side, (dx, dy) in enumerate(STEPS)
    )


def _more(laid: Laid, bag: list[Tile], count: int, rng: Random) -> Laid:
    """Lay tiles of a bag around what lies, close together."""
    rng.shuffle(bag)
    for tile in bag[:count]:
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
