"""The lower layer of a board: tiles, and one tower or bush on every corner where a city or crop edge ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.geometry import Cell
from engine.state import GameState
from engine.tiles import AREAS, Tile
from renderer.board.surface import Surface
from renderer.geometry.face import face_of
from renderer.tile.corners import corner_sprite
from renderer.tile.sprites import VARIANTS, tile_sprite

Laid = Mapping[Cell, tuple[Tile, int]]  # tiles with their rotations


def variant_of(cell: Cell) -> int:
    """Which of the variants of a tile lies on a cell."""
    return (cell[0] * 7 + cell[1] * 3) % VARIANTS


def laid_on(view: GameState) -> dict[Cell, tuple[Tile, int]]:
    """The tiles on the board of a view."""
    return {cell: (face_of(at.turned), at.turned.rotation) for cell, at in view.board.cells.items()}


def lay_tiles(on: Surface, laid: Laid, cells: Iterable[Cell]) -> None:
    """Paste some of the laid tiles, then cover their corners."""
    corners, size = set(), on.port.tile
    for x, y in cells:
        tile, rotation = laid[x, y]
        sprite = tile_sprite(tile, rotation, size, on.theme, variant_of((x, y)), corners=False)
        on.image.paste(sprite, on.port.corner((x, y)))
        corners |= {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
    for point in sorted(corners, key=lambda point: (point[1], point[0])):
        kind = _corner_kind(laid, point)
        if kind:
            sprite, mask = corner_sprite(kind, size, on.theme)
            left, top = on.port.corner(point)
            on.image.paste(sprite, (left - size // 4, top - size // 4), mask)


def _corner_kind(laid: Laid, corner: Cell) -> str:
    """What covers a corner: the end of a city or crop edge, or nothing."""
    x, y = corner
    around = (((x - 1, y - 1), (1, 2)), ((x, y - 1), (2, 3)), ((x, y), (3, 0)), ((x - 1, y), (0, 1)))
    for cell, sides in around:
        if cell in laid:
            tile, rotation = laid[cell]
            for side in sides:
                if tile.edges[(side - rotation) % 4] in AREAS:
                    return tile.edges[(side - rotation) % 4]
    return ""
