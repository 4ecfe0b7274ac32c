"""A picture on which a board is painted: which cell is where, how large a tile is, in which theme."""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import Cell
from renderer.style.canvas import Image, Point
from renderer.style.palette import blank, quantise


@dataclass(frozen=True, slots=True)
class Viewport:
    """Which part of a board a picture shows: a cell, its north-west corner in pixels, the size of a tile."""

    cell: Cell
    at: tuple[int, int]
    tile: int

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The north-west corner of a cell, in pixels."""
        east, south = cell[0] - self.cell[0], cell[1] - self.cell[1]
        return self.at[0] + east * self.tile, self.at[1] + south * self.tile

    def spot(self, x: float, y: float) -> Point:
        """A point of the board, given in cells, in pixels."""
        return self.at[0] + (x - self.cell[0]) * self.tile, self.at[1] + (y - self.cell[1]) * self.tile

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a cell, in pixels."""
        x, y = self.corner(cell)
        return x, y, x + self.tile, y + self.tile


@dataclass(frozen=True, slots=True)
class Surface:
    """A picture on the palette of its theme, and what of a board it shows."""

    image: Image
    port: Viewport
    theme: str

    def blend(self, sprite: Image, at: tuple[int, int]) -> None:
        """Paste a sprite with soft edges."""
        box = (at[0], at[1], at[0] + sprite.width, at[1] + sprite.height)
        part = self.image.crop(box).convert("RGB")
        part.paste(sprite, (0, 0), sprite)
        self.image.paste(quantise(part, self.theme), at)


def bare_table(size: tuple[int, int], port: Viewport, theme: str, ground: str = "table") -> Surface:
    """An empty table."""
    return Surface(blank(size, ground, theme), port, theme)
