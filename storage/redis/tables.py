"""The running tables: the log is the truth, a snapshot shortens the replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storage.port import Tables
from storage.records import Record
from storage.redis import keys, scripts
from storage.redis.archive import RedisArchive
from storage.redis.connection import Link
from storage.redis.moving import Mover
from storage.redis.requests import request_id
from storage.redis.users import follow, rise


class RedisTables(Tables):
    """Tables by compare-and-set: every write is one Lua function, one round trip."""

    def __init__(self, link: Link, mover: Mover, archive: RedisArchive) -> None:
        self._link = link
        self._mover = mover
        self._archive = archive

    async def create(
        self, channel: str, *, game: str, setup: bytes, lobby: int | None = None, request: str | None = None
    ) -> None:
        key_names = keys.channel_all(channel, "game", "lobby", "moved", "coming")
        wanted = "" if lobby is None else lobby
        args = (keys.name(game), setup, request_id(request), wanted)
        await self._mover.run(channel, scripts.CREATE, key_names, *args)

    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> Record | None:
        key_names = keys.channel_all(channel, "game", "log", "snapshot", "moved", "coming")
        reply = await self._mover.run(channel, scripts.LOAD, key_names, *(known or ("", 0)))
        if reply[0] == b"none":
            return None
        _, game, ply, setup, start, snapshot, log = reply
        return Record(channel, game.decode(), ply, setup, start, snapshot, tuple(log))

    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        snapshot: bytes | None = None,
        request: str | None = None,
    ) -> int:
        key_names = keys.channel_all(channel, "game", "log", "snapshot", "moved")
        head = (game, expected, request_id(request), int(snapshot is not None), snapshot or b"")
        reply = await self._mover.run(channel, scripts.SAVE, key_names, *head, *log)
        return int(reply[1])

    async def finish(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        summary: bytes,
        ended: float,
        users: Iterable[str] = (),
        keep: float | None = None,
    ) -> None:
        players = list(users)
        # Before the game goes: an entry too many is skipped by the lists, one too few would be lost.
        await self._archive.list_for(players, channel, game, ended)
        key_names = keys.channel_all(channel, "game", "log", "snapshot", "done")
        key_names += [*keys.finished(channel, game), keys.channel(channel, "moved")]
        life = "" if keep is None else int(keep * 1000)
        args = (game, expected, repr(ended), summary, life)
        await self._mover.run(channel, scripts.FINISH, key_names, *args)
        await rise(self._link, players, channel)
        if keep is not None:
            await self._archive.tidy(players, channel, ended - keep)

    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None:
        if len(log) != expected:
            raise ValueError(f"{len(log)} lines cannot stand for {expected}")
        key_names = keys.channel_all(channel, "game", "log", "snapshot", "moved")
        await self._mover.run(channel, scripts.AMEND, key_names, game, expected, setup, *log)

    async def move(self, channel: str, to: str, *, users: Iterable[str] = ()) -> None:
        await self._mover.move(channel, to)
        await follow(self._link, users, channel, to)

    async def wipe(self, channel: str) -> None:
        belongings = await self._mover.belongings(channel)
        traces = keys.channel_all(channel, *keys.TRACES)
        await self._link.call("DEL", *belongings, *traces)

    async def channels(self) -> list[str]:
        found = await self._link.scan("bastide:{*}:game")
        return sorted(keys.split(key)[0] for key in found)

    async def count(self) -> int:
        return await self._link.count("bastide:{*}:game")
