"""A game as a moving picture."""

from __future__ import annotations

from io import BytesIO

import av
from PIL import Image, ImageChops, ImageStat

from engine.state import GameState
from renderer.views.animation import HOLD, changed, frames, gif, mp4, webp
from tests.golden.table import NAMES
from tools.bench.renderer import growing

SIDE = 240


def _film() -> list[GameState]:
    return growing(4)


def test_a_view_that_looks_like_the_one_before_is_left_out() -> None:
    views = _film()
    assert [*changed([*views, views[-1]])] == views


def test_a_frame_drawn_from_the_one_before_equals_a_fresh_one() -> None:
    views = _film()
    (fresh,) = frames(views[-1:], NAMES, side=SIDE)
    assert [*frames(views, NAMES, side=SIDE)][-1].tobytes() == fresh.tobytes()


def test_frames_show_names_scores_and_the_player_to_move() -> None:
    view = _film()[-1]
    scored, other = view.fork(), view.fork()
    scored.scores = [score + 1 for score in view.scores]
    other.player = (view.player + 1) % len(view.scores)
    named = tuple(reversed(NAMES))
    pictures = [
        *frames([view], NAMES),
        *frames([scored], NAMES),
        *frames([other], NAMES),
        *frames([view], named),
    ]
    assert len({picture.tobytes() for picture in pictures}) == 4


def test_a_webp_has_a_picture_for_every_frame() -> None:
    pictures = [*frames(_film(), NAMES, side=SIDE)]
    with Image.open(BytesIO(webp(pictures))) as moving:
        assert moving.format == "WEBP"
        assert getattr(moving, "n_frames", 1) == len(pictures)
        assert moving.size == pictures[0].size


def test_a_gif_has_every_frame_as_it_was_drawn() -> None:
    pictures = [*frames(_film(), NAMES, side=SIDE)]
    with Image.open(BytesIO(gif(pictures))) as moving:
        assert (moving.format, getattr(moving, "n_frames", 1)) == ("GIF", len(pictures))
        for number, drawn in enumerate(pictures):
            moving.seek(number)
            assert moving.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_a_video_is_h264_and_its_last_frame_stays() -> None:
    pictures = [*frames(_film(), NAMES, side=SIDE)]
    with av.open(BytesIO(mp4(pictures))) as film:
        stream = film.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        shown = [frame.to_image() for frame in film.decode(stream)]  # type: ignore[no-untyped-call]
    assert len(shown) == len(pictures) + HOLD - 1
    for one, drawn in ((shown[0], pictures[0]), (shown[-1], pictures[-1])):
        assert ImageStat.Stat(ImageChops.difference(one, drawn.convert("RGB"))).mean[0] < 6
