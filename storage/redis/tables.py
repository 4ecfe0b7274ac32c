"""The running tables: a log, and what is needed to begin its replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storage.errors import raise_conflict
from storage.port import ALARM, NO_MARKS, Tables
from storage.records import StoredTable
from storage.redis import keys, scripts
from storage.redis.archive import RedisArchive
from storage.redis.connection import Link
from storage.redis.deadlines import bucket_of, deadline_id, deadline_request
from storage.redis.owed import owed_key
from storage.redis.requests import Argument, Request, call, command, request_id
from storage.redis.screens import mark_request, marks_key
from storage.redis.scripts import Script
from storage.redis.users import note_request


class RedisTables(Tables):
    """Tables by compare-and-set: every write is one Lua function."""

    def __init__(self, link: Link, archive: RedisArchive) -> None:
        self._link = link
        self._archive = archive

    async def create(
        self, channel: str, *, game: str, setup: bytes, lobby: int | None = None, request: str | None = None
    ) -> None:
        wanted = "" if lobby is None else lobby
        args = (keys.name(game), setup, request_id(request), wanted)
        record = keys.finished(channel, game)[0]
        key_names = [*keys.channel_all(channel, "game", "lobby", "alias", "link"), record]
        await self._write(channel, scripts.CREATE, key_names, *args)

    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> StoredTable | None:
        return table_record(channel, (await self._link.batch("load", [table_request(channel, known)]))[0])

    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        alarm: float | None = None,
        visitors: Iterable[str] = (),
        request: str | None = None,
        owed: bool = False,
        marks: Mapping[str, str] = NO_MARKS,
    ) -> int:
        first = [note_request(user, channel) for user in visitors]
        key_names = keys.channel_all(channel, "game", "log")
        id_, due = "", ""
        if alarm is not None and self._link.is_cluster:  # the bucket is on another node
            first.append(deadline_request(channel, ALARM, alarm))
        elif alarm is not None:
            key_names += bucket_of(channel)
            id_, due = deadline_id(channel, ALARM), repr(alarm)
        if owed and self._link.is_cluster:
            first.append(command("SADD", owed_key(channel), channel))
        elif owed:
            key_names.append(owed_key(channel))
        apart = [mark_request(one, mark) for one, mark in marks.items()] if self._link.is_cluster else []
        if apart:
            first += apart
            marks = NO_MARKS
        key_names += map(marks_key, marks)
        await self._link.batch("before_save", first)
        listed = channel if owed and not self._link.is_cluster else ""
        marked: list[Argument] = [part for one in marks.items() for part in one]
        head: tuple[Argument, ...] = (
            game,
            expected,
            request_id(request),
            id_,
            due,
            listed,
            len(marks),
            *marked,
        )
        saved = int((await self._write(channel, scripts.SAVE, key_names, *head, *log))[1])
        await self._link.batch("marked", apart)  # who heard of them before the save has found nothing
        return saved

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
        # First: the lists skip an entry too many, one too few would be lost.
        await self._archive.list_for(players, channel, game, ended)
        key_names = [*keys.channel_all(channel, "game", "log", "done"), *keys.finished(channel, game)]
        life = "" if keep is None else int(keep * 1000)
        await self._write(channel, scripts.FINISH, key_names, game, expected, repr(ended), summary, life)
        risen = [command("ZREM", keys.user(user, "open"), keys.name(channel)) for user in players]
        await self._link.batch("rise", risen)
        if keep is not None:
            await self._archive.tidy(players, channel, ended - keep)

    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None:
        if len(log) != expected:
            raise ValueError(f"{len(log)} lines cannot replace {expected}")
        key_names = keys.channel_all(channel, "game", "log")
        await self._write(channel, scripts.AMEND, key_names, game, expected, setup, *log)

    async def wipe(self, channel: str) -> None:
        games = await self._link.call("ZRANGE", keys.channel(channel, "done"), 0, -1)
        finished = [key for game in games for key in keys.finished(channel, game.decode())]
        await self._link.call("DEL", *keys.owned(channel), keys.channel(channel, keys.SHORT_LIVED), *finished)

    async def count(self) -> int:
        return await self._link.count("bastide:{*}:game")

    async def _write(self, channel: str, script: Script, key_names: list[str], *args: Argument) -> Any:
        reply = await self._link.run(script, key_names, *args)
        raise_conflict(channel, reply)
        return reply


def table_request(channel: str, known: tuple[str, int] | None) -> Request:
    """Make the request that loads a table."""
    return call(scripts.LOAD, keys.channel_all(channel, "game", "log"), *(known or ("", 0)))


def table_record(channel: str, reply: Any) -> StoredTable | None:
    """Read its reply."""
    if reply is None:
        return None
    game, ply, setup, start, log, recent = reply
    return StoredTable(channel, game.decode(), ply, setup, start, tuple(log), recent.decode())
