"""Getting ready: what can be worked out before the first picture is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.tiles import SETS, load
from renderer.board.badges import numbered_cell
from renderer.geometry.layout import layout_of
from renderer.style.palette import palette_image
from renderer.style.text import width

ALPHABETS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 АБВабв ΑΒΓαβγ 中"


def warm(sets: Iterable[str] = SETS, theme: str = "day") -> None:
    """Lay out all tiles of some sets and open the fonts: half a second, best spent off the event loop."""
    Image.init()
    palette_image(theme)
    for weight in ("bold", "regular"):
        width(ALPHABETS, 28, weight)
    numbered_cell("1", 96, theme)
    for name in sets:
        for tile in load(name).tiles:
            layout_of(tile)
