"""Three themes, and for each one fixed palette that all its pictures share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from renderer.style.canvas import RGB, mix
from renderer.style.colours import CONTRAST, DAY, LOUD, NIGHT
from renderer.style.tokens import PLAYERS

# blends that smooth the edges between neighbours
PAIRS: tuple[tuple[str, str], ...] = (
    ("grass", "ink"), ("grass", "wall"), ("grass", "wall_face"), ("grass", "wall_shade"),
    ("grass", "road_rim"), ("grass", "bank"), ("grass", "leaf_dark"), ("grass", "leaf"),
    ("grass", "flower_white"), ("grass", "flower_yellow"), ("grass", "flower_pink"), ("grass", "rock"),
    ("grass", "page"), ("grass", "roof_a"), ("grass", "slate"), ("grass", "soil"), ("grass", "trail_rim"),
    ("grass", "white"), ("grass", "black"), ("road", "road_rim"), ("road", "ink"), ("water", "bank"),
    ("water", "water_light"), ("water", "ink"), ("paving", "ink"), ("paving", "wall"),
    ("paving", "plaster"), ("paving", "roof_a"), ("paving", "roof_b"), ("paving", "roof_c"),
    ("paving", "slate"), ("wall", "ink"), ("plaster", "ink"), ("plaster", "window"), ("roof_a", "ink"),
    ("roof_b", "ink"), ("roof_c", "ink"), ("roof_a", "plaster"), ("roof_b", "plaster"), ("slate", "ink"),
    ("slate", "plaster"), ("shield", "white"), ("shield", "ink"), ("gold", "ink"), ("gold", "shield"),
    ("white", "ink"), ("white", "black"), ("page", "text"), ("page", "text_soft"), ("table", "text"),
    ("table", "ink"), ("card", "text"), ("marked", "text"), ("table", "place"), ("table", "place_text"),
    ("rock", "ink"), ("rock", "lava"), ("rose", "white"), ("violet", "white"),
    ("soil", "ink"), ("trail", "trail_rim"), ("dragon", "white"), ("leaf", "leaf_dark"), ("wood", "ink"),
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """The colours of one look."""

    name: str
    colours: Mapping[str, RGB]

    def __getitem__(self, name: str) -> RGB:
        return self.colours[name]

    def __hash__(self) -> int:
        return hash(self.name)


def _night(name: str, colour: RGB) -> RGB:
    """Moonlight: darker, cooler; what must be told apart keeps its hue."""
    if name in NIGHT:
        return NIGHT[name]
    strong = name in LOUD
    dim = mix(colour, (22, 30, 58), 0.24 if strong else 0.42)
    return dim if strong else mix(dim, (30, 44, 84), 0.08)


def _theme(name: str, change: Callable[[str, RGB], RGB]) -> Theme:
    return Theme(name, MappingProxyType({key: change(key, colour) for key, colour in DAY.items()}))


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "day": _theme("day", lambda _, colour: colour),
        "night": _theme("night", _night),
        "contrast": _theme("contrast", lambda name, colour: CONTRAST.get(name, colour)),
    }
)


@lru_cache(maxsize=8)
def palette(theme: str) -> tuple[RGB, ...]:
    """The fixed colours of a theme, 256 at most."""
    look = THEMES[theme]
    seen: dict[RGB, None] = dict.fromkeys((*look.colours.values(), *PLAYERS))
    for a, b in PAIRS:
        for share in (1 / 3, 2 / 3):
            seen.setdefault(mix(look[a], look[b], share))
    for player in PLAYERS:
        for other in ("grass", "black", "white"):
            seen.setdefault(mix(player, look[other], 0.5))
    return tuple(seen)[:256]


@lru_cache(maxsize=8)
def palette_image(theme: str) -> Image.Image:
    """An image that carries a theme's palette."""
    image = Image.new("P", (1, 1))
    flat = [channel for colour in palette(theme) for channel in colour]
    image.putpalette(bytes(flat + flat[-3:] * (256 - len(flat) // 3)))  # copies of bytes share their memory
    return image


def blank(size: tuple[int, int], colour: str, theme: str) -> Image.Image:
    """A picture on a theme's palette, filled with one of its colours."""
    image = Image.new("P", size, index_of(theme, THEMES[theme][colour]))
    image.putpalette(palette_image(theme).getpalette() or [])
    return image


@lru_cache(maxsize=512)
def index_of(theme: str, colour: RGB) -> int:
    """The palette entry nearest to a colour."""
    entries = palette(theme)
    return min(
        range(len(entries)), key=lambda i: sum((a - b) ** 2 for a, b in zip(entries[i], colour, strict=True))
    )


def quantise(image: Image.Image, theme: str) -> Image.Image:
    """Bring an RGB picture onto a theme's palette, without dithering."""
    return image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)
