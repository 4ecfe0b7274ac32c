"""Contact sheets: `python -m tools.pictures.contact OUTDIR` draws tiles, figures and sample boards."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from PIL import Image

from engine.game import apply, new_game, pending, safe_answer, view_for
from engine.queries import options_by_cell
from engine.setup import agree
from engine.state import GameState
from engine.tiles import SETS, load
from renderer.board.board import render
from renderer.board.markers import Markers
from renderer.board.tile_layer import variant_of
from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import figure_sprite
from renderer.style.palette import THEMES, index_of, palette_image, quantise
from renderer.style.text import fit, write
from renderer.tile.corners import corner_sprite
from renderer.tile.sprites import tile_sprite
from tests.support.boards import Laid, edge, random_board, river_board

BOXES = [name for name in SETS if name not in ("over_hill_and_dale", "carcassonne", "river", "river2")]
NAMES = ("Ana", "Борис", "Ελένη", "小明", "Zoë", "Mo")
ENDS = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0)))  # of each side


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
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    left, top = min(xs), min(ys)
    extent = (max(xs) - left + 1) * size, (max(ys) - top + 1) * size
    board = Image.new("P", extent, index_of(theme, THEMES[theme]["table"]))
    board.putpalette(palette_image(theme).getpalette() or [])
    corners: dict[tuple[int, int], str] = {}
    for (x, y), (tile, rotation) in laid.items():
        sprite = tile_sprite(tile, rotation, size, theme, variant_of((x, y)), corners=False)
        board.paste(sprite, ((x - left) * size, (y - top) * size))
        for side, ends in enumerate(ENDS):
            if edge(tile, rotation, side) in ("city", "crop"):
                corners |= {(x + dx, y + dy): edge(tile, rotation, side) for dx, dy in ends}
    for (x, y), kind in sorted(corners.items(), key=lambda item: item[0][1]):
        sprite, mask = corner_sprite(kind, size, theme)
        board.paste(sprite, ((x - left) * size - size // 4, (y - top) * size - size // 4), mask)
    return board


def figure_sheet(step: int = 110, theme: str = "day") -> Image.Image:
    """All pieces of all players on several grounds, large and as small as on a board."""
    look = THEMES[theme]
    owned = [name for name, design in DESIGNS.items() if design.owned]
    sheet = Image.new("RGB", (len(owned) * step, 10 * step + 60), look["page"])
    for seat, ground in enumerate(("grass", "paving", "road", "leaf_dark", "water", "roof_a")):
        sheet.paste(look[ground], (0, seat * step, sheet.width, (seat + 1) * step))
        for column, kind in enumerate(owned):
            sprite = figure_sprite(kind, seat, round(step * 2 / max(1.0, DESIGNS[kind].scale)), theme)
            _centre(sheet, sprite, (column + 0.5) * step, (seat + 0.5) * step)
            small = figure_sprite(kind, seat, 80, theme)
            _centre(sheet, small, 30 + (seat % 3 * len(owned) + column) * 36, 9.4 * step + seat // 3 * 44)
    for i, kind in enumerate(name for name, design in DESIGNS.items() if not design.owned):
        sprite = figure_sprite(kind, None, round(step * 1.4), theme)
        _centre(sheet, sprite, (i % 7 + 0.6) * step * 1.3, (6.5 + i // 7) * step)
    return quantise(sheet, theme)


def _centre(sheet: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    sheet.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def played(plies: int, players: int, seed: str = "contact") -> GameState:
    """A game some way in, played at random but close together, about to lay a tile."""
    rng = Random(seed)
    state = new_game(agree(players, seed=seed)).state
    while not state.over and (state.ply < plies or pending(state)[0].ask != "place"):
        prompt = pending(state)[0]
        action = safe_answer(state, prompt)
        if prompt.ask == "place":
            cells = state.board.cells

            def crowd(option: object) -> float:
                x, y = getattr(option, "cell", (0, 0))
                near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
                return sum(cell in cells for cell in near) + 2 * rng.random()  # noqa: B023

            action = max(prompt.options, key=crowd)
        elif rng.random() < 0.5:
            action = prompt.options[rng.randrange(len(prompt.options))]
        state = apply(state, action).state
    return state


def turn_picture(theme: str = "day") -> Image.Image:
    """A turn as the chat shows it."""
    state = played(84, 3)
    cells = options_by_cell(pending(state)[0].options)
    numbers = tuple((cell, str(i + 1)) for i, cell in enumerate(cells))
    last = list(state.board.cells)[-1]
    return render(view_for(state, None), Markers(names=NAMES, cells=numbers, last=last), theme)


def main(out: Path) -> None:
    """Write all sheets."""
    out.mkdir(parents=True, exist_ok=True)
    pictures = {f"tiles-{name}": tile_sheet(name) for name in SETS}
    pictures["figures"] = figure_sheet()
    pictures["turn"] = turn_picture()
    pictures["turn-night"] = turn_picture("night")
    pictures["board-boxes"] = bare_board(random_board(BOXES, 60, 5, block=True))
    pictures["board-river"] = bare_board(river_board("river2", ("base",), 30, 1))
    pictures["board-hills"] = bare_board(random_board(("over_hill_and_dale",), 56, 8))
    pictures["board-contrast"] = bare_board(random_board(BOXES, 44, 11), theme="contrast")
    small = pictures["turn"].convert("RGB")
    width = 400
    height = round(small.height * width / small.width)
    pictures["turn-400"] = small.resize((width, height), Image.Resampling.LANCZOS)
    for name, picture in pictures.items():
        picture.save(out / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
