"""What channels show, and the marks of those that do not yet show what is saved."""

from __future__ import annotations

from collections.abc import AsyncIterator

from storage.port import Screens
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import Request, call, command


class RedisScreens(Screens):
    """A screen is a hash beside the channel's data; the marks are in a few hashes, each in its own slot."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def mark(self, channel: str, mark: str) -> None:
        await self._link.batch("mark", [mark_request(channel, mark)])

    async def marked(self) -> dict[str, str]:
        buckets = [command("HGETALL", keys.marks(number)) for number in range(keys.BUCKETS)]
        found = await self._link.batch("marked", buckets)
        return {channel.decode(): mark.decode() for bucket in found for channel, mark in bucket.items()}

    async def marks(self) -> AsyncIterator[tuple[str, str]]:
        async for message in self._link.listen(keys.MARKS):
            channel, _, mark = message.decode().partition(keys.SEPARATOR)
            yield channel, mark

    async def load(self, channel: str) -> bytes:
        return bytes(await self._link.call("HGET", _key(channel), "data") or b"")

    async def claim(self, channel: str, worker: str, *, now: float, lease: float) -> bytes | None:
        found = await self._link.run(
            scripts.SCREEN_CLAIM, [_key(channel)], worker, repr(now), repr(now + lease)
        )
        return None if found is None else bytes(found[0])

    async def save(
        self, channel: str, worker: str, data: bytes, *, now: float, lease: float, shown: str = ""
    ) -> bool:
        key_names, apart = [_key(channel)], self._link.is_cluster  # the list is on another node
        if shown and not apart:
            key_names.append(marks_key(channel))
        saved = await self._link.run(
            scripts.SCREEN_SAVE, key_names, worker, repr(now + lease), data, channel, shown
        )
        if saved and shown and apart:
            await self._link.run(scripts.UNMARK, [marks_key(channel)], channel, shown)
        return bool(saved)

    async def release(self, channel: str, worker: str) -> None:
        await self._link.run(scripts.SCREEN_RELEASE, [_key(channel)], worker)


def mark_request(channel: str, mark: str) -> Request:
    """Make the request that marks a channel."""
    return call(scripts.MARK, [marks_key(channel)], keys.name(channel), mark)


def marks_key(channel: str) -> str:
    """Name the hash that lists a channel."""
    return keys.marks(keys.bucket(channel))


def _key(channel: str) -> str:
    return keys.channel(channel, "screen")
