"""What the drawing functions of a tile share: pen, colours, layout and rotation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from engine.tiles import Tile
from renderer.geometry.layout import Layout
from renderer.style.canvas import Pen, Point, turn, turned
from renderer.style.palette import Theme


@dataclass(slots=True)
class Scene:
    """One tile that is being drawn; standing things stay upright however it is turned."""

    pen: Pen
    theme: Theme
    layout: Layout
    rotation: int
    rng: Random

    @property
    def tile(self) -> Tile:
        """The tile that is drawn."""
        return self.layout.plan.tile

    def at(self, point: Point) -> Point:
        """A point of the tile as it lies on the table."""
        return turn(point, self.rotation)

    def path(self, points: Iterable[Point]) -> list[Point]:
        """A polyline of the tile as it lies on the table."""
        return turned(points, self.rotation)

    def edge(self, side: int) -> str:
        """What the tile shows on a side of the table."""
        return self.tile.edges[(side - self.rotation) % 4]
