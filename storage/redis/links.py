"""Tables in several channels: a guest has a key that leads home, the home lists its guests."""

from __future__ import annotations

from typing import Any

from storage.errors import Conflict, raise_conflict
from storage.port import Links
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import Request, call, command

LONGEST_PUBLIC = 200  # tables of a bucket that are listed


class RedisLinks(Links):
    """A guest counts if both keys say so: joining writes the home's list first, leaving clears it first."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def home(self, channel: str) -> str:
        return home_record((await self._link.batch("home", [home_request(channel)]))[0])

    async def of(self, home: str) -> dict[str, bytes]:
        return links_record((await self._link.batch("links", [links_request(home)]))[0])

    async def join(self, guest: str, home: str, value: bytes) -> None:
        if guest == home:
            raise ValueError("a channel cannot be its own guest")
        listed = keys.channel(home, "links")
        fresh = await self._link.call("HSET", listed, keys.name(guest), value)
        key_names = keys.channel_all(guest, "link", "game", "lobby", "alias")
        try:
            raise_conflict(guest, await self._link.run(scripts.LINK, key_names, home))
        except Conflict:
            if fresh:
                await self._link.call("HDEL", listed, guest)
            raise

    async def leave(self, guest: str, home: str) -> None:
        await self._link.call("HDEL", keys.channel(home, "links"), keys.name(guest))
        await self._link.run(scripts.UNLINK, [keys.channel(guest, "link")], home)

    async def note(self, home: str, name: str, value: bytes | None) -> None:
        key = keys.channel(home, "links")
        request = ("HDEL", key, keys.name(name)) if value is None else ("HSET", key, keys.name(name), value)
        await self._link.call(*request)

    async def renote(self, home: str, name: str, value: bytes) -> None:
        await self._link.run(scripts.RENOTE, [keys.channel(home, "links")], keys.name(name), value)

    async def open_code(self, code: str, home: str) -> None:
        await self._link.call("SET", keys.code(code), keys.name(home))

    async def read_code(self, code: str) -> str | None:
        found = await self._link.call("GET", keys.code(code))
        return found.decode() if found is not None else None

    async def close_code(self, code: str) -> None:
        await self._link.call("DEL", keys.code(code))

    async def publish(self, home: str, at: float) -> None:
        await self._link.call("ZADD", keys.public(keys.bucket(home)), at, home)

    async def withdraw(self, home: str) -> None:
        await self._link.call("ZREM", keys.public(keys.bucket(home)), home)

    async def public(self) -> list[str]:
        buckets = [
            call(scripts.PUBLIC, [keys.public(number)], LONGEST_PUBLIC) for number in range(keys.BUCKETS)
        ]
        found = await self._link.batch("public", buckets)
        dated = [pair for page in found for pair in zip(page[::2], page[1::2], strict=True)]
        return [home.decode() for home, _ in sorted(dated, key=lambda pair: -float(pair[1]))]


def home_request(channel: str) -> Request:
    """Make the request that looks where a channel leads."""
    return command("GET", keys.channel(channel, "link"))


def home_record(reply: Any) -> str:
    """Read its reply; empty if the channel is no guest."""
    return reply.decode() if reply is not None else ""


def links_request(home: str) -> Request:
    """Make the request that reads what is noted at a home."""
    return command("HGETALL", keys.channel(home, "links"))


def links_record(reply: Any) -> dict[str, bytes]:
    """Read its reply."""
    return {name.decode(): value for name, value in reply.items()}
