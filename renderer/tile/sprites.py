"""Tile sprites: the picture of a tile, turned, at a size, in a theme's palette."""

from __future__ import annotations

from random import Random

from engine.tiles import Tile
from renderer.geometry.layout import layout_of
from renderer.style.cache import Cache
from renderer.style.canvas import Image, Pen
from renderer.style.palette import THEMES, quantise
from renderer.tile.carcassonne import block_part
from renderer.tile.city import city_ground, city_houses, city_walls, corner_towers
from renderer.tile.crops import animal, corner_bushes, crop_ground, crop_mark, hedges
from renderer.tile.crossings import cities_over, gates, stubs
from renderer.tile.ground import meadow, plant
from renderer.tile.lines import bridges, river, roads
from renderer.tile.scene import Scene
from renderer.tile.sites import site
from renderer.tile.symbols import bazaar, dragon_mark, inn, pig_herd, portal, princess, shield, volcano

VARIANTS = 3
MOST_PIXELS = 128_000_000  # of all sprites that are kept: as many bytes; thousands of tables use most of it
_sprites: Cache[tuple[str, str, int, int, str, int, bool], Image] = Cache(
    MOST_PIXELS, lambda s: s.width * s.height
)


def tile_sprite(
    tile: Tile, rotation: int, size: int, theme: str = "day", variant: int = 0, corners: bool = True
) -> Image:
    """A tile on the theme's palette; do not change the image, it is shared.

    Boards leave out the towers and bushes in the `corners`: there one whole piece covers all tiles that meet.
    """
    key = (tile.set, tile.id, rotation % 4, size, theme, variant % VARIANTS, corners)
    return _sprites.get(key) or _sprites.put(
        key, quantise(tile_picture(tile, rotation, size, theme, variant, corners), theme)
    )


def tile_picture(
    tile: Tile, rotation: int, size: int, theme: str = "day", variant: int = 0, corners: bool = True
) -> Image:
    """A tile in full colour."""
    oversample = 4 if size <= 72 else 3
    ground = meadow(size, oversample, theme)
    seed = Random(f"{tile.id}/{variant % VARIANTS}")  # noqa: S311
    scene = Scene(Pen(size, oversample, ground), THEMES[theme], layout_of(tile), rotation % 4, seed)
    _land(scene)
    _towns(scene)
    if corners:
        corner_towers(scene)
        corner_bushes(scene)
    _marks(scene)
    return scene.pen.finish()


def _land(scene: Scene) -> None:
    tile = scene.tile
    for segment in tile.segments:
        if segment.kind == "river":
            river(scene, segment.id)
    for kind in ("road", "trail"):
        if any(s.kind == kind for s in tile.segments):
            roads(scene, kind)
    bridges(scene)
    crop_ground(scene)
    plant(scene)


def _towns(scene: Scene) -> None:
    plan = scene.layout.plan
    segments = {s.id: s for s in scene.tile.segments}
    for area in sorted(plan.areas, key=lambda name: name in plan.spans):
        if segments[area].kind == "city":
            city_ground(scene, area)
            city_houses(scene, area)
            city_walls(scene, area)
        else:
            hedges(scene, area)
    cities_over(scene)
    if any(s.kind == "carcassonne" for s in scene.tile.segments):
        block_part(scene)
    stubs(scene)
    gates(scene)


def _marks(scene: Scene) -> None:
    """Buildings and badges, from north to south."""
    pen, theme = scene.pen, scene.theme
    inside = {s.id for s in scene.tile.segments if s.inside}
    symbols = {s.id: s.symbol for s in scene.tile.segments if s.symbol}
    placed = sorted(
        (scene.at(point)[1], scene.at(point)[0], name) for name, point in scene.layout.places.items()
    )
    for y, x, name in placed:
        kind, _, owner = name.partition(":")
        if kind in ("monastery", "shrine", "garden"):
            site(scene, kind, x, y, owner in inside)
        elif kind == "crop":
            crop_mark(pen, theme, symbols[owner] or "", x, y)
        elif kind in _BADGES:
            _BADGES[kind](pen, theme, x, y)
        else:
            animal(pen, theme, kind, x, y)


_BADGES = {
    "shield": shield,
    "princess": princess,
    "volcano": volcano,
    "bazaar": bazaar,
    "portal": portal,
    "dragon": dragon_mark,
    "inn": inn,
    "pig_herd": pig_herd,
}
