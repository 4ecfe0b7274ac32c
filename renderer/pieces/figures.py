"""Figures and pieces: the shape tells the kind, colour and letter tell the player."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.pieces.liveries import livery
from renderer.pieces.shapes import DRAW, FINISH, TOKENS, Sketch, nothing
from renderer.style.palette import THEMES
from renderer.style.text import font

HEIGHT = 0.4  # of a standing figure, in tiles

KINDS = ("meeple", "knight", "robber", "monk", "farmer", "abbot", "traveller", "stable")
NEUTRALS = ("dragon", "fairy", "count", "king", "robber_baron", "castle", "bridge", *TOKENS)


SCALE = {
    "dragon": 1.7,
    "castle": 1.35,
    "stable": 1.1,
    "abbot": 1.1,
    "count": 1.2,
    "fairy": 1.1,
    "bridge": 1.6,
}
_LETTER = {
    "farmer": (0.51, 0.47),
    "monk": (0.5, 0.68),
    "abbot": (0.5, 0.64),
    "stable": (0.5, 0.63),
    "castle": (0.5, 0.58),
    "knight": (0.5, 0.56),
    "robber": (0.5, 0.56),
    "traveller": (0.5, 0.56),
    "meeple": (0.5, 0.56),
}


def figure_sprite(kind: str, seat: int | None, tile_size: int, theme: str = "day") -> Image.Image:
    """A piece as an RGBA image, as large as it stands on tiles of a size; do not change it, it is shared."""
    return _sprite(kind, seat, round(tile_size * HEIGHT * SCALE.get(kind, 1.0) * 1.25), theme)


@lru_cache(maxsize=512)
def _sprite(kind: str, seat: int | None, pixels: int, theme: str) -> Image.Image:
    look = THEMES[theme]
    sketch = Sketch(pixels)
    colour = livery(seat).colour if seat is not None else look["rock_light"]
    DRAW[kind](sketch, look, colour)
    sketch.paint((24, 20, 22), (255, 255, 255))
    FINISH.get(kind, nothing)(sketch, look, colour)
    if kind == "farmer":
        sketch.pen.image = sketch.pen.image.rotate(82, Image.Resampling.BICUBIC)
    image = sketch.pen.finish()
    if seat is not None:
        _letter(image, kind, seat)
    return image


def _letter(image: Image.Image, kind: str, seat: int) -> None:
    """Write the player's letter on the body."""
    look = livery(seat)
    size = max(7, round(image.width * 0.3))
    face = font("DejaVuSans-Bold.ttf", size)
    x, y = _LETTER.get(kind, (0.5, 0.58))
    draw = ImageDraw.Draw(image)
    draw.text((image.width * x, image.height * y), look.mark, fill=look.ink, font=face, anchor="mm")
