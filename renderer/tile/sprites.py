"""Tile sprites: the picture of a tile, turned, at a size, in a theme's palette."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PIL.Image import Resampling

from engine.tiles import Tile
from renderer.geometry.layout import layout_of
from renderer.style.cache import PICTURES
from renderer.style.canvas import Image, Pen
from renderer.style.palette import THEMES, quantise
from renderer.tile.carcassonne import block_part
from renderer.tile.city import corner_towers, towns
from renderer.tile.crops import corner_bushes, crop_ground, hedges
from renderer.tile.crossings import cities_over, gates, roads_over_cities, tunnels
from renderer.tile.ground import meadow, plant
from renderer.tile.lines import bridges, rivers, roads
from renderer.tile.marks import marks
from renderer.tile.scene import Scene

Brush = Callable[[Scene], None]
VARIANTS = 3
LARGE = 240  # pixels of a tile in a close-up
SMALL = 128  # up to this size a tile is reduced from the large one, at a tenth of the cost


def tile_sprite(
    tile: Tile, rotation: int, size: int, theme: str = "day", variant: int = 0, corners: bool = True
) -> Image:
    """A tile on the theme's palette; do not change the image, it is shared.

    Boards leave out the towers and bushes in the `corners`: there one whole piece covers all tiles that meet.
    """
    key = (tile_sprite, tile.set, tile.id, rotation % 4, size, theme, variant % VARIANTS, corners)
    found = PICTURES.get(key)  # not by `kept`: it would hash the whole tile
    if not isinstance(found, Image):
        if size <= SMALL:
            large = tile_sprite(tile, rotation, LARGE, theme, variant, corners).convert("RGB")
            picture = large.resize((size, size), Resampling.BOX)
        else:
            picture = tile_picture(tile, rotation, size, theme, variant, corners)
        found = quantise(picture, theme)
        PICTURES.put(key, found)
    return found


def tile_picture(
    tile: Tile, rotation: int, size: int, theme: str = "day", variant: int = 0, corners: bool = True
) -> Image:
    """A tile in full colour."""
    oversample = 3 if size < LARGE else 2
    ground = meadow(size, oversample, theme)
    seed = Random(f"{tile.id}/{variant % VARIANTS}")  # noqa: S311
    scene = Scene(Pen(size, oversample, ground), THEMES[theme], layout_of(tile), rotation % 4, seed)
    for brush in BRUSHES:
        if corners or brush not in CORNERS:
            brush(scene)
    return scene.pen.finish()


CORNERS: tuple[Brush, ...] = (corner_towers, corner_bushes)
# from the ground up: each draws what its tile has of its kind
BRUSHES: tuple[Brush, ...] = (
    rivers,
    roads,
    bridges,
    crop_ground,
    plant,
    towns,
    hedges,
    cities_over,
    block_part,
    tunnels,
    roads_over_cities,
    gates,
    *CORNERS,
    marks,
)
