"""Pictures look like the stored ones; `python -m tests.golden --update-golden` stores them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.golden.situations import SITUATIONS

PICTURES = Path(__file__).with_name("pictures")
MEAN = 1.5  # of 255: how far a picture may drift on average
STRONG, SHARE = 60, 0.01  # at most this share of pixels may differ by more than this


@pytest.mark.parametrize("name", sorted(SITUATIONS))
def test_a_picture_looks_like_the_stored_one(name: str) -> None:
    drawn = SITUATIONS[name]().convert("RGB")
    with Image.open(PICTURES / f"{name}.png") as stored:
        expected = stored.convert("RGB")
    assert drawn.size == expected.size
    difference = ImageChops.difference(drawn, expected).convert("L")
    assert ImageStat.Stat(difference).mean[0] < MEAN
    strong = sum(difference.histogram()[STRONG:])
    assert strong / (drawn.width * drawn.height) < SHARE


def test_every_stored_picture_has_a_situation() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == set(SITUATIONS)
