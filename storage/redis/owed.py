"""Channels with an answer pending, in a few sets, each in its own slot."""

from __future__ import annotations

from storage.port import Owed
from storage.redis import keys
from storage.redis.connection import Link
from storage.redis.requests import command


class RedisOwed(Owed):
    """A channel is in one of the sets while an answer is pending there."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def add(self, channel: str) -> None:
        await self._link.call("SADD", owed_key(channel), channel)

    async def settle(self, channel: str) -> None:
        await self._link.call("SREM", owed_key(channel), channel)

    async def all(self) -> list[str]:
        buckets = [command("SMEMBERS", keys.owed(number)) for number in range(keys.BUCKETS)]
        found = await self._link.batch("owed", buckets)
        return sorted(channel.decode() for bucket in found for channel in bucket)


def owed_key(channel: str) -> str:
    """Name the set that lists a channel."""
    return keys.owed(keys.bucket(channel))
