"""The settled board: all tiles with their figures, kept from turn to turn and repaired where it changed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.board import Board
from engine.coordinates import column_name, row_name
from engine.geometry import Cell
from engine.state import Figures, GameState
from engine.tiles import Tile
from renderer.board.frame import BAND, RIM, Frame
from renderer.board.markers import Piece
from renderer.pieces.boxes import Standing, standing
from renderer.pieces.figures import figure_sprite
from renderer.style.cache import Cache
from renderer.style.palette import THEMES, index_of, palette_image, quantise
from renderer.style.text import width, write
from renderer.tile.corners import corner_sprite
from renderer.tile.crossings import bridge_over
from renderer.tile.sprites import VARIANTS, tile_sprite

Look = tuple[str, int, int | None, Standing]  # tile, rotation, axis of a span, figures
MOST_PIXELS = 48_000_000  # of all boards that are kept: as many bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """A board that was drawn: what it shows, and the state that it was drawn from."""

    image: Image.Image
    shown: dict[Cell, Look]
    board: Board
    size: tuple[int, int]  # tiles and spans: a board only ever grows
    figures: Figures
    parts: dict[str, object]
    extra: tuple[Piece, ...]

    def still_shows(self, view: GameState, extra: tuple[Piece, ...]) -> bool:
        """Whether nothing has changed since, found out without looking at every cell."""
        return (
            self.board is view.board
            and self.size == (len(view.board.cells), len(view.board.spans))
            and self.figures == view.figures
            and self.parts == view.parts
            and self.extra == extra
        )


_kept: Cache[tuple[str, Frame, str], Kept] = Cache(
    MOST_PIXELS, lambda kept: kept.image.width * kept.image.height
)


def variant_of(cell: Cell) -> int:
    """Which of the variants of a tile lies on a cell."""
    return (cell[0] * 7 + cell[1] * 3) % VARIANTS


def cell_sprite(tile: Tile, look: Look, size: int, theme: str, variant: int) -> Image.Image:
    """A tile with what stands on it."""
    if look[2] is None and not look[3]:
        return tile_sprite(tile, look[1], size, theme, variant, corners=False)
    return _peopled(tile, look, size, theme, variant)


@lru_cache(maxsize=512)
def _peopled(tile: Tile, look: Look, size: int, theme: str, variant: int) -> Image.Image:
    bare = tile_sprite(tile, look[1], size, theme, variant, corners=False)
    if look[2] is not None:
        picture = bare.convert("RGB")
        bridge_over(picture, look[2], theme)
        people(picture, look[3], theme)
        return quantise(picture, theme)
    figures = _figures(look[3], size, theme)
    left, top = (max(0, min(spot[side] for _, spot in figures)) for side in (0, 1))
    right = min(size, max(x + sprite.width for sprite, (x, _) in figures))
    bottom = min(size, max(y + sprite.height for sprite, (_, y) in figures))
    if right <= left or bottom <= top:
        return bare  # a figure of the next tile that does not reach so far
    part = bare.crop((left, top, right, bottom)).convert("RGB")  # all else is on the palette already
    for sprite, (x, y) in figures:
        part.paste(sprite, (x - left, y - top), sprite)
    picture = bare.copy()
    picture.paste(quantise(part, theme), (left, top))
    return picture


def people(picture: Image.Image, group: Standing, theme: str) -> None:
    """Stand figures on the picture of a tile."""
    for sprite, spot in _figures(group, picture.width, theme):
        picture.paste(sprite, spot, sprite)


def _figures(group: Standing, size: int, theme: str) -> list[tuple[Image.Image, tuple[int, int]]]:
    """Figures, each with its north-west corner on a tile of a size."""
    sprites = [(figure_sprite(kind, seat, size, theme), x, y) for kind, seat, x, y in group]
    return [
        (sprite, (round(x * size - sprite.width / 2), round(y * size - sprite.height / 2)))
        for sprite, x, y in sprites
    ]


def looks(view: GameState, extra: tuple[Piece, ...] = ()) -> dict[Cell, Look]:
    """What each cell of the board shows."""
    group = standing(view, extra)
    spans = view.board.spans
    return {
        cell: (
            placed.turned.tile.id,
            placed.turned.rotation,
            spans[cell].axis if cell in spans else None,
            group.get(cell, ()),
        )
        for cell, placed in view.board.cells.items()
    }


def settled_board(view: GameState, frame: Frame, theme: str, extra: tuple[Piece, ...] = ()) -> Image.Image:
    """A picture of the board, yours to draw on."""
    key = (view.rules.setup.commitment, frame, theme)
    known = _kept.get(key)
    if known is not None and known.still_shows(view, extra):
        return known.image.copy()
    wanted = looks(view, extra)
    if known is not None and _goes_on(known.shown, wanted):
        image = known.image.copy()
        changed = [cell for cell, look in wanted.items() if known.shown.get(cell) != look]
    else:
        image = _blank(frame, theme).copy()
        changed = list(wanted)
    _lay(image, view, frame, theme, wanted, changed)
    size = len(view.board.cells), len(view.board.spans)
    _kept.put(key, Kept(image, wanted, view.board, size, view.figures.copy(), view.parts.copy(), extra))
    return image.copy()


def _goes_on(shown: dict[Cell, Look], wanted: dict[Cell, Look]) -> bool:
    """Whether no tile was taken back: then only what is new must be drawn."""
    return all(cell in wanted and wanted[cell][:2] == look[:2] for cell, look in shown.items())


def _lay(
    image: Image.Image,
    view: GameState,
    frame: Frame,
    theme: str,
    wanted: dict[Cell, Look],
    changed: list[Cell],
) -> None:
    """Paste changed cells, then cover their corners."""
    cells = view.board.cells
    corners: dict[tuple[int, int], str] = {}
    for cell in changed:
        if frame.shows(cell):
            sprite = cell_sprite(cells[cell].turned.tile, wanted[cell], frame.tile, theme, variant_of(cell))
            image.paste(sprite, frame.corner(cell))
    for x, y in changed:
        for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if corner not in corners and frame.shows((x, y)):
                corners[corner] = _corner_kind(view, corner)
    quarter = frame.tile // 4
    for corner, kind in sorted(corners.items(), key=lambda item: item[0][1]):
        if kind:
            sprite, mask = corner_sprite(kind, frame.tile, theme)
            x, y = frame.corner(corner)
            image.paste(sprite, (x - quarter, y - quarter), mask)


def _corner_kind(view: GameState, corner: tuple[int, int]) -> str:
    """What covers a corner: the end of a city or crop edge, or nothing."""
    cells = view.board.cells
    x, y = corner
    for cell, sides in (
        ((x - 1, y - 1), (1, 2)),
        ((x, y - 1), (2, 3)),
        ((x, y), (3, 0)),
        ((x - 1, y), (0, 1)),
    ):
        placed = cells.get(cell)
        if placed is not None:
            for side in sides:
                if placed.turned.edges[side] in ("city", "crop"):
                    return placed.turned.edges[side]
    return ""


@lru_cache(maxsize=16)
def _blank(frame: Frame, theme: str) -> Image.Image:
    """The empty table with its frame and coordinates."""
    look = THEMES[theme]
    page, edge, table, line = (
        index_of(theme, look[name]) for name in ("page", "page_edge", "table", "table_line")
    )
    picture = Image.new("P", frame.size, page)
    picture.putpalette(palette_image(theme).getpalette() or [])
    right, bottom = BAND + frame.columns * frame.tile, BAND + frame.rows * frame.tile
    picture.paste(edge, (0, 0, right + RIM, bottom + RIM))
    picture.paste(table, (BAND, BAND, right, bottom))
    for i in range(1, frame.columns):
        x = BAND + i * frame.tile
        picture.paste(line, (x, BAND, x + 1, bottom))
    for i in range(1, frame.rows):
        y = BAND + i * frame.tile
        picture.paste(line, (BAND, y, right, y + 1))
    _name_cells(picture, frame, theme)
    return picture


def _name_cells(picture: Image.Image, frame: Frame, theme: str) -> None:
    """Write the names of columns and rows at the rim."""
    half = frame.tile // 2
    for i in range(frame.columns):
        _stamp(picture, BAND + i * frame.tile + half, BAND // 2 + 1, column_name(frame.left + i), 28, theme)
    for i in range(frame.rows):
        size = 28 if frame.top + i < 79 else 24
        _stamp(picture, BAND // 2, BAND + i * frame.tile + half, row_name(frame.top + i), size, theme)


def _stamp(picture: Image.Image, x: int, y: int, name: str, size: int, theme: str) -> None:
    sprite, mask = _coordinate(name, size, theme)
    picture.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), mask)


@lru_cache(maxsize=256)
def _coordinate(name: str, size: int, theme: str) -> tuple[Image.Image, Image.Image]:
    """The name of a row or column as it stands in the frame, and a mask of its letters."""
    look = THEMES[theme]
    half = math.ceil(width(name, size) / 2) + 2
    sprite = Image.new("RGB", (2 * half, 2 * size), look["page_edge"])
    mask = Image.new("L", sprite.size)
    write(sprite, (half, size), name, size, look["text"], anchor="mm")
    write(mask, (half, size), name, size, 255, anchor="mm")
    return quantise(sprite, theme), mask.point([0] + [255] * 255)


def clear() -> None:
    """Forget all kept boards."""
    _kept.clear()
