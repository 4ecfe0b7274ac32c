"""Pictures look as they looked when somebody last agreed to them; see __main__ for how to agree anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.golden.situations import SITUATIONS

PICTURES = Path(__file__).with_name("pictures")
MEAN = 1.5  # of 255: how far a picture may drift on average
STRONG, SHARE = 60, 0.01  # at most this share of pixels may differ by more than this


@pytest.mark.parametrize("name", sorted(SITUATIONS))
def test_the_picture_looks_as_agreed(name: str) -> None:
    drawn = SITUATIONS[name]().convert("RGB")
    with Image.open(PICTURES / f"{name}.png") as stored:
        agreed = stored.convert("RGB")
    assert drawn.size == agreed.size
    difference = ImageChops.difference(drawn, agreed).convert("L")
    assert ImageStat.Stat(difference).mean[0] < MEAN
    strong = sum(difference.histogram()[STRONG:])
    assert strong / (drawn.width * drawn.height) < SHARE


def test_every_agreed_picture_is_still_drawn() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == set(SITUATIONS)
