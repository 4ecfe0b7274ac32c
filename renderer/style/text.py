"""Text in any script: each letter is set in the first font that has it; none breaks the line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib import resources
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from renderer.style.canvas import RGB

FONTS = {
    "bold": ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "DroidSansFallback.ttf"),
    "regular": ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DroidSansFallback.ttf"),
}
FIRST_FONTS: ContextVar[tuple[str, ...]] = ContextVar("first", default=())  # of the picture's language
MISSING = "\u25c6"  # stands for a letter that no font has
Font = ImageFont.FreeTypeFont


@contextmanager
def lettering(fonts: tuple[str, ...]) -> Iterator[None]:
    """What is drawn meanwhile asks these fonts before the usual ones."""
    token = FIRST_FONTS.set(fonts)
    try:
        yield
    finally:
        FIRST_FONTS.reset(token)


def _fonts(weight: str) -> tuple[str, ...]:
    return (*FIRST_FONTS.get(), *FONTS[weight])


@lru_cache(maxsize=8)
def _file(name: str) -> bytes:
    return resources.files("renderer.style.fonts").joinpath(name).read_bytes()


@lru_cache(maxsize=128)
def font(name: str, size: int) -> Font:
    """A font file at a size."""
    return ImageFont.truetype(BytesIO(_file(name)), size)


@lru_cache(maxsize=4096)
def _has(name: str, letter: str) -> bool:
    """Whether a font has its own glyph for a letter."""
    probe = font(name, 20)
    return bytes(probe.getmask(letter)) != bytes(probe.getmask("\uffff"))


def clean(text: str) -> str:
    """Drop what has no picture of its own: joiners, variation selectors, skin tones, controls."""
    kept = [
        c
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co")
        and not 0xFE00 <= ord(c) <= 0xFE0F
        and not 0x1F3FB <= ord(c) <= 0x1F3FF
    ]
    return "".join(kept)


def runs(text: str, weight: str = "bold") -> tuple[tuple[str, str], ...]:
    """Split a text into pieces, each with the font that can show it."""
    return _runs(text, _fonts(weight))


@lru_cache(maxsize=1024)
def _runs(text: str, fonts: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    out: list[tuple[str, str]] = []
    for letter in clean(text):
        name = next((name for name in fonts if letter.isspace() or _has(name, letter)), None)
        if name is None:
            name, letter = fonts[-2], MISSING
        if out and (out[-1][0] == name or letter.isspace()):
            out[-1] = (out[-1][0], out[-1][1] + letter)
        else:
            out.append((name, letter))
    return tuple(out)


def width(text: str, size: int, weight: str = "bold") -> float:
    """How wide a line will be."""
    return _width(text, size, _fonts(weight))


@lru_cache(maxsize=4096)
def _width(text: str, size: int, fonts: tuple[str, ...]) -> float:
    return sum(font(name, size).getlength(piece) for name, piece in _runs(text, fonts))


def numeral(value: int) -> str:
    """A number with a proper minus sign."""
    return f"{value}".replace("-", "\u2212")


def fit(text: str, size: int, room: float, weight: str = "bold") -> str:
    """Shorten a line with an ellipsis until it fits."""
    text = clean(text)
    if width(text, size, weight) <= room:
        return text
    while text and width(text + "…", size, weight) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def broken(text: str, size: int, room: float, weight: str = "bold") -> list[str]:
    """A line that is too long, as two: broken after a space or a hyphen, or where the first one is full."""
    text = clean(text)
    full = next(n for n in range(len(text), 0, -1) if n == 1 or width(text[:n], size, weight) <= room)
    cut = max(text.rfind(" ", 0, full), text.rfind("-", 0, full)) + 1 or full
    return [text[:cut].rstrip(), fit(text[cut:], size, room, weight)]


def write(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: RGB | int,
    weight: str = "bold",
    anchor: str = "ls",
) -> float:
    """Write a line; `anchor` is l, m or r for the side and s or m for the height. Returns its width."""
    draw = ImageDraw.Draw(image)
    if image.mode == "P":
        draw.fontmode = "L"
    total = width(text, size, weight)
    x = at[0] - {"l": 0.0, "m": total / 2, "r": total}[anchor[0]]
    y = at[1] + (size * 0.36 if anchor[1] == "m" else 0)
    for name, piece in runs(text, weight):
        face = font(name, size)
        draw.text((x, y), piece, fill=colour, font=face, anchor="ls")
        x += face.getlength(piece)
    return total
