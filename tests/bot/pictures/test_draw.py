"""What the conversation asks to be drawn, drawn."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.conversation.protocol.pictures import Animation, BoardPicture, FeaturesPicture, PictureRequest
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.pictures.draw import draw
from bot.pictures.film import NoFilm, animation, filmed
from engine.game import apply, new_game, pending
from engine.geometry import Cell
from engine.notation import write
from engine.setup import agree
from engine.state import GameState
from renderer.board.board import frame_for, render
from renderer.board.markers import Markers
from tests.golden.table import EVERY, table

NAMES = ("A", "B")


def _board(view: GameState) -> Image.Image:
    return _drawn(BoardPicture(game="g", names=NAMES, view=view))


def _features(view: GameState) -> Image.Image:
    return _drawn(FeaturesPicture(game="g", names=NAMES, view=view, cell=(0, 0)))


def _drawn(request: PictureRequest) -> Image.Image:
    return Image.open(BytesIO(draw(request).content)).convert("RGB")


def test_turn_message_marks_the_tile_laid_last() -> None:
    state = new_game(agree(2, seed="last")).state
    assert _board(state).tobytes() == _outlined(state, None)
    while len(state.board.cells) < 4 or state.tile is None:
        state = apply(state, pending(state)[0].options[0]).state
    assert _board(state).tobytes() == _outlined(state, list(state.board.cells)[-1])
    assert _board(state).tobytes() != _outlined(state, None)


def _outlined(state: GameState, last: Cell | None) -> bytes:
    return render(state, Markers(names=("A", "B"), last=last)).convert("RGB").tobytes()


def test_features_of_a_tile_are_lit_as_far_as_they_reach() -> None:
    road = {(x, 0): (EVERY["base-U"], 0) for x in range(3)}
    view = table({**road, (0, 1): (EVERY["base-B"], 0)}, 2, 0)
    board, lit = _board(view), _features(view)
    frame = frame_for(view, Markers())
    for cell, bright in (((0, 0), True), ((1, 0), True), ((2, 0), True), ((0, 1), False)):
        x, y = (corner + frame.tile // 2 for corner in frame.port.corner(cell))
        middle = (x - 3, y - 3, x + 3, y + 3)
        changed = ImageStat.Stat(ImageChops.difference(board.crop(middle), lit.crop(middle))).mean
        assert (max(changed) < 5) is bright, (cell, changed)


def test_a_tile_of_fields_alone_is_marked_itself() -> None:
    view = table({(0, 0): (EVERY["pd-volcano-field"], 0), (1, 0): (EVERY["base-B"], 0)}, 2, 0)
    board, marked = _board(view), _features(view)
    frame = frame_for(view, Markers())
    (left, top), (x, y) = frame.port.corner((0, 0)), frame.port.corner((1, 0))
    size = frame.tile
    over = size // 20  # brackets reach over their tile
    here, beside = (
        (left, top, left + size, top + size),
        (x + over, y + over, x + size - over, y + size - over),
    )
    assert board.crop(here).tobytes() != marked.crop(here).tobytes()
    assert board.crop(beside).tobytes() == marked.crop(beside).tobytes()


async def test_a_replay_is_a_webp_for_pages_and_a_video_for_chats_and_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seats = tuple(Seat(f"web:{seat}", name, f"web:{seat}") for seat, name in enumerate(("Anna", "Bo")))
    agreed = Table("g1", agree(2, seed="s", salt="t"), "web:0", "en", seats)
    state, log = new_game(agreed.setup).state, []
    for _ in range(24):
        action = pending(state)[0].options[0]
        log.append(Entry(0, f"web:{action.player}", write(action)).encode())
        state = apply(state, action).state
    request = Animation(game="g1", names=agreed.names(), setup=agreed.encode(), log=tuple(log))
    shares: list[float] = []
    page = await filmed(request, video=False, progress=shares.append)
    chat = animation(request, video=True)
    assert (page.mime, chat.mime) == ("image/webp", "video/mp4")
    with Image.open(BytesIO(page.content)) as moving:
        assert moving.size == (page.width, page.height) == (chat.width, chat.height)
        assert getattr(moving, "n_frames", 1) > 5
    assert chat.content[4:8] == b"ftyp"
    monkeypatch.setitem(sys.modules, "av", None)  # as if the extra `video` were not installed
    plain = animation(request, video=True)
    assert (plain.mime, plain.content[:4]) == ("image/gif", b"GIF8")
    assert len(shares) > 3
    assert shares == sorted(shares)
    with pytest.raises(NoFilm):
        await filmed(replace(request, log=(b"?",)), video=False, progress=shares.append)
