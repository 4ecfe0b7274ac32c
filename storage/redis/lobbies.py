"""The lobby of a channel: one document, saved by compare-and-set."""

from __future__ import annotations

from typing import Any

from storage.errors import raise_conflict
from storage.port import Lobbies
from storage.records import StoredLobby
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import Request, command, request_id


class RedisLobbies(Lobbies):
    """Lobbies in Redis."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def load(self, channel: str) -> StoredLobby:
        return lobby_record((await self._link.batch("lobby", [lobby_request(channel)]))[0])

    async def save(
        self, channel: str, *, expected: int, data: bytes | None, request: str | None = None
    ) -> int:
        key_names = keys.channel_all(channel, "lobby", "alias", "link")
        args = (expected, request_id(request), int(data is not None), data or b"")
        reply = await self._link.run(scripts.LOBBY_SAVE, key_names, *args)
        raise_conflict(channel, reply)
        return int(reply[1])


def lobby_request(channel: str) -> Request:
    """Make the request that loads a lobby."""
    return command("HMGET", keys.channel(channel, "lobby"), "version", "data", "recent")


def lobby_record(reply: Any) -> StoredLobby:
    """Read its reply."""
    version, data, recent = reply
    return StoredLobby(int(version or 0), data, (recent or b"").decode())
