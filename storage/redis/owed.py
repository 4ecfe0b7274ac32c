"""Channels that are owed an answer, in a few sets, each in a slot of its own."""

from __future__ import annotations

from storage.port import Debts
from storage.redis import keys
from storage.redis.connection import Link


class RedisDebts(Debts):
    """A channel is in one of the sets while something is under way there."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def add(self, channel: str) -> None:
        await self._link.call("SADD", _bucket(channel), channel)

    async def settle(self, channel: str) -> None:
        await self._link.call("SREM", _bucket(channel), channel)

    async def all(self) -> list[str]:
        found: list[bytes] = []
        for number in range(keys.DUE_BUCKETS):
            found += await self._link.call("SMEMBERS", keys.owed(number))
        return sorted(channel.decode() for channel in found)


def _bucket(channel: str) -> str:
    return keys.owed(keys.bucket(channel))
