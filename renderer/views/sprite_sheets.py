"""Sheets of sprites for a live board: the tiles of a set in all rotations, or the pieces of a box.

A sheet is a grid of squares, each as large as a tile, with one sprite in its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from math import ceil, sqrt

from PIL import Image

from engine.games import GAMES
from engine.tiles import AREAS, MARKS, POSTS, SETS, SITES, Tile, load
from engine.turned import Shape
from renderer.geometry.contours import contours
from renderer.geometry.face import bare
from renderer.geometry.layout import layout_of
from renderer.pieces.boxes import DESIGNS_OF
from renderer.pieces.designs import DESIGNS, DRESSED
from renderer.pieces.figures import figure_sprite
from renderer.tile.corners import corner_sprite
from renderer.tile.crossings import bridge_sprite
from renderer.tile.sprites import tile_sprite

SIZES = {1: 96, 2: 192}  # pixels of a tile by density
MOST_SEATS = 6
EVERY_MARK = frozenset(MARKS)
Sprite = Callable[[int, str], Image.Image]  # of a size and a theme
Sprites = dict[str, Sprite]


@dataclass(frozen=True)
class SheetPlan:
    """What is on a sheet: sprites by name, in order, and facts for those who use it."""

    sprites: Sprites
    find_facts: Callable[[], dict[str, object]]  # outlines take a while, and no picture needs them

    @cached_property
    def facts(self) -> dict[str, object]:
        """What those who use the sheet need to know, found when it is asked for."""
        return self.find_facts()

    @property
    def columns(self) -> int:
        """How many sprites stand in a row."""
        return max(1, ceil(sqrt(len(self.sprites))))

    def index(self) -> dict[str, object]:
        """Where each sprite is, and the facts."""
        places = {name: number for number, name in enumerate(self.sprites)}
        return {"columns": self.columns, "sprites": places, **self.facts}

    def draw(self, theme: str, density: int) -> bytes:
        """The sheet as a lossless WebP: the pictures have few colours."""
        size = SIZES[density]
        rows = ceil(len(self.sprites) / self.columns) or 1
        sheet = Image.new("RGBA", (self.columns * size, rows * size))
        for number, sprite in enumerate(self.sprites.values()):
            image = sprite(size, theme).convert("RGBA")
            left = number % self.columns * size + (size - image.width) // 2
            top = number // self.columns * size + (size - image.height) // 2
            sheet.paste(image, (left, top))
        out = BytesIO()
        sheet.save(out, "WEBP", lossless=True, quality=40, method=4)
        return out.getvalue()


def sheet_plan(name: str) -> SheetPlan | None:
    """The sheet of a name or None: `tiles.base`, or `tiles.base.bare` without gardens; `pieces.base.3`."""
    kind, _, rest = name.partition(".")
    box, _, seats = rest.partition(".")
    if kind == "tiles" and box in SETS and rest in (box, f"{box}.bare"):
        return _tiles(box, bare if seats else lambda tile: tile)
    if kind == "pieces" and box in DESIGNS_OF and seats in [str(n) for n in range(1, MOST_SEATS + 1)]:
        return _pieces(box, int(seats))
    return None


# -- tiles ------------------------------------------------------------------------------------------


def _tiles(name: str, face: Callable[[Tile], Tile]) -> SheetPlan:
    tiles = {tile.id: face(tile) for tile in load(name).tiles}
    sprites: Sprites = {}
    for key, tile in tiles.items():
        for rotation in sorted(set(_turns(tile))):
            sprites[f"{key}/{rotation}"] = _tile_sprite(tile, rotation)
    for kind in sorted({edge for tile in tiles.values() for edge in tile.edges} & AREAS):
        sprites[f"corner/{kind}"] = _corner(kind)
    return SheetPlan(sprites, lambda: {"tiles": {key: _tile_facts(tile) for key, tile in tiles.items()}})


def _turns(tile: Tile) -> tuple[int, ...]:
    """For each rotation the one that looks like it and has a sprite."""
    return Shape(tile, frozenset(segment.kind for segment in tile.segments), EVERY_MARK).canonical


def _tile_sprite(tile: Tile, rotation: int) -> Sprite:
    return lambda size, theme: tile_sprite(tile, rotation, size, theme, corners=False)


def _corner(kind: str) -> Sprite:
    def sprite(size: int, theme: str) -> Image.Image:
        picture, mask = corner_sprite(kind, size, theme)
        clear = Image.new("RGBA", picture.size)
        clear.paste(picture.convert("RGBA"), (0, 0), mask)
        return clear

    return sprite


def _tile_facts(tile: Tile) -> dict[str, object]:
    """Edges, rotations with a sprite; kind, place and outline of every segment in hundredths, not turned."""
    layout = layout_of(tile)
    segments = {}
    for segment in tile.segments:
        rings = contours(layout.regions, segment.id)
        at = layout.plan.hubs.get(segment.id, layout.anchors[segment.id])
        if segment.kind in SITES | POSTS:
            marks = [place.at for place in layout.places if place.segment == segment.id]
            at = marks[0] if marks else at
        segments[segment.id] = {
            "kind": segment.kind,
            "at": _hundredths(at),
            "rings": [[number for point in ring for number in _hundredths(point)] for ring in rings],
        }
    return {"edges": list(tile.edges), "turns": list(_turns(tile)), "segments": segments}


def _hundredths(point: tuple[float, float]) -> list[int]:
    return [round(100 * point[0]), round(100 * point[1])]


# -- pieces -----------------------------------------------------------------------------------------


def _pieces(box: str, seats: int) -> SheetPlan:
    sprites: Sprites = {}
    for design in designs_of(box):
        for seat in range(seats) if DESIGNS[design].owned else [None]:
            sprites[design if seat is None else f"{design}/{seat}"] = _piece(design, seat)
    if "bridge" in DESIGNS_OF[box]:
        sprites["span/0"], sprites["span/1"] = _span(0), _span(1)
    return SheetPlan(
        sprites, lambda: {"scales": {design: DESIGNS[design].scale for design in designs_of(box)}}
    )


def designs_of(box: str) -> list[str]:
    """The designs of all pieces that a box brings."""
    members = {member.key: member for game in GAMES.values() for member in (game.base, *game.boxes)}
    member = members[box]
    tiles = [tile for name in (*member.tile_sets, *member.apart) for tile in load(name).tiles]
    grounds = {segment.kind for tile in tiles for segment in tile.segments} or SITES
    found: dict[str, None] = {}
    for figure, kind in member.figures.items():
        found[figure] = None
        for ground, design in DRESSED.get(figure, {}).items():
            if ground in grounds | kind.stands_on:
                found[design] = None
    return [*found, *(design for design in DESIGNS_OF[box] if design not in found)]


def _piece(design: str, seat: int | None) -> Sprite:
    return lambda size, theme: figure_sprite(design, seat, size, theme)


def _span(axis: int) -> Sprite:
    return lambda size, theme: bridge_sprite(size, axis, theme)
