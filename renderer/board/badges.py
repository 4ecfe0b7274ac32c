"""Small pictures that are pasted on boards: numbered cells, letters, outlines, plates with points."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.pieces.liveries import livery
from renderer.style.cache import kept
from renderer.style.canvas import RGB, mix
from renderer.style.palette import THEMES, quantise
from renderer.style.text import width, write
from renderer.style.tokens import PLACE

Sprite = tuple[Image.Image, Image.Image | None]
NUMERAL = 44  # pixels; the least height of a number in a cell


@kept
def numbered_cell(text: str, size: int, theme: str) -> Image.Image:
    """An empty cell that can be chosen."""
    look = THEMES[theme]
    big, line = size * 2, max(2, round(size * PLACE["line"]))
    picture = Image.new("RGB", (big, big), look["table"])
    draw = ImageDraw.Draw(picture)
    box = (line, line, big - line - 1, big - line - 1)
    draw.rounded_rectangle(box, big // 7, fill=place_ground(theme), outline=look["place"], width=2 * line)
    picture = picture.reduce(2)
    points = min(round(size * 0.62), NUMERAL if size < 72 else round(size * 0.56))
    while points > 20 and width(text, points) > size - 14:
        points -= 2
    write(picture, (size / 2, size / 2), text, points, look["place_text"], anchor="mm")
    return quantise(picture, theme)


@kept
def dotted_cell(size: int, theme: str) -> Image.Image:
    """An empty cell that can be chosen, but has no number."""
    look = THEMES[theme]
    picture = Image.new("RGB", (2 * size, 2 * size), look["table"])
    radius = size * PLACE["dot"] * 2
    box = (size - radius, size - radius, size + radius, size + radius)
    ImageDraw.Draw(picture).ellipse(box, fill=look["place"])
    return quantise(picture.reduce(2), theme)


def place_ground(theme: str) -> RGB:
    """What a place to lay a tile is filled with."""
    look = THEMES[theme]
    return mix(look["table"], look["place"], PLACE["fill"])


@kept
def plate(text: str, points: int, theme: str, seat: int | None = None) -> Sprite:
    """A round-cornered plate with a short text, in a player's colour or light."""
    look = THEMES[theme]
    if seat is None:
        ground, ink = (255, 255, 255), (24, 20, 22)
    else:
        ground, ink = livery(seat).colour, livery(seat).ink
    w, h = max(points * 1.5, width(text, points) + points * 0.7), points * 1.42
    box = round(w) // 2 * 2, round(h) // 2 * 2
    picture = Image.new("RGB", (box[0] * 2, box[1] * 2), look["grass"])
    mask = Image.new("L", picture.size, 0)
    shape = (0, 0, picture.width - 1, picture.height - 1)
    radius = picture.height // 3
    ImageDraw.Draw(mask).rounded_rectangle(shape, radius, fill=255)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(shape, radius, fill=(24, 20, 22))
    draw.rounded_rectangle((4, 4, shape[2] - 4, shape[3] - 4), radius - 3, fill=(255, 255, 255))
    draw.rounded_rectangle((8, 8, shape[2] - 8, shape[3] - 8), radius - 6, fill=ground)
    picture = picture.reduce(2)
    write(picture, (box[0] / 2, box[1] / 2), text, points, ink, anchor="mm")
    return quantise(picture, theme), mask.reduce(2).point(_HALF).convert("1")


_HALF = [0] * 110 + [255] * 146


@kept
def brackets(size: int, theme: str, seat: int | None) -> Sprite:
    """Four corners around a tile that leave its edges open; they reach over it on every side."""
    over, thick, arm = overhang(size), max(5, size // 9), size * 3 // 10
    line = 1 + max(1, size // 40)  # white, with a dark edge
    colour = THEMES[theme]["accent"] if seat is None else livery(seat).colour
    white = THEMES[theme]["white"]
    side = size + 2 * over
    picture, mask = Image.new("RGB", (side, side), (24, 20, 22)), Image.new("1", (side, side), 0)
    draw, cut = ImageDraw.Draw(picture), ImageDraw.Draw(mask)
    for x, dx in ((0, 1), (side - 1, -1)):
        for y, dy in ((0, 1), (side - 1, -1)):
            for wide, high in ((arm, thick), (thick, arm)):
                for pen, rim, fill in ((cut, 0, 1), (draw, 1, white), (draw, line, colour)):
                    far = x + dx * (wide - 1 - rim), y + dy * (high - 1 - rim)
                    xs, ys = sorted((x + dx * rim, far[0])), sorted((y + dy * rim, far[1]))
                    pen.rectangle((xs[0], ys[0], xs[1], ys[1]), fill=fill)
    return quantise(picture, theme), mask


def overhang(size: int) -> int:
    """How far brackets reach over a tile."""
    return max(2, size // 24)


@kept
def dead_cell(size: int, theme: str) -> Image.Image:
    """An empty cell that no tile can fill any more."""
    look = THEMES[theme]
    big = size * 2
    picture = Image.new("RGB", (big, big), mix(look["table"], look["text"], 0.12))
    draw = ImageDraw.Draw(picture)
    for k in range(-big, big, 26):
        draw.line((k, 0, k + big, big), fill=mix(look["table"], look["text"], 0.3), width=5)
    r = big // 5
    for a, b in (((-r, -r), (r, r)), ((-r, r), (r, -r))):
        m = big // 2
        draw.line((m + a[0], m + a[1], m + b[0], m + b[1]), fill=look["text"], width=12)
    return quantise(picture.reduce(2), theme)


def stamp(image: Image.Image, sprite: Sprite, middle: tuple[float, float]) -> None:
    """Paste a sprite around a point."""
    picture, mask = sprite
    image.paste(picture, (round(middle[0] - picture.width / 2), round(middle[1] - picture.height / 2)), mask)
