"""What a room and Discord's notes remember, read back from the store."""

from __future__ import annotations

import asyncio

from bot.chats.discord.pending import decode_press
from bot.chats.discord.shown import NAME, PostedMessages
from bot.chats.web.history import RoomHistory
from tests.support.empty_store import empty_store

SEEDS = [
    b'{"id": "m1", "place": 1, "seq": 1, "body": {"text": [{"t": "hi"}]}, "to": "", "key": "g1.1.a"}',
    b'[["g1.1.a", 12345, 99], ["lobby.g1", 5, 6]]',
    b'[["g1.2.b", 12345, 99, 1]]',
    b'{"id": 7, "token": "t", "command": true, "locale": "ru", "shard": 0, "at": 1.5}',
    b'{"id": 1, "place": null, "seq": "x"}',
]


def fuzz(data: bytes) -> None:
    """A stored value is a message, or it is left out."""

    async def load() -> None:
        users = empty_store().users
        good = SEEDS[0]
        await users.set_channel_setting("web:tower+messages", "m1", good)
        await users.set_channel_setting("web:tower+messages", "m2", data)
        history = RoomHistory("web:tower", users)
        await history.load()
        assert "m1" in history.messages or len(history.messages) == 1
        await history.add({"text": [{"t": "more"}]})
        await users.set_channel_setting("discord:1", NAME, data)
        await PostedMessages(users).all("discord:1")
        press = decode_press(data)
        assert press is None or decode_press(press.encode()) == press

    asyncio.run(load())
