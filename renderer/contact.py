"""Contact sheets: `python -m renderer.contact OUTDIR` draws every tile, every figure and sample boards."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engine.tiles import SETS, load
from renderer.corners import corner_sprite
from renderer.figures import KINDS, NEUTRALS, figure_sprite
from renderer.palette import THEMES, index_of, palette_image
from renderer.sample import Laid, edge, random_board
from renderer.tiles import VARIANTS, tile_sprite


def tile_sheet(name: str, size: int, theme: str, columns: int = 8) -> Image.Image:
    """All tiles of a set, with their ids."""
    tiles = load(name).tiles
    label = 14
    rows = -(-len(tiles) // columns)
    sheet = Image.new("RGB", (columns * (size + 8) + 8, rows * (size + label + 8) + 8), THEMES[theme]["page"])
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(10)
    for i, tile in enumerate(tiles):
        x, y = 8 + i % columns * (size + 8), 8 + i // columns * (size + label + 8)
        sheet.paste(tile_sprite(tile, 0, size, theme).convert("RGB"), (x, y))
        draw.text((x, y + size), tile.id[-24:], fill=THEMES[theme]["text"], font=font)
    return sheet


def board_picture(laid: Laid, size: int, theme: str) -> Image.Image:
    """A bare board."""
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    left, top = min(xs), min(ys)
    board = Image.new(
        "P",
        ((max(xs) - left + 1) * size, (max(ys) - top + 1) * size),
        index_of(theme, THEMES[theme]["table"]),
    )
    board.putpalette(palette_image(theme).getpalette() or [])
    for (x, y), (tile, rotation) in laid.items():
        board.paste(
            tile_sprite(tile, rotation, size, theme, (x * 7 + y * 3) % VARIANTS),
            ((x - left) * size, (y - top) * size),
        )
    corners: dict[tuple[int, int], str] = {}
    for (x, y), (tile, rotation) in laid.items():
        for side, ends in enumerate((((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0)))):
            kind = edge(tile, rotation, side)
            if kind in ("city", "crop"):
                for dx, dy in ends:
                    corners[x + dx, y + dy] = kind
    for (x, y), kind in sorted(corners.items(), key=lambda item: item[0][1]):
        sprite, mask = corner_sprite(kind, size, theme)
        board.paste(sprite, ((x - left) * size - size // 4, (y - top) * size - size // 4), mask)
    return board


def figure_sheet(size: int, theme: str) -> Image.Image:
    """All pieces of all players, on several grounds."""
    step = size
    sheet = Image.new("RGB", (len(KINDS) * step + 3 * step, 9 * step), THEMES[theme]["page"])
    grounds = ("grass", "paving", "road", "leaf_dark", "water", "roof_a")
    for seat in range(6):
        ImageDraw.Draw(sheet).rectangle(
            (0, seat * step, sheet.width, (seat + 1) * step), fill=THEMES[theme][grounds[seat]]
        )
        for column, kind in enumerate((*KINDS, "castle")):
            sprite = figure_sprite(kind, seat, size * 2, theme)
            sheet.paste(
                sprite,
                (column * step + (step - sprite.width) // 2, seat * step + (step - sprite.height) // 2),
                sprite,
            )
            small = figure_sprite(kind, seat, 80, theme)
            sheet.paste(small, (column * 36 + 4, 8 * step - 160 + seat * 40), small)
    for column, kind in enumerate(NEUTRALS):
        sprite = figure_sprite(kind, None, round(size * 1.4), theme)
        sheet.paste(
            sprite,
            (column * step + (step - sprite.width) // 2, 6 * step + (step - sprite.height) // 2),
            sprite,
        )
    return sheet


def main(out: Path) -> None:
    """Write all sheets."""
    out.mkdir(parents=True, exist_ok=True)
    for name in SETS:
        tile_sheet(name, 144, "day").save(out / f"tiles-{name}.png")
    figure_sheet(110, "day").save(out / "figures.png")
    board_picture(random_board(("base",), 72, 3), 96, "day").save(out / "board-base.png")
    everything = [name for name in SETS if name not in ("over_hill_and_dale", "carcassonne")]
    board_picture(random_board(everything, 60, 5, block=True), 96, "day").save(out / "board-all.png")
    board_picture(random_board(("over_hill_and_dale",), 60, 8), 96, "day").save(out / "board-hills.png")
    board_picture(random_board(everything, 50, 11), 96, "night").save(out / "board-night.png")
    board_picture(random_board(everything, 50, 11), 96, "contrast").save(out / "board-contrast.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
