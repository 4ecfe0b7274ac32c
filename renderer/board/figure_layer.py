"""The upper layer of a board: bridges, figures and pieces, on top of all tiles, tints and frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.geometry import Cell
from renderer.board.tile_layer import Corner
from renderer.pieces.figures import figure_sprite
from renderer.pieces.standing import Stand
from renderer.style.canvas import Image
from renderer.style.palette import quantise
from renderer.tile.crossings import bridge_sprite

ToPixels = Callable[[float, float], tuple[float, float]]  # from cells


def put_bridges(image: Image, axes: Mapping[Cell, int], size: int, corner: Corner, theme: str) -> None:
    """Draw the bridges that players built, by their cells and axes."""
    for cell, axis in axes.items():
        _blend(image, bridge_sprite(size, axis, theme), corner(cell), theme)


def put_figures(image: Image, stands: Iterable[Stand], size: int, spot: ToPixels, theme: str) -> None:
    """Draw pieces on tiles of a size."""
    for stand in stands:
        sprite = figure_sprite(stand.design, stand.seat, size, theme)
        x, y = spot(stand.x, stand.y)
        _blend(image, sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), theme)


def _blend(image: Image, sprite: Image, at: tuple[int, int], theme: str) -> None:
    """Paste a sprite with soft edges onto a picture on the theme's palette."""
    box = (at[0], at[1], at[0] + sprite.width, at[1] + sprite.height)
    part = image.crop(box).convert("RGB")
    part.paste(sprite, (0, 0), sprite)
    image.paste(quantise(part, theme), at)
