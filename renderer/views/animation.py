"""A whole game as an animation, or as a strip of stills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import Image

from engine.state import GameState
from renderer.board.badges import outline
from renderer.board.frame import BAND, RIM, Frame, bare_frame
from renderer.board.tile_layer import looks, settled_board
from renderer.style.palette import THEMES

SIDE = 640
WEST, NORTH = 1, 4  # what of the rim is free of the names of cells
PACE = 450  # milliseconds a tile


def frames(views: Sequence[GameState], theme: str = "day", side: int = SIDE) -> list[Image.Image]:
    """One picture of the bare board for each view, all framed like the last."""
    whole = bare_frame(views[-1].board.cells, side * 2)
    out = []
    for view in views:
        picture = settled_board(view, whole, theme)
        last = view.last or list(view.board.cells)[-1]
        sprite, mask = outline(whole.tile, theme, None)
        picture.paste(sprite, whole.corner(last), mask)
        out.append(_bare(picture, whole, theme).reduce(2))
    return out


def _bare(picture: Image.Image, frame: Frame, theme: str) -> Image.Image:
    """The board alone, with an even rim that names no cells."""
    width, height = frame.columns * frame.tile, frame.rows * frame.tile
    bare = Image.new("RGB", (width + 2 * RIM, height + 2 * RIM), THEMES[theme]["page_edge"])
    inner = picture.crop((BAND - WEST, BAND - NORTH, BAND + width + RIM, BAND + height + RIM))
    bare.paste(inner, (RIM - WEST, RIM - NORTH))
    return bare


def webp(pictures: Sequence[Image.Image], pace: int = PACE) -> bytes:
    """An animated WebP; the last picture stays longer."""
    out = BytesIO()
    times = [pace] * (len(pictures) - 1) + [pace * 8]
    film = {"save_all": True, "append_images": list(pictures[1:]), "duration": times, "loop": 0}
    pictures[0].save(out, "WEBP", **film, quality=70, method=2, minimize_size=False)
    return out.getvalue()


def stills(
    pictures: Sequence[Image.Image], theme: str = "day", count: int = 6, columns: int = 3
) -> Image.Image:
    """A few pictures of the course, side by side."""
    picks = [pictures[round(i * (len(pictures) - 1) / max(1, count - 1))] for i in range(count)]
    w, h = picks[0].size
    rows = -(-count // columns)
    sheet = Image.new("RGB", (columns * (w + 8) + 8, rows * (h + 8) + 8), THEMES[theme]["page"])
    for i, picture in enumerate(picks):
        sheet.paste(picture, (8 + i % columns * (w + 8), 8 + i // columns * (h + 8)))
    return sheet


def changed(views: Iterable[GameState]) -> list[GameState]:
    """Only those views whose board looks different from the one before."""
    out: list[GameState] = []
    for view in views:
        if not out or looks(out[-1]) != looks(view):
            out.append(view)
    return out
