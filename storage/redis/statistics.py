"""Counters that count every game once."""

from __future__ import annotations

from collections.abc import Mapping

from storage.port import Statistics
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import request_id


class RedisStatistics(Statistics):
    """Counters in two hashes, the user's own and the channel's; each remembers the last few `once` ids."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None:
        token = request_id(once)
        amounts = [part for name, amount in counts.items() for part in (keys.name(name), amount)]
        # First: `forget` finds the channel by it.
        await self._link.call("SADD", keys.user(user, "seen"), channel)
        own, shared = keys.SEPARATOR, f"{user}{keys.SEPARATOR}"
        await self._link.run(scripts.COUNT, [keys.user(user, "stats")], own, token, *amounts)
        await self._link.run(scripts.COUNT, [keys.channel(channel, "stats")], shared, token, *amounts)

    async def of_user(self, user: str) -> dict[str, int]:
        return (await self._read(keys.user(user, "stats"))).get("", {})

    async def of_channel(self, channel: str) -> dict[str, dict[str, int]]:
        return await self._read(keys.channel(channel, "stats"))

    async def _read(self, key: str) -> dict[str, dict[str, int]]:
        counters: dict[str, dict[str, int]] = {}
        for field, value in (await self._link.call("HGETALL", key)).items():
            owner, name = field.decode().split(keys.SEPARATOR)
            if name:
                counters.setdefault(owner, {})[name] = int(value)
        return counters
