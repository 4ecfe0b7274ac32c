"""Colours: three themes, and for each one fixed palette that all its pictures share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from renderer.canvas import RGB, mix

DAY: dict[str, RGB] = {
    # land
    "grass": (166, 204, 98),
    "grass_light": (179, 214, 112),
    "grass_dark": (152, 192, 86),
    "tuft": (120, 166, 66),
    "shade": (126, 166, 74),
    "leaf": (86, 142, 70),
    "leaf_light": (124, 176, 86),
    "leaf_dark": (58, 106, 58),
    "trunk": (122, 86, 56),
    "flower_white": (252, 250, 240),
    "flower_yellow": (250, 214, 74),
    "flower_pink": (236, 120, 142),
    # lines
    "road": (246, 230, 188),
    "road_rim": (170, 132, 84),
    "road_mark": (222, 198, 148),
    "water": (92, 166, 220),
    "water_light": (152, 206, 238),
    "water_dark": (58, 124, 186),
    "bank": (214, 196, 140),
    # towns
    "paving": (228, 186, 138),
    "paving_mark": (206, 160, 112),
    "paving_shade": (190, 142, 100),
    "wall": (240, 230, 210),
    "wall_face": (206, 190, 164),
    "wall_shade": (166, 148, 126),
    "ink": (86, 62, 48),
    "plaster": (250, 238, 214),
    "plaster_shade": (222, 198, 164),
    "roof_a": (214, 96, 62),
    "roof_a_dark": (176, 70, 48),
    "roof_b": (226, 124, 76),
    "roof_b_dark": (190, 92, 56),
    "roof_c": (194, 78, 58),
    "roof_c_dark": (154, 56, 46),
    "slate": (104, 118, 154),
    "slate_dark": (74, 84, 118),
    "slate_light": (142, 156, 188),
    "gold": (246, 196, 60),
    "gold_dark": (198, 138, 34),
    "window": (92, 76, 84),
    # marks
    "shield": (38, 84, 170),
    "shield_light": (84, 136, 216),
    "rose": (226, 98, 142),
    "rose_light": (250, 188, 206),
    "skin": (248, 212, 176),
    "hair": (232, 176, 72),
    "dragon": (196, 44, 44),
    "dragon_dark": (128, 24, 36),
    "violet": (128, 86, 176),
    "violet_light": (190, 154, 224),
    "violet_dark": (84, 52, 126),
    "rock": (140, 122, 110),
    "rock_light": (178, 160, 144),
    "rock_dark": (98, 82, 76),
    "lava": (240, 92, 40),
    "lava_light": (255, 190, 72),
    "smoke": (226, 222, 220),
    "pig": (244, 170, 170),
    "pig_dark": (204, 116, 124),
    "wood": (164, 116, 72),
    "wood_dark": (116, 78, 48),
    "wood_light": (202, 156, 104),
    # the second game
    "soil": (190, 136, 76),
    "soil_dark": (162, 110, 60),
    "soil_light": (212, 162, 98),
    "sprout": (132, 160, 62),
    "trail": (236, 214, 176),
    "trail_rim": (150, 116, 84),
    "berry": (214, 48, 62),
    "pumpkin": (240, 140, 44),
    "pumpkin_dark": (198, 98, 28),
    "straw": (240, 206, 98),
    # the quarters of Carcassonne
    "quarter_palace": (190, 198, 216),
    "quarter_market": (238, 208, 136),
    "quarter_smithy": (172, 148, 128),
    "quarter_cathedral": (212, 190, 214),
    # page
    "pick": (255, 250, 246),
    "turn": (250, 222, 226),
    "card": (244, 236, 220),
    "page": (250, 246, 236),
    "page_edge": (226, 214, 190),
    "table": (238, 228, 206),
    "table_line": (214, 198, 168),
    "text": (58, 44, 36),
    "text_soft": (116, 96, 80),
    "accent": (198, 40, 88),
    "white": (255, 255, 255),
    "black": (24, 20, 22),
}

# blends that smooth the edges between neighbours
PAIRS: tuple[tuple[str, str], ...] = (
    ("grass", "ink"),
    ("grass", "wall"),
    ("grass", "wall_face"),
    ("grass", "wall_shade"),
    ("grass", "road_rim"),
    ("grass", "bank"),
    ("grass", "leaf_dark"),
    ("grass", "leaf"),
    ("grass", "flower_white"),
    ("grass", "flower_yellow"),
    ("grass", "flower_pink"),
    ("grass", "rock"),
    ("grass", "page"),
    ("grass", "roof_a"),
    ("grass", "slate"),
    ("grass", "soil"),
    ("grass", "trail_rim"),
    ("grass", "white"),
    ("grass", "black"),
    ("road", "road_rim"),
    ("road", "ink"),
    ("water", "bank"),
    ("water", "water_light"),
    ("water", "ink"),
    ("paving", "ink"),
    ("paving", "wall"),
    ("paving", "plaster"),
    ("paving", "roof_a"),
    ("paving", "roof_b"),
    ("paving", "roof_c"),
    ("paving", "slate"),
    ("wall", "ink"),
    ("plaster", "ink"),
    ("plaster", "window"),
    ("roof_a", "ink"),
    ("roof_b", "ink"),
    ("roof_c", "ink"),
    ("roof_a", "plaster"),
    ("roof_b", "plaster"),
    ("slate", "ink"),
    ("slate", "plaster"),
    ("shield", "white"),
    ("shield", "ink"),
    ("gold", "ink"),
    ("gold", "shield"),
    ("white", "ink"),
    ("white", "black"),
    ("page", "text"),
    ("page", "text_soft"),
    ("table", "text"),
    ("table", "ink"),
    ("pick", "text"),
    ("pick", "accent"),
    ("card", "text"),
    ("turn", "text"),
    ("accent", "white"),
    ("rock", "ink"),
    ("rock", "lava"),
    ("rose", "white"),
    ("violet", "white"),
    ("soil", "ink"),
    ("trail", "trail_rim"),
    ("dragon", "white"),
    ("leaf", "leaf_dark"),
    ("wood", "ink"),
)

PLAYERS: tuple[RGB, ...] = (
    (208, 40, 30),  # A red
    (28, 76, 196),  # B blue
    (252, 208, 36),  # C yellow
    (36, 32, 40),  # D black
    (252, 250, 246),  # E white
    (246, 124, 214),  # F pink
)


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
    if name in _NIGHT:
        return _NIGHT[name]
    strong = name in _LOUD
    dim = mix(colour, (22, 30, 58), 0.24 if strong else 0.42)
    return dim if strong else mix(dim, (30, 44, 84), 0.08)


_LOUD = frozenset(
    {
        "shield",
        "shield_light",
        "gold",
        "rose",
        "rose_light",
        "dragon",
        "violet",
        "violet_light",
        "lava",
        "lava_light",
    }
)
_NIGHT: dict[str, RGB] = {
    "page": (30, 33, 41),
    "page_edge": (46, 50, 62),
    "table": (38, 42, 52),
    "table_line": (60, 66, 80),
    "text": (240, 236, 226),
    "pick": (54, 44, 58),
    "turn": (84, 48, 66),
    "card": (40, 44, 54),
    "text_soft": (184, 180, 172),
    "accent": (255, 122, 162),
    "white": (255, 255, 255),
    "black": (12, 12, 16),
    "window": (255, 214, 120),
    "road": (190, 180, 150),
    "road_rim": (92, 78, 66),
    "trail": (186, 166, 138),
    "water": (52, 110, 176),
    "grass": (96, 134, 92),
    "soil": (98, 70, 54),
    "soil_dark": (80, 56, 46),
    "soil_light": (118, 86, 66),
    "roof_a": (134, 56, 50),
    "roof_a_dark": (104, 44, 44),
    "water_light": (98, 156, 208),
}
_CONTRAST: dict[str, RGB] = {
    "grass": (190, 226, 130),
    "grass_light": (190, 226, 130),
    "grass_dark": (180, 218, 118),
    "tuft": (140, 184, 84),
    "road": (255, 250, 232),
    "road_rim": (70, 44, 20),
    "road_mark": (232, 214, 176),
    "water": (40, 120, 214),
    "water_light": (130, 190, 246),
    "bank": (20, 60, 120),
    "paving": (222, 150, 96),
    "wall": (255, 252, 244),
    "wall_face": (180, 162, 140),
    "ink": (40, 24, 16),
    "roof_a": (190, 62, 36),
    "roof_b": (206, 84, 44),
    "roof_c": (166, 44, 36),
    "page": (255, 255, 255),
    "table": (255, 255, 255),
    "table_line": (120, 120, 120),
    "pick": (255, 255, 255),
    "turn": (255, 226, 238),
    "card": (242, 242, 242),
    "text": (0, 0, 0),
    "text_soft": (50, 50, 50),
    "accent": (176, 0, 80),
    "black": (0, 0, 0),
}


def _theme(name: str, change: Callable[[str, RGB], RGB]) -> Theme:
    return Theme(name, MappingProxyType({key: change(key, colour) for key, colour in DAY.items()}))


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "day": _theme("day", lambda _, colour: colour),
        "night": _theme("night", _night),
        "contrast": _theme("contrast", lambda name, colour: _CONTRAST.get(name, colour)),
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
    image.putpalette(flat + flat[-3:] * (256 - len(flat) // 3))
    return image


def index_of(theme: str, colour: RGB) -> int:
    """The palette entry nearest to a colour."""
    entries = palette(theme)
    return min(
        range(len(entries)), key=lambda i: sum((a - b) ** 2 for a, b in zip(entries[i], colour, strict=True))
    )


def quantise(image: Image.Image, theme: str) -> Image.Image:
    """Bring an RGB picture onto a theme's palette, without dithering."""
    return image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)
