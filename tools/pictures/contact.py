"""Contact sheets: `python -m tools.pictures.contact OUTDIR` draws tiles, figures and sample boards.

`python -m tools.pictures.games` draws whole games.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from engine.tiles import SETS, load
from renderer.board.frame import bounds
from renderer.board.surface import Viewport, bare_table
from renderer.board.tile_layer import lay_tiles
from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import figure_sprite
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, write
from renderer.tile.sprites import tile_sprite
from tests.support.boards import Laid, random_board, river_board

BOXES = [name for name in SETS if name not in ("over_hill_and_dale", "carcassonne", "river", "river2")]


def tile_sheet(name: str, size: int = 144, theme: str = "day", columns: int = 8) -> Image.Image:
    """All tiles of a set, with their ids."""
    tiles = load(name).tiles
    label, gap = 18, 8
    rows = -(-len(tiles) // columns)
    look = THEMES[theme]
    width, height = columns * (size + gap) + gap, rows * (size + label + gap) + gap
    sheet = Image.new("RGB", (width, height), look["page"])
    for i, tile in enumerate(tiles):
        x, y = gap + i % columns * (size + gap), gap + i // columns * (size + label + gap)
        sheet.paste(tile_sprite(tile, 0, size, theme).convert("RGB"), (x, y))
        write(sheet, (x, y + size + 13), fit(tile.id, 11, size, "regular"), 11, look["text"], "regular")
    return quantise(sheet, theme)


def bare_board(laid: Laid, size: int = 96, theme: str = "day") -> Image.Image:
    """A board without frame or figures."""
    left, top, columns, rows = bounds(laid)
    on = bare_table((columns * size, rows * size), Viewport((left, top), (0, 0), size), theme)
    lay_tiles(on, laid, laid)
    return on.image


def figure_sheet(step: int = 110, theme: str = "day") -> Image.Image:
    """All pieces of all players on several grounds, large and as small as on a board."""
    look = THEMES[theme]
    owned = [name for name, design in DESIGNS.items() if design.owned]
    sheet = Image.new("RGB", (len(owned) * step, 10 * step + 60), look["page"])
    for seat, ground in enumerate(("grass", "paving", "road", "leaf_dark", "water", "roof_a")):
        sheet.paste(look[ground], (0, seat * step, sheet.width, (seat + 1) * step))
        for column, kind in enumerate(owned):
            sprite = figure_sprite(kind, seat, round(step * 1.5 / max(1.0, DESIGNS[kind].scale)), theme)
            _centre(sheet, sprite, (column + 0.5) * step, (seat + 0.5) * step)
            small = figure_sprite(kind, seat, 80, theme)
            _centre(sheet, small, 30 + (seat % 3 * len(owned) + column) * 36, 9.4 * step + seat // 3 * 44)
    for i, kind in enumerate(name for name, design in DESIGNS.items() if not design.owned):
        sprite = figure_sprite(kind, None, round(step * 1.4), theme)
        _centre(sheet, sprite, (i % 7 + 0.6) * step * 1.3, (6.5 + i // 7) * step)
    return quantise(sheet, theme)


def _centre(sheet: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    sheet.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def main(out: Path) -> None:
    """Write all sheets."""
    out.mkdir(parents=True, exist_ok=True)
    pictures = {f"tiles-{name}": tile_sheet(name) for name in SETS}
    pictures["figures"] = figure_sheet()
    pictures["board-boxes"] = bare_board(random_board(BOXES, 60, 5, block=True))
    pictures["board-river"] = bare_board(river_board("river2", ("base",), 30, 1))
    pictures["board-hills"] = bare_board(random_board(("over_hill_and_dale",), 56, 8))
    pictures["board-contrast"] = bare_board(random_board(BOXES, 44, 11), theme="contrast")
    for name, picture in pictures.items():
        picture.save(out / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
