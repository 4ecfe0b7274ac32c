"""Results: a list for each group, with an index by game, and the document that is derived from it."""

from __future__ import annotations

from collections.abc import Iterable

from storage.port import Results
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import command
from storage.redis.users import note_request


class RedisResults(Results):
    """Every write of a line is one Lua function in the slot of its group."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def add(self, group: str, game: str, line: bytes, *, users: Iterable[str] = ()) -> bool:
        # First: a note too many is harmless, one too few would hide the line from `/forget`.
        await self._link.batch("note", [note_request(user, group) for user in users])
        return bool((await self._link.run(scripts.ADD_RESULT, _keys(group), keys.name(game), line))[1])

    async def load(self, group: str, *, start: int = 0) -> list[bytes]:
        found: list[bytes] = await self._link.call("LRANGE", _keys(group)[0], start, -1)
        return found

    async def count(self, group: str) -> int:
        return int(await self._link.call("LLEN", _keys(group)[0]))

    async def amend(self, group: str, game: str, line: bytes) -> bool:
        return bool((await self._link.run(scripts.AMEND_RESULT, _keys(group), keys.name(game), line))[1])

    async def groups(self) -> list[str]:
        return sorted(keys.split(key)[0] for key in await self._link.scan("bastide:{*}:results"))

    async def derived(self, group: str) -> bytes | None:
        found: bytes | None = await self._link.call("GET", keys.channel(group, "ratings"))
        return found

    async def set_derived(self, group: str, data: bytes | None) -> None:
        key = keys.channel(group, "ratings")
        await self._link.batch(
            "ratings", [command("DEL", key) if data is None else command("SET", key, data)]
        )


def _keys(group: str) -> list[str]:
    return keys.channel_all(group, "results", "results:index")
