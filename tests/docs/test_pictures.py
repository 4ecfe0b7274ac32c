"""The pictures of the documents: made by our renderer from games that keep the rules, small, up to date."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from tools.pictures.docs import FILM, IMAGES, draw, film, situations

SITUATIONS = situations()
MOST_BYTES = 150_000
MOST_FILM = 1_500_000


@pytest.mark.parametrize("name", sorted(SITUATIONS))
def test_the_stored_picture_is_what_the_renderer_draws(name: str) -> None:
    drawn = draw(SITUATIONS[name]).convert("RGB")
    with Image.open(IMAGES / f"{name}.png") as stored:
        kept = stored.convert("RGB")
    assert drawn.size == kept.size
    assert ImageStat.Stat(ImageChops.difference(drawn, kept).convert("L")).mean[0] < 1.5


def test_pictures_are_small() -> None:
    sizes = {path.stem: path.stat().st_size for path in IMAGES.glob("play-*.png")}
    assert sizes.keys() == SITUATIONS.keys()
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}


def test_the_film_shows_a_whole_game_and_is_made_the_same_again() -> None:
    made = film()
    assert len(made) < MOST_FILM
    with Image.open(IMAGES / FILM) as stored, Image.open(BytesIO(made)) as again:
        assert (stored.n_frames, stored.size) == (again.n_frames, again.size)
        assert stored.n_frames > 70
        for frame in (0, stored.n_frames // 2, stored.n_frames - 1):
            stored.seek(frame)
            again.seek(frame)
            difference = ImageChops.difference(stored.convert("RGB"), again.convert("RGB"))
            assert ImageStat.Stat(difference.convert("L")).mean[0] < 1.5
