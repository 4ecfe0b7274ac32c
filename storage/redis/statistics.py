"""Counters that count every game once."""

from __future__ import annotations

from collections.abc import Mapping

from storage.port import Statistics
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import call, request_id
from storage.redis.users import note_request


class RedisStatistics(Statistics):
    """The counters of a user are one hash, which also remembers the last few `once` ids."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None:
        amounts = [part for name, amount in counts.items() for part in (keys.name(name), amount)]
        stats = call(scripts.COUNT, [keys.user(user, "stats")], keys.SEPARATOR, request_id(once), *amounts)
        await self._link.batch("count", [note_request(user, channel), stats])

    async def of_user(self, user: str) -> dict[str, int]:
        found = await self._link.call("HGETALL", keys.user(user, "stats"))
        fields = {field.decode().removeprefix(keys.SEPARATOR): value for field, value in found.items()}
        return {name: int(value) for name, value in fields.items() if name}
