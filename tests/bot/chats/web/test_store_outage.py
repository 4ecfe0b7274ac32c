"""The server of the store dies while a room writes a message, and comes back."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.chats.web.page_format import tokens_of
from bot.chats.web.rooms import WebRoom
from bot.conversation.protocol.messages import Outgoing
from storage import Unavailable
from storage.open import open_store
from tests.bot.chats.web.test_rooms import CHANNEL, ROOM, Ear, rooms_on
from tests.support.redis_proxy import Cut, cutting
from tests.support.redis_servers import Server
from tests.support.stage import Stage, play_once

PATIENCE = 60.0  # seconds


def offers(room: WebRoom) -> list[set[str]]:
    """What can be pressed on each message of a room."""
    return [tokens_of(message.body) for message in room.history.messages.values()]


def tokens(message: Outgoing) -> set[str]:
    return {choice.token for choice in message.choices}


async def test_room_gets_its_buttons_when_the_store_is_back(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "redis")
    doomed = False

    def decide(chunk: bytes) -> Cut:
        if doomed and f"{CHANNEL}+messages".encode() in chunk:
            server.kill()
            return "before"
        return "pass"

    try:
        async with cutting(server.port, decide) as (proxy, url), await open_store(url, patience=1.0) as store:
            stage: Stage = Stage(store)
            rooms = rooms_on(stage, tmp_path)
            room = await rooms.room(ROOM)
            page = Ear("web:anna")
            room.enter(page)
            first = await stage.open("Anna", "Boris")
            await room.post([first])
            second = await play_once(stage, first, random.Random(5))  # the move is saved ...
            doomed = True
            with pytest.raises(Unavailable):
                await room.post([second])  # ... but the room cannot show what it leads to
            doomed = False
            assert proxy.cuts == 1
            assert offers(room) == [tokens(first)]
            assert last_shown(page) == tokens(first)
            server.start()
            async with asyncio.timeout(PATIENCE):
                while last_shown(page) != tokens(second):
                    await asyncio.sleep(0.05)
                while offers(room) != [set(), tokens(second)]:
                    await asyncio.sleep(0.05)
            again = await rooms_on(stage, tmp_path).room(ROOM)
            assert offers(again) == [set(), tokens(second)]
            await rooms.close()
    finally:
        server.stop()


def last_shown(page: Ear) -> set[str]:
    """What can be pressed on the newest message that a page was sent."""
    messages: dict[str, Any] = {data["message"]["id"]: data["message"] for data in page.does("message")}
    return tokens_of(max(messages.values(), key=lambda message: message["place"]))


async def test_history_stays_as_it_is_when_a_write_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage()
    room = await rooms_on(stage, tmp_path).room(ROOM)
    await room.talk("web:anna", "Anna", "hello")
    (said,) = room.history.messages.values()

    async def away(*_: object, **__: object) -> None:
        raise Unavailable("it does not answer")

    monkeypatch.setattr(stage.store.users, "set_channel_setting", away)
    changes = [
        room.history.add({"text": []}),
        room.history.change(said, {"text": []}),
        room.history.remove(said.id),
    ]
    for change in changes:
        with pytest.raises(Unavailable):
            await change
        assert list(room.history.messages.values()) == [said]
