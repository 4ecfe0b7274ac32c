"""What is kept for a user, all under the user's own hash tag so that it can be forgotten in one stroke."""

from __future__ import annotations

from collections.abc import Iterable

from storage.port import Users
from storage.redis import keys
from storage.redis.connection import Link
from storage.redis.moving import Mover


async def rise(link: Link, users: Iterable[str], channel: str) -> None:
    """Take a channel off the users' lists of seats."""
    for user in users:
        await link.call("ZREM", keys.user(user, "open"), keys.name(channel))


async def follow(link: Link, users: Iterable[str], channel: str, to: str) -> None:
    """Rewrite the users' lists after a channel was moved."""
    for user in users:
        since = await link.call("ZSCORE", keys.user(user, "open"), channel)
        if since is not None:
            await link.call("ZADD", keys.user(user, "open"), since, to)
            await link.call("ZREM", keys.user(user, "open"), channel)
        if await link.call("SISMEMBER", keys.user(user, "seen"), channel):
            await link.call("SADD", keys.user(user, "seen"), to)


class RedisUsers(Users):
    """Users in Redis."""

    def __init__(self, link: Link, mover: Mover) -> None:
        self._link = link
        self._mover = mover

    async def settings(self, user: str) -> dict[str, bytes]:
        return await self._fields(keys.user(user, "settings"))

    async def set_setting(self, user: str, name: str, value: bytes | None) -> None:
        await self._set(keys.user(user, "settings"), name, value)

    async def channel_settings(self, channel: str) -> dict[str, bytes]:
        return await self._fields(keys.channel(channel, "settings"))

    async def channel_setting(self, channel: str, name: str) -> bytes | None:
        key = keys.channel(channel, "settings")
        value: bytes | None = await self._link.call("HGET", key, keys.name(name))
        return value

    async def set_channel_setting(
        self, channel: str, name: str, value: bytes | None, *, keep: float | None = None
    ) -> None:
        key = keys.channel(channel, "settings")
        await self._set(key, name, value)
        if keep is not None:
            await self._link.call("PEXPIRE", key, int(keep * 1000))

    async def note(self, user: str, channel: str) -> None:
        await self._link.call("SADD", keys.user(user, "seen"), keys.name(channel))

    async def seen(self, user: str) -> list[str]:
        found = set(await self._link.call("SMEMBERS", keys.user(user, "seen")))
        found |= set(await self._link.call("ZRANGE", keys.user(user, "open"), 0, -1))
        games = await self._link.call("ZRANGE", keys.user(user, "done"), 0, -1)
        found |= {entry.partition(keys.SEPARATOR.encode())[0] for entry in games}
        return sorted({place for name in found async for place in self._mover.trail(name.decode())})

    async def sit(self, user: str, channel: str, since: float) -> None:
        await self.note(user, channel)
        await self._link.call("ZADD", keys.user(user, "open"), since, keys.name(channel))

    async def rise(self, user: str, channel: str) -> None:
        await rise(self._link, [user], channel)

    async def seats(self, user: str) -> list[str]:
        return [
            channel.decode() for channel in await self._link.call("ZRANGE", keys.user(user, "open"), 0, -1)
        ]

    async def forget(self, user: str) -> None:
        for channel in await self.seen(user):
            counters = keys.channel(channel, "stats")
            own = [field for field in await self._link.call("HKEYS", counters) if _owner(field) == user]
            if own:
                await self._link.call("HDEL", counters, *own)
        await self._link.call("DEL", *(keys.user(user, part) for part in keys.USER_PARTS))

    async def _fields(self, key: str) -> dict[str, bytes]:
        found = await self._link.call("HGETALL", key)
        return {name.decode(): value for name, value in found.items()}

    async def _set(self, key: str, name: str, value: bytes | None) -> None:
        if value is None:
            await self._link.call("HDEL", key, keys.name(name))
        else:
            await self._link.call("HSET", key, keys.name(name), value)


def _owner(field: bytes) -> str:
    return field.decode().split(keys.SEPARATOR)[0]
