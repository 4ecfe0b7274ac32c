"""A small map of the whole board, for pictures that show only a part of it."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.frame import Frame
from renderer.board.surface import Surface
from renderer.board.tile_layer import laid_on, variant_of
from renderer.style.palette import THEMES, quantise
from renderer.tile.sprites import tile_sprite

ROOMS = (300, 220, 160)  # pixels of its longer side, the largest first


def overview(on: Surface, view: GameState, frame: Frame, marked: Collection[Cell] = ()) -> None:
    """Paste the map into a corner of the board where it covers nothing; marked cells are dots on it."""
    busy = {*view.board.cells, *marked}
    for longer in ROOMS:
        small = _map(view, frame, on.theme, marked, longer)
        corner = _free_corner(small, frame, busy)
        if corner is not None:
            on.image.paste(quantise(small, on.theme), corner)
            return


def _map(view: GameState, frame: Frame, theme: str, marked: Collection[Cell], longer: int) -> Image.Image:
    look = THEMES[theme]
    shown = [*view.board.cells, *marked]
    xs, ys = [x for x, _ in shown], [y for _, y in shown]
    left, top = min(xs) - 1, min(ys) - 1
    columns, rows = max(xs) - left + 2, max(ys) - top + 2
    step = max(3, min(16, longer // max(columns, rows)))
    small = Image.new("RGB", (columns * step + 12, rows * step + 12), look["text"])
    small.paste(look["page"], (2, 2, small.width - 2, small.height - 2))
    small.paste(look["table"], (6, 6, small.width - 6, small.height - 6))

    def box(x: int, y: int, wide: int = 1, high: int = 1) -> tuple[int, int, int, int]:
        x, y = 6 + (x - left) * step, 6 + (y - top) * step
        return x, y, x + wide * step, y + high * step

    for cell, (tile, rotation) in laid_on(view).items():
        sprite = tile_sprite(tile, rotation, frame.tile, theme, variant_of(cell), False)
        mini = sprite.convert("RGB").resize((step, step), Image.Resampling.BOX)
        small.paste(mini, box(*cell)[:2])
    for cell in marked:
        small.paste(look["accent"], box(*cell))
    window = box(frame.left, frame.top, frame.columns, frame.rows)
    ImageDraw.Draw(small).rectangle(window, outline=look["accent"], width=max(2, step // 4))
    return small


def _free_corner(small: Image.Image, frame: Frame, busy: Collection[Cell]) -> tuple[int, int] | None:
    """Where the map covers no busy cell, or None."""
    west, north = frame.origin
    right = west + frame.columns * frame.tile - small.width - 6
    bottom = north + frame.rows * frame.tile - small.height - 6
    for x, y in ((right, bottom), (right, north + 6), (west + 6, bottom), (west + 6, north + 6)):
        columns = range((x - west) // frame.tile, (x + small.width - west) // frame.tile + 1)
        rows = range((y - north) // frame.tile, (y + small.height - north) // frame.tile + 1)
        covered = ((frame.left + column, frame.top + row) for column in columns for row in rows)
        if x > west and y > north and not any(cell in busy for cell in covered):
            return x, y
    return None
