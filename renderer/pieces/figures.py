"""The sprites of figures and tokens."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.pieces.designs import DESIGNS
from renderer.pieces.liveries import livery
from renderer.pieces.sketch import Sketch
from renderer.style.cache import kept
from renderer.style.palette import THEMES
from renderer.style.text import font

HEIGHT = 0.52  # of a standing figure, in tiles


def figure_sprite(design: str, seat: int | None, tile_size: int, theme: str = "day") -> Image.Image:
    """A piece as an RGBA image, as large as it stands on tiles of a size; do not change it, it is shared."""
    return _sprite(design, seat, round(tile_size * HEIGHT * DESIGNS[design].scale * 1.25), theme)


@kept
def _sprite(name: str, seat: int | None, pixels: int, theme: str) -> Image.Image:
    look, design = THEMES[theme], DESIGNS[name]
    sketch = Sketch(pixels)
    colour = livery(seat).colour if seat is not None else look["rock_light"]
    design.draw(sketch, look, colour)
    sketch.paint((24, 20, 22), (255, 255, 255))
    design.finish(sketch, look, colour)
    if design.lying:
        sketch.pen.image = sketch.pen.image.rotate(82, Image.Resampling.BICUBIC)
    image = sketch.pen.finish()
    if seat is not None:
        _write_letter(image, seat, design.letter)
    return image


def _write_letter(image: Image.Image, seat: int, at: tuple[float, float]) -> None:
    """Write the player's letter on the body."""
    dress = livery(seat)
    face = font("DejaVuSans-Bold.ttf", max(7, round(image.width / 3)))
    spot = image.width * at[0], image.height * at[1]
    ImageDraw.Draw(image).text(spot, dress.mark, fill=dress.ink, font=face, anchor="mm")
