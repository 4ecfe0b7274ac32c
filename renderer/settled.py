"""The settled board: all tiles with their figures, kept from turn to turn and repaired where it changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.board import Board
from engine.geometry import Cell
from engine.state import Figures, GameState
from engine.tiles import Tile
from renderer.cache import Cache
from renderer.corners import corner_sprite
from renderer.figures import figure_sprite
from renderer.frame import BAND, RIM, Frame
from renderer.markers import Piece
from renderer.names import column_name, row_name
from renderer.palette import THEMES, quantise
from renderer.pieces import Standing, standing
from renderer.spans import bridge_over
from renderer.text import write
from renderer.tiles import VARIANTS, tile_sprite

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
    picture = tile_sprite(tile, look[1], size, theme, variant, corners=False).convert("RGB")
    if look[2] is not None:
        bridge_over(picture, look[2], theme)
    people(picture, look[3], theme)
    return quantise(picture, theme)


def people(picture: Image.Image, group: Standing, theme: str) -> None:
    """Stand figures on the picture of a tile."""
    size = picture.width
    for kind, seat, x, y in group:
        sprite = figure_sprite(kind, seat, size, theme)
        spot = round(x * size - sprite.width / 2), round(y * size - sprite.height / 2)
        picture.paste(sprite, spot, sprite)


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
    picture = Image.new("RGB", frame.size, look["page"])
    right, bottom = BAND + frame.columns * frame.tile, BAND + frame.rows * frame.tile
    picture.paste(look["page_edge"], (0, 0, right + RIM, bottom + RIM))
    picture.paste(look["table"], (BAND, BAND, right, bottom))
    for i in range(1, frame.columns):
        x = BAND + i * frame.tile
        picture.paste(look["table_line"], (x, BAND, x + 1, bottom))
    for i in range(1, frame.rows):
        y = BAND + i * frame.tile
        picture.paste(look["table_line"], (BAND, y, right, y + 1))
    for i in range(frame.columns):
        middle = BAND + (i + 0.5) * frame.tile
        write(picture, (middle, BAND / 2 + 1), column_name(frame.left + i), 28, look["text"], anchor="mm")
    for i in range(frame.rows):
        middle = BAND + (i + 0.5) * frame.tile
        write(
            picture,
            (BAND / 2, middle),
            row_name(frame.top + i),
            28 if frame.top + i < 79 else 24,
            look["text"],
            anchor="mm",
        )
    return quantise(picture, theme)


def clear() -> None:
    """Forget all kept boards."""
    _kept.clear()
