"""A channel under several ids: each new id is an alias of the channel that keeps the data."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from storage.errors import raise_conflict
from storage.port import Channels
from storage.redis import keys, scripts
from storage.redis.connection import Link

MOST_HOPS = 4  # an alias of an alias is followed, a ring is not


class RedisChannels(Channels):
    """An alias is one key at the new id; the channel lists its aliases by the time they were made."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def resolve(self, id_: str) -> str:
        for _ in range(MOST_HOPS):
            found = await self._link.run(scripts.RESOLVE, keys.channel_all(id_, "alias", *keys.MOVE_PARTS))
            if not found:
                break
            id_ = found.decode()
        return id_

    async def ids(self, channel: str) -> list[str]:
        aliases = await self._link.call("ZRANGE", keys.channel(channel, "aliases"), 0, -1)
        return [channel, *(alias.decode() for alias in aliases)]

    async def alias(self, new: str, to: str) -> None:
        if new == to:
            raise ValueError("a channel cannot be an alias of itself")
        reply = await self._link.run(
            scripts.ALIAS, keys.channel_all(new, "alias", "game", "lobby"), keys.name(to)
        )
        raise_conflict(new, reply)
        await self._link.call("ZADD", keys.channel(to, "aliases"), "NX", time.time(), new)

    async def earlier(self, channel: str) -> AsyncIterator[str]:
        """Yield the channel, and the channels to which an earlier version has moved its data."""
        for _ in range(MOST_HOPS):
            yield channel
            to, past = await self._link.call("HMGET", keys.channel(channel, "moved"), "to", "past")
            if to is None and past is None:
                break
            channel = (to or past).decode()
