"""Overlays: fields tinted by owner with what they are worth, and highlighted features."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.board import SPAN
from engine.geometry import Cell
from engine.queries import FeatureInfo, fields
from engine.state import GameState
from engine.tiles import Tile
from renderer.board.badges import plate, stamp
from renderer.board.frame import Frame
from renderer.board.markers import Spot
from renderer.board.tile_layer import people
from renderer.geometry.layout import layout_of
from renderer.pieces.boxes import standing, within
from renderer.pieces.liveries import livery
from renderer.style.canvas import turn
from renderer.style.palette import THEMES, quantise


@lru_cache(maxsize=512)
def segment_mask(tile: Tile, segment: str, rotation: int, size: int) -> Image.Image:
    """White where a segment lies on a turned tile."""
    mask = layout_of(tile).regions.mask(segment).resize((size, size), Image.Resampling.BICUBIC)
    mask = mask.filter(ImageFilter.GaussianBlur(size / 60)).point([0] * 128 + [255] * 128)
    return mask.rotate(-90 * rotation) if rotation else mask


@lru_cache(maxsize=16)
def _stripes(size: int, kind: int) -> Image.Image:
    """A pattern that tells an owner beside the colour: lines that lean differently."""
    image = Image.new("L", (size, size), 150)
    step = max(8, size // 8)
    pixels = image.load()
    if pixels is None:
        return image
    for y in range(size):
        for x in range(size):
            lean = (x + y, x - y, x, y, x + 2 * y, 2 * x - y)[kind % 6]
            if lean % step < step // 3:
                pixels[x, y] = 225
    return image


def field_overlay(image: Image.Image, view: GameState, frame: Frame, theme: str) -> None:
    """Tint every claimed field in its owner's colour and write its worth; the others turn grey."""
    tints: dict[Cell, list[tuple[str, FeatureInfo]]] = {}
    infos = {info.id: info for info in fields(view)}
    for cell in view.board.cells:
        for segment, kind, feature in view.board.segments_at(cell):
            if kind in ("field", "meadow") and feature in infos:
                tints.setdefault(cell, []).append((segment, infos[feature]))
    for cell, parts in tints.items():
        if frame.shows(cell):
            _tint_cell(image, view, frame, cell, parts, theme)
            put_figures(image, view, frame, cell, theme)
    for info in infos.values():
        if info.figures:
            _worth(image, view, frame, info, theme)


def _tint_cell(
    image: Image.Image,
    view: GameState,
    frame: Frame,
    cell: Cell,
    parts: list[tuple[str, FeatureInfo]],
    theme: str,
) -> None:
    placed = view.board.cells[cell]
    tile, rotation, size = placed.turned.tile, placed.turned.rotation, frame.tile
    x, y = frame.corner(cell)
    picture = image.crop((x, y, x + size, y + size)).convert("RGB")
    for segment, info in parts:
        mask = ImageChops.subtract(
            segment_mask(tile, segment, rotation, size), _buildings(tile, rotation, size)
        )
        if info.owners:
            seat = info.owners[0]
            picture.paste(livery(seat).colour, (0, 0), ImageChops.multiply(mask, _stripes(size, seat)))
            if len(info.owners) > 1:
                half = _stripes(size, info.owners[1]).point([0] * 200 + [255] * 56)
                picture.paste(livery(info.owners[1]).colour, (0, 0), ImageChops.multiply(mask, half))
        else:
            picture.paste(THEMES[theme]["page_edge"], (0, 0), mask.point([v // 3 for v in range(256)]))
    image.paste(quantise(picture, theme), (x, y))


@lru_cache(maxsize=256)
def _buildings(tile: Tile, rotation: int, size: int) -> Image.Image:
    """White where a building stands in the fields."""
    mask = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(mask)
    for name, point in layout_of(tile).places.items():
        x, y = turn(point, rotation)
        r = 0.2 if name.startswith(("monastery", "shrine", "volcano")) else 0.12
        draw.ellipse(((x - r) * size, (y - r) * size, (x + r) * size, (y + r) * size), fill=255)
    return mask


def _worth(image: Image.Image, view: GameState, frame: Frame, info: FeatureInfo, theme: str) -> None:
    figure = info.figures[0]
    if not frame.shows(figure.cell):
        return
    placed = view.board.cells[figure.cell]
    ax, ay = within(turn(layout_of(placed.turned.tile).anchors[figure.segment], placed.turned.rotation))
    x, y = frame.corner(figure.cell)
    seat = info.owners[0] if info.owners else None
    text = str(info.points_now)
    stamp(
        image, plate(text, max(28, frame.tile // 3), theme, seat), (x + ax * frame.tile, y + ay * frame.tile)
    )


def put_figures(image: Image.Image, view: GameState, frame: Frame, cell: Cell, theme: str) -> None:
    """Stand the figures of a cell on top again, lying ones left out."""
    group = [item for item in standing(view).get(cell, ()) if item[0] != "farmer"]
    if group:
        x, y = frame.corner(cell)
        picture = image.crop((x, y, x + frame.tile, y + frame.tile)).convert("RGB")
        people(picture, tuple(group), theme)
        image.paste(quantise(picture, theme), (x, y))


def light(image: Image.Image, view: GameState, lit: tuple[Spot, ...], frame: Frame, theme: str) -> None:
    """Dim the board and leave the given segments bright, with a rim."""
    by_cell: dict[Cell, list[str]] = {}
    for spot in lit:
        by_cell.setdefault(spot.cell, []).append(spot.segment)
    for cell, placed in view.board.cells.items():
        if not frame.shows(cell):
            continue
        x, y = frame.corner(cell)
        box = (x, y, x + frame.tile, y + frame.tile)
        picture = image.crop(box).convert("RGB")
        dimmed = Image.blend(picture, Image.new("RGB", picture.size, THEMES[theme]["table"]), 0.55)
        for segment in by_cell.get(cell, ()):
            mask = _lit_mask(placed.turned.tile, segment, placed.turned.rotation, frame.tile)
            glow = mask.filter(ImageFilter.MaxFilter(2 * max(2, frame.tile // 32) + 1))
            dimmed.paste(THEMES[theme]["accent"], (0, 0), glow)
            dimmed.paste(picture, (0, 0), mask)
        image.paste(quantise(dimmed, theme), (x, y))
    for cell in by_cell:
        if frame.shows(cell):
            put_figures(image, view, frame, cell, theme)


def _lit_mask(tile: Tile, segment: str, rotation: int, size: int) -> Image.Image:
    kinds = {s.id: s.kind for s in tile.segments}
    if segment == SPAN or kinds.get(segment) in ("monastery", "shrine", "garden"):
        x, y = (0.5, 0.5) if segment == SPAN else turn(layout_of(tile).anchors[segment], rotation)
        return _disc(size, x, y)
    return segment_mask(tile, segment, rotation, size)


@lru_cache(maxsize=256)
def _disc(size: int, x: float, y: float) -> Image.Image:
    mask = Image.new("L", (size, size), 0)
    r = size * 0.24
    ImageDraw.Draw(mask).ellipse((x * size - r, y * size - r, x * size + r, y * size + r), fill=255)
    return mask
