"""A small map of the whole board, for pictures that show only a part of it."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.frame import BAND, RIM, Frame
from renderer.board.tile_layer import variant_of
from renderer.style.palette import THEMES, quantise
from renderer.tile.sprites import tile_sprite

ROOM = 300  # pixels of its longer side


def overview(
    image: Image.Image, view: GameState, frame: Frame, theme: str, marked: Collection[Cell] = ()
) -> None:
    """Paste the map into the corner of the board that is emptiest; marked cells are dots on it."""
    look = THEMES[theme]
    cells = view.board.cells
    shown = [*cells, *marked]
    xs, ys = [x for x, _ in shown], [y for _, y in shown]
    left, top = min(xs) - 1, min(ys) - 1
    columns, rows = max(xs) - left + 2, max(ys) - top + 2
    step = max(3, min(16, ROOM // max(columns, rows)))
    small = Image.new("RGB", (columns * step, rows * step), look["table"])
    for cell, placed in cells.items():
        sprite = tile_sprite(
            placed.turned.tile, placed.turned.rotation, frame.tile, theme, variant_of(cell), False
        )
        mini = sprite.convert("RGB").resize((step, step), Image.Resampling.BOX)
        small.paste(mini, ((cell[0] - left) * step, (cell[1] - top) * step))
    draw = ImageDraw.Draw(small)
    for x, y in marked:
        spot = (x - left) * step, (y - top) * step
        draw.rectangle((*spot, spot[0] + step - 1, spot[1] + step - 1), fill=look["accent"])
    x0, y0 = (frame.left - left) * step, (frame.top - top) * step
    box = (x0, y0, x0 + frame.columns * step - 1, y0 + frame.rows * step - 1)
    draw.rectangle(box, outline=look["accent"], width=max(2, step // 4))
    framed = Image.new("RGB", (small.width + 12, small.height + 12), look["text"])
    framed.paste(look["page"], (2, 2, framed.width - 2, framed.height - 2))
    framed.paste(small, (6, 6))
    sprite = quantise(framed, theme)
    image.paste(sprite, _corner(sprite, view, frame))


def _corner(sprite: Image.Image, view: GameState, frame: Frame) -> tuple[int, int]:
    right = BAND + frame.columns * frame.tile - sprite.width - 6
    bottom = BAND + frame.rows * frame.tile - sprite.height - 6
    spots = [(right, bottom), (right, BAND + 6), (BAND + 6, bottom), (BAND + 6, BAND + 6)]

    def covered(spot: tuple[int, int]) -> int:
        x0, y0 = (spot[0] - BAND) // frame.tile, (spot[1] - BAND) // frame.tile
        x1, y1 = (spot[0] + sprite.width - BAND) // frame.tile, (spot[1] + sprite.height - BAND) // frame.tile
        return sum(
            (frame.left + x, frame.top + y) in view.board.cells
            for x in range(x0, x1 + 1)
            for y in range(y0, y1 + 1)
        )

    best = min(spots, key=covered)
    return max(RIM, best[0]), max(RIM, best[1])
