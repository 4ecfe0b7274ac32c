"""Corners of the board: where a city or crop edge ends, one whole tower or bush covers the meeting tiles."""

from __future__ import annotations

from PIL import Image

from renderer.style.cache import kept
from renderer.style.canvas import Pen
from renderer.style.palette import THEMES, quantise
from renderer.tile.city import corner_tower
from renderer.tile.crops import corner_bush


@kept
def corner_sprite(kind: str, size: int, theme: str) -> tuple[Image.Image, Image.Image]:
    """The sprite of a corner, half a tile wide, and its mask; the corner lies in its middle."""
    oversample = 4 if size <= 72 else 3
    half = size // 2
    look = THEMES[theme]

    class Half(Pen):
        """Draws tile units around the middle of half a tile."""

    pen = Half(half, oversample)
    pen.n = size * oversample
    draw = corner_tower if kind == "city" else corner_bush
    draw(pen, look, 0.25, 0.25)
    picture = pen.finish()
    flat = Image.new("RGB", picture.size, look["grass"])
    flat.paste(picture, (0, 0), picture)
    mask = picture.getchannel("A").point([255 if a > 120 else 0 for a in range(256)]).convert("1")
    return quantise(flat, theme), mask
