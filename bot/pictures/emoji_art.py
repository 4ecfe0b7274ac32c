"""Small pictures for texts: figures in the colours of the seats, and tiles of a kind."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.conversation.show.emoji import ICONS, SQUARES
from engine.tiles import load
from renderer.pieces.figures import figure_sprite
from renderer.tile.sprites import tile_sprite

SIZE = 128
TILES = {  # meanings with the tiles that show them best, and the middle and size of the part to show
    "city": ("base-N", (0.5, 0.5), 1.0),
    "road": ("base-U", (0.5, 0.5), 0.6),
    "monastery": ("base-B", (0.5, 0.47), 0.56),
    "field": ("base-E", (0.72, 0.72), 0.5),
    "garden": ("base-E-garden", (0.33, 0.65), 0.4),
}
FIGURES = ("dragon", "fairy")


def emoji_art() -> dict[str, tuple[str, bytes]]:
    """Plain emoji -> the name and the picture, as PNG, of what can stand in its place."""
    found = {
        square: (f"figure_{seat}", _png(_centred(figure_sprite("meeple", seat, 2 * SIZE))))
        for seat, square in enumerate(SQUARES)
    }
    tiles = {tile.id: tile for tile in load("base").tiles}
    for meaning, (name, middle, share) in TILES.items():
        tile = tile_sprite(tiles[name], 0, round(SIZE / share), "day")
        found[ICONS[meaning]] = (f"tile_{meaning}", _png(_part(tile, middle)))
    for name in FIGURES:
        found[ICONS[name]] = (name, _png(_centred(figure_sprite(name, None, 2 * SIZE))))
    return found


def _part(tile: Image.Image, middle: tuple[float, float]) -> Image.Image:
    """A square of a tile around a point."""
    left, top = (min(max(0, round(at * tile.width - SIZE / 2)), tile.width - SIZE) for at in middle)
    return tile.crop((left, top, left + SIZE, top + SIZE))


def _centred(sprite: Image.Image) -> Image.Image:
    """A sprite on a transparent square, as large as it may be."""
    box = sprite.getbbox() or (0, 0, *sprite.size)
    cut = sprite.crop(box)
    share = SIZE / max(cut.size)
    cut = cut.resize((round(cut.width * share), round(cut.height * share)), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (SIZE, SIZE))
    square.paste(cut, ((SIZE - cut.width) // 2, (SIZE - cut.height) // 2))
    return square


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
