"""The lobby of a channel: one document, saved by compare-and-set."""

from __future__ import annotations

from storage.port import Lobbies
from storage.records import Document
from storage.redis import keys, scripts
from storage.redis.moving import Mover
from storage.redis.requests import request_id


class RedisLobbies(Lobbies):
    """Lobbies in Redis."""

    def __init__(self, mover: Mover) -> None:
        self._mover = mover

    async def load(self, channel: str) -> Document:
        key_names = keys.channel_all(channel, "lobby", "moved", "coming")
        _, version, data = await self._mover.run(channel, scripts.LOBBY_LOAD, key_names)
        return Document(version, data)

    async def save(
        self, channel: str, *, expected: int, data: bytes | None, request: str | None = None
    ) -> int:
        key_names = keys.channel_all(channel, "lobby", "moved", "coming")
        args = (expected, request_id(request), int(data is not None), data or b"")
        reply = await self._mover.run(channel, scripts.LOBBY_SAVE, key_names, *args)
        return int(reply[1])
