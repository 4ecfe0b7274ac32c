"""Small pictures for texts: figures in the colours of the seats, and tiles of a kind."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.conversation.show.emoji import ICONS, SQUARES
from engine.tiles import load
from renderer.pieces.figures import figure_sprite
from renderer.tile.sprites import tile_sprite

SIZE = 128
TILES = {
    "city": "base-C",
    "road": "base-U",
    "monastery": "base-B",
}  # meanings with the tiles that show them best


def emoji_art() -> dict[str, tuple[str, bytes]]:
    """Plain emoji -> the name and the picture, as PNG, of what can stand in its place."""
    found = {
        square: (f"figure_{seat}", _png(_centred(figure_sprite("meeple", seat, 2 * SIZE))))
        for seat, square in enumerate(SQUARES)
    }
    tiles = {tile.id: tile for tile in load("base").tiles}
    for meaning, name in TILES.items():
        found[ICONS[meaning]] = (f"tile_{meaning}", _png(tile_sprite(tiles[name], 0, SIZE, "day")))
    return found


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
