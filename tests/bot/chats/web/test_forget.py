"""`/forget` in a room of the browser, with the whole program: nothing of the person is left in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis

from bot.app import running
from bot.settings import Settings
from tests.storage.test_forget_everywhere import everything
from tests.support.web.guests import PAUSE, Guest

YES = "me:0:!forget.yes"


def stored(folder: Path, *words: str) -> list[bytes]:
    """Keys and values that hold one of these words."""
    with redis.Redis(unix_socket_path=(folder / "server.socket").read_text("utf-8")) as client:
        return [value for value in everything(client) if any(word.encode() in value for word in words)]


async def until(look: Callable[[], Any]) -> None:
    async with asyncio.timeout(90):
        while not look():
            await asyncio.sleep(PAUSE)


async def test_forget_in_the_room_leaves_nothing(tmp_path: Path) -> None:
    async with running(Settings(data_folder=tmp_path, web_port=0, computers=1)) as web:
        guests = [Guest(name, lambda: f"http://127.0.0.1:{web.port}", 1) for name in ("Zacharias", "Boris")]
        lives = [asyncio.create_task(guest.live()) for guest in guests]
        zach, boris = guests
        await until(lambda: zach.done and boris.done)  # they have said who they are
        await zach.say("good morning")
        await zach.say("/new")
        await boris.say("hello, Zacharias!")
        await boris.say("/join")
        await zach.say("/start")
        await until(lambda: zach.told)
        await zach.say("/settings theme night")
        assert len(stored(tmp_path, zach.id, "Zacharias")) > 7
        await zach.request({"do": "press", "token": YES})
        assert stored(tmp_path, zach.id, "Zacharias") == []
        assert [data for data in boris.messages.values() if "Zacharias" in str(data)] == []
        assert "hello, …!" in str(boris.messages)
        assert "Done: your settings" in str(zach.messages)
        assert "Player A (computer)" in str(boris.messages)
        for picture in (tmp_path / "pictures").iterdir():  # those that are left are of the table as it is now
            assert f"/p/{picture.name}" in str(boris.messages)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
