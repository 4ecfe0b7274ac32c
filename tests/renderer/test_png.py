"""The encoder of pictures: what Pillow reads back is what was drawn."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from renderer.style.palette import THEMES
from renderer.style.png import png
from tests.golden.situations import SITUATIONS


@pytest.mark.parametrize("name", ["start", "close-one", "numbers-night"])
def test_a_png_holds_every_pixel_of_the_picture(name: str) -> None:
    drawn = SITUATIONS[name]()
    with Image.open(BytesIO(png(drawn))) as read:
        read.load()
        assert (read.format, read.size) == ("PNG", drawn.size)
        assert read.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_a_png_of_one_row_and_one_column_is_valid() -> None:
    for size in ((7, 1), (1, 5)):
        drawn = Image.new("P", size, 1)
        drawn.putpalette([channel for colour in THEMES["day"].colours.values() for channel in colour][:768])
        with Image.open(BytesIO(png(drawn))) as read:
            assert read.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()
