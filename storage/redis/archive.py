"""Finished games, listed by channel and by user."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from storage.port import Archive
from storage.records import FinishedGame, FinishedTable
from storage.redis import keys, scripts
from storage.redis.channels import RedisChannels
from storage.redis.connection import Link
from storage.redis.requests import command

TIDIED_AT_ONCE = 16


class RedisArchive(Archive):
    """Finished games in Redis, each in the slot of its channel."""

    def __init__(self, link: Link, channels: RedisChannels) -> None:
        self._link = link
        self._channels = channels

    async def load(self, channel: str, game: str) -> FinishedTable | None:
        found = await self._find(channel, game, "ended", "summary", "setup")
        if found is None:
            return None
        where, (ended, summary, setup) = found
        log = await self._link.call("LRANGE", keys.finished(where, game)[1], 0, -1)
        return FinishedTable(where, game, float(ended), summary, setup, tuple(log))

    async def of_channel(self, channel: str, *, limit: int = 20) -> list[FinishedGame]:
        return await self._list(keys.channel(channel, "done"), channel, limit)

    async def of_user(self, user: str, *, limit: int = 20) -> list[FinishedGame]:
        return await self._list(keys.user(user, "done"), "", limit)

    async def channels(self) -> list[str]:
        tags = {keys.split(key)[0] for key in await self._link.scan("bastide:{*}:done")}
        return sorted(tag for tag in tags if not tag.startswith("user:"))

    async def amend(
        self, channel: str, game: str, *, setup: bytes, summary: bytes, log: Sequence[bytes]
    ) -> bool:
        found = await self._find(channel, game, "ended")
        if found is None:
            return False
        key_names = keys.finished(found[0], game)
        reply = await self._link.run(scripts.AMEND_FINISHED, key_names, setup, summary, *log)
        return bool(reply[0] == b"ok")

    async def list_for(self, users: Iterable[str], channel: str, game: str, ended: float) -> None:
        """List a finished game for its players."""
        entry = f"{keys.name(channel)}{keys.SEPARATOR}{keys.name(game)}"
        await self._link.batch(
            "list", [command("ZADD", keys.user(user, "done"), ended, entry) for user in users]
        )

    async def tidy(self, users: Iterable[str], channel: str, before: float) -> None:
        """Remove games that have expired from the lists, a few at a time."""
        for index in [keys.channel(channel, "done"), *(keys.user(user, "done") for user in users)]:
            for entry in await self._link.call(
                "ZRANGEBYSCORE", index, "-inf", before, "LIMIT", 0, TIDIED_AT_ONCE
            ):
                if await self._find(*_place(entry, channel), "ended") is None:
                    await self._link.call("ZREM", index, entry)

    async def _list(self, index: str, channel: str, limit: int) -> list[FinishedGame]:
        listed: list[FinishedGame] = []
        skip = 0
        while len(listed) < limit:
            page = await self._link.call("ZREVRANGEBYSCORE", index, "+inf", "-inf", "LIMIT", skip, limit)
            for entry in page:
                where, game = _place(entry, channel)
                found = await self._find(where, game, "ended", "summary")
                if found is not None:
                    listed.append(FinishedGame(found[0], game, float(found[1][0]), found[1][1]))
            if len(page) < limit:
                break
            skip += limit
        return listed[:limit]

    async def _find(self, channel: str, game: str, *fields: str) -> tuple[str, list[Any]] | None:
        async for where in self._channels.earlier(channel):
            values = await self._link.call("HMGET", keys.finished(where, game)[0], *fields)
            if values[0] is not None:
                return where, values
        return None


def _place(entry: bytes, channel: str) -> tuple[str, str]:
    """Read an entry of a user's list, which names the channel, or of a channel's own, which does not."""
    where, separator, game = entry.decode().partition(keys.SEPARATOR)
    return (where, game) if separator else (channel, where)
