"""What is kept for a user, all under the user's own hash tag so that it can be deleted at once."""

from __future__ import annotations

from storage.port import Users
from storage.redis import keys
from storage.redis.channels import RedisChannels
from storage.redis.connection import Link
from storage.redis.owed import owed_key
from storage.redis.requests import Request, command


class RedisUsers(Users):
    """Users in Redis."""

    def __init__(self, link: Link, channels: RedisChannels) -> None:
        self._link = link
        self._channels = channels

    async def settings(self, user: str) -> dict[str, bytes]:
        return await self._fields(keys.user(user, "settings"))

    async def set_setting(self, user: str, name: str, value: bytes | None) -> None:
        await self._link.batch("setting", [_set(keys.user(user, "settings"), name, value)])

    async def channel_settings(self, channel: str) -> dict[str, bytes]:
        return await self._fields(keys.channel(channel, "settings"))

    async def channel_setting(self, channel: str, name: str) -> bytes | None:
        key = keys.channel(channel, "settings")
        value: bytes | None = await self._link.call("HGET", key, keys.name(name))
        return value

    async def set_channel_setting(
        self,
        channel: str,
        name: str,
        value: bytes | None,
        *,
        keep: float | None = None,
        settled: bool = False,
        owed: bool = False,
    ) -> None:
        key = keys.channel(channel, "settings")
        requests = [_set(key, name, value)]
        if keep is not None:
            requests.append(command("PEXPIRE", key, int(keep * 1000)))
        if settled:
            requests.append(command("SREM", owed_key(channel), channel))
        if owed:
            requests.insert(0, command("SADD", owed_key(channel), channel))  # first: never one too few
        await self._link.batch("setting", requests)

    async def note(self, user: str, channel: str) -> None:
        await self._link.batch("note", [note_request(user, channel)])

    async def seen(self, user: str) -> list[str]:
        lists = [
            command("SMEMBERS", keys.user(user, "seen")),
            command("ZRANGE", keys.user(user, "open"), 0, -1),
            command("ZRANGE", keys.user(user, "done"), 0, -1),
        ]
        noted_in, seated_in, games = await self._link.batch("seen", lists)
        found = {*noted_in, *seated_in, *(entry.partition(keys.SEPARATOR.encode())[0] for entry in games)}
        return sorted({place for name in found async for place in self._channels.earlier(name.decode())})

    async def sit(self, user: str, channel: str, since: float) -> None:
        seat = command("ZADD", keys.user(user, "open"), since, keys.name(channel))
        await self._link.batch("sit", [note_request(user, channel), seat])

    async def rise(self, user: str, channel: str) -> None:
        await self._link.call("ZREM", keys.user(user, "open"), keys.name(channel))

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


def note_request(user: str, channel: str) -> Request:
    """Make the request that notes a channel for `seen`."""
    return command("SADD", keys.user(user, "seen"), keys.name(channel))


def _set(key: str, name: str, value: bytes | None) -> Request:
    if value is None:
        return command("HDEL", key, keys.name(name))
    return command("HSET", key, keys.name(name), value)


def _owner(field: bytes) -> str:
    return field.decode().split(keys.SEPARATOR)[0]
