"""Fifty outages of the store in whole games: the room shows what is asked after each of them."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from bot import app
from bot.chats.common.owed import OwedChannels
from bot.chats.web import board_page, rooms
from bot.chats.web.board_page import FrameLimit
from storage.open import open_store
from tests.support.redis_servers import Server
from tests.support.web.outages import scene

OUTAGES = 50


async def test_new_pages_show_what_is_asked_after_every_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "open_store", partial(open_store, patience=0.05))
    monkeypatch.setattr(rooms, "OwedChannels", partial(OwedChannels, waits=(0.05,) * 1000))
    monkeypatch.setattr(board_page, "FrameLimit", lambda *_: FrameLimit(1e6, 1e6))  # people who do not think
    server = Server(tmp_path / "redis")
    try:
        async with scene(tmp_path, server.port, random.Random(21)) as (play, proxy):
            await play.play(OUTAGES)
            assert await play.finished() >= 1
    finally:
        server.stop()
    assert proxy.cuts > OUTAGES
