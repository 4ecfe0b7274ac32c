"""The meadow: a ground that repeats from tile to tile without a seam, and what grows on it."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.tiles import LANDS
from renderer.geometry.marks import MARKS
from renderer.geometry.plan import of_kind
from renderer.style.canvas import Image, Pen
from renderer.style.palette import THEMES
from renderer.tile.plants import flowers, plant_one, tuft
from renderer.tile.scene import Scene

# light and dark patches, in the repeating square: x, y, rx, ry
_LIGHT = ((0.12, 0.2, 0.2, 0.1), (0.64, 0.06, 0.17, 0.08), (0.44, 0.55, 0.22, 0.09), (0.9, 0.72, 0.18, 0.1))
_DARK = ((0.36, 0.3, 0.17, 0.07), (0.02, 0.52, 0.15, 0.07), (0.76, 0.42, 0.14, 0.06), (0.3, 0.86, 0.2, 0.08))
_TUFTS = (
    (0.0, 0.31), (0.22, 0.0), (0.71, 1.0), (1.0, 0.83), (0.16, 0.68), (0.58, 0.24), (0.83, 0.55), (0.46, 0.8),
)  # fmt: skip


@lru_cache(maxsize=4)
def meadow(size: int, oversample: int, theme_name: str) -> Image:
    """The ground under every tile: the same picture everywhere, running on over all four rims."""
    theme = THEMES[theme_name]
    pen = Pen(size, oversample, theme["grass"])
    for patches, colour in ((_LIGHT, theme["grass_light"]), (_DARK, theme["grass_dark"])):
        for x, y, rx, ry in patches:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    pen.disc(x + dx, y + dy, rx, colour, ry)
                    pen.disc(x + dx + rx * 0.7, y + dy + ry * 0.5, rx * 0.6, colour, ry * 0.7)
    for x, y in _TUFTS:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                tuft(pen, theme, x + dx, y + dy + 0.01, 0.026)
    return pen.image


def plant(scene: Scene) -> None:
    """Scatter trees, bushes, tufts and flowers over the fields, away from the rim and from all places."""
    rng = scene.rng
    regions = scene.layout.regions
    fields = [segment.id for segment in of_kind(scene.tile, *LANDS)]
    if not fields:
        return
    busy = [(*scene.at(p), 0.13) for p in scene.layout.anchors.values()]
    for place in scene.layout.places:
        x, y = scene.at(place.at)
        busy.append((x, y + 0.04, 0.24 if MARKS[place.mark].large else 0.17))
    spots = [cell for name in fields for cell in regions.cells(name)]
    if not spots:
        return
    things: list[tuple[float, float, float, str]] = []
    for kind in _PLANTS:
        need, size = _NEED[kind]
        room = size * 0.7
        for _ in range(2):
            (px, py), depth = rng.choice(spots)
            if depth < need:
                continue
            x, y = scene.at((px + rng.uniform(-0.02, 0.02), py + rng.uniform(-0.02, 0.02)))
            if (y < 0.17 and kind in ("tree", "poplar")) or not (0.05 < x < 0.95 and 0.05 < y < 0.95):
                continue
            if any((x - bx) ** 2 + (y - by) ** 2 < (r + room) ** 2 for bx, by, r in busy):
                continue
            busy.append((x, y, room * 0.8))
            things.append((y, x, size * rng.uniform(0.85, 1.15), kind))
            break
    for y, x, size, kind in sorted(things):
        _grow(scene, kind, x, y, size, rng)


_PLANTS = ("tree",) * 6 + ("poplar",) * 3 + ("bush",) * 4 + ("flowers",) * 4 + ("tuft",) * 7
_NEED = {
    "tree": (0.09, 0.11),
    "poplar": (0.08, 0.095),
    "bush": (0.06, 0.05),
    "flowers": (0.045, 0.028),
    "tuft": (0.03, 0.026),
}


def _grow(scene: Scene, kind: str, x: float, y: float, size: float, rng: Random) -> None:
    pen, theme = scene.pen, scene.theme
    if kind == "flowers":
        flowers(pen, theme, x, y, size, rng)
    else:
        plant_one(pen, theme, kind, x, y, size)
