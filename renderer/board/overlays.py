"""Overlays: fields tinted by owner with what they are worth, and highlighted features."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.board import SPAN
from engine.geometry import Cell
from engine.queries import FeatureInfo, fields
from engine.state import GameState
from engine.tiles import LANDS, SITES, Tile
from renderer.board.markers import Spot
from renderer.board.surface import Surface
from renderer.geometry.face import face_of
from renderer.geometry.layout import layout_of
from renderer.geometry.marks import MARKS
from renderer.pieces.liveries import livery
from renderer.style.cache import kept
from renderer.style.canvas import turn
from renderer.style.palette import THEMES, quantise

PALE, HATCH = 64, 190  # how strong a tint is, of 255: between and on the lines of its pattern


@kept
def segment_mask(tile: Tile, segment: str, rotation: int, size: int) -> Image.Image:
    """White where a segment lies on a turned tile."""
    mask = layout_of(tile).regions.mask(segment).resize((size, size), Image.Resampling.BICUBIC)
    mask = mask.filter(ImageFilter.GaussianBlur(size / 60)).point([0] * 128 + [255] * 128)
    return mask.rotate(-90 * rotation) if rotation else mask


@kept
def _stripes(size: int, kind: int) -> Image.Image:
    """A pattern for each owner, beside the colour: lines that lean differently."""
    image = Image.new("L", (size, size), PALE)
    step = max(8, size // 8)
    pixels = image.load()
    if pixels is None:
        return image
    for y in range(size):
        for x in range(size):
            lean = (x + y, x - y, x, y, x + 2 * y, 2 * x - y)[kind % 6]
            if lean % step < step // 3:
                pixels[x, y] = HATCH
    return image


def tint_fields(on: Surface, view: GameState, cells: Iterable[Cell]) -> None:
    """Tint every claimed field in its owner's colour; the others turn grey."""
    infos = {info.id: info for info in fields(view)}
    for cell in cells:
        here = view.board.segments_at(cell)
        parts = [(name, infos[found]) for name, kind, found in here if kind in LANDS and found in infos]
        if parts:
            _tint_cell(on, view, cell, parts)


def worths(view: GameState) -> list[Spot]:
    """What every claimed field is worth now, beside one of its farmers."""
    found = []
    for info in fields(view):
        for farmer in info.figures[:1]:
            seat = info.owners[0] if info.owners else None
            found.append(Spot(farmer.cell, farmer.segment, str(info.points_now), seat))
    return found


def _tint_cell(on: Surface, view: GameState, cell: Cell, parts: list[tuple[str, FeatureInfo]]) -> None:
    placed = view.board.cells[cell]
    tile, rotation, size = face_of(placed.turned), placed.turned.rotation, on.port.tile
    picture = on.image.crop(on.port.box(cell)).convert("RGB")
    for segment, info in parts:
        mask = ImageChops.subtract(
            segment_mask(tile, segment, rotation, size), _buildings(tile, rotation, size)
        )
        if info.owners:
            seat = info.owners[0]
            picture.paste(livery(seat).colour, (0, 0), ImageChops.multiply(mask, _stripes(size, seat)))
            if len(info.owners) > 1:
                half = _stripes(size, info.owners[1]).point([0] * HATCH + [HATCH] * (256 - HATCH))
                picture.paste(livery(info.owners[1]).colour, (0, 0), ImageChops.multiply(mask, half))
        else:
            picture.paste(THEMES[on.theme]["page_edge"], (0, 0), mask.point([v // 3 for v in range(256)]))
    on.image.paste(quantise(picture, on.theme), on.port.corner(cell))


@kept
def _buildings(tile: Tile, rotation: int, size: int) -> Image.Image:
    """White where a building stands in the fields."""
    mask = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(mask)
    for place in layout_of(tile).places:
        x, y = turn(place.at, rotation)
        r = 0.2 if MARKS[place.mark].large else 0.12
        draw.ellipse(((x - r) * size, (y - r) * size, (x + r) * size, (y + r) * size), fill=255)
    return mask


def light(on: Surface, view: GameState, lit: tuple[Spot, ...], cells: Iterable[Cell]) -> None:
    """Dim the board and leave the given segments bright, with a rim."""
    by_cell: dict[Cell, list[str]] = {}
    for spot in lit:
        by_cell.setdefault(spot.cell, []).append(spot.segment)
    look, size = THEMES[on.theme], on.port.tile
    for cell in cells:
        turned = view.board.cells[cell].turned
        picture = on.image.crop(on.port.box(cell)).convert("RGB")
        dimmed = Image.blend(picture, Image.new("RGB", picture.size, look["table"]), 0.55)
        for segment in by_cell.get(cell, ()):
            mask = _lit_mask(face_of(turned), segment, turned.rotation, size)
            glow = mask.filter(ImageFilter.MaxFilter(2 * max(2, size // 32) + 1))
            dimmed.paste(look["accent"], (0, 0), glow)
            dimmed.paste(picture, (0, 0), mask)
        on.image.paste(quantise(dimmed, on.theme), on.port.corner(cell))


def _lit_mask(tile: Tile, segment: str, rotation: int, size: int) -> Image.Image:
    kinds = {s.id: s.kind for s in tile.segments}
    if segment == SPAN or kinds.get(segment) in SITES:
        x, y = (0.5, 0.5) if segment == SPAN else turn(layout_of(tile).anchors[segment], rotation)
        return _disc(size, x, y)
    return segment_mask(tile, segment, rotation, size)


@kept
def _disc(size: int, x: float, y: float) -> Image.Image:
    mask = Image.new("L", (size, size), 0)
    r = size * 0.24
    ImageDraw.Draw(mask).ellipse((x * size - r, y * size - r, x * size + r, y * size + r), fill=255)
    return mask
