"""Everything in lines of JSON, one for each owner, readable by any server version and by a cluster."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator

from storage.port import Backup
from storage.redis import keys, scripts
from storage.redis.connection import Link

FORMAT = 1
AT_ONCE = 64  # deadlines on their way
KINDS = ("string", "hash", "list", "set", "zset")

_Key = tuple[str, str, int, list[bytes]]  # name, type, milliseconds to live (-1: for good), values


class RedisBackup(Backup):
    """Dumps read all keys of an owner in one Lua function, so that no line shows half a move."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def dump(self) -> AsyncIterator[bytes]:
        owners: dict[str, set[str]] = {keys.due_tag(number): set() for number in range(keys.BUCKETS)}
        for key in await self._link.scan("bastide:{*"):
            tag, part = keys.split(key)
            if not tag.startswith(("rate:", "workers:")) and part != keys.SHORT_LIVED:
                owners.setdefault(tag, set()).add(key)
        # Deadlines last: for every table in the backup, the alarm was set before it was saved.
        for tag, found in sorted(owners.items(), key=lambda item: (item[0].startswith("due:"), item[0])):
            read = await self._read(tag, found)
            parts = [[keys.split(key)[1], kind, ttl, _encoded(values)] for key, kind, ttl, values in read]
            if parts:
                yield json.dumps({"bastide": FORMAT, "owner": tag, "keys": parts}).encode()

    async def restore(self, line: bytes, *, replace: bool = False) -> bool:
        owner, key_names, args = _parsed(line)
        if owner.startswith("due:"):
            return await self._add_deadlines(line, replace)
        count = len(key_names)
        if replace:  # what came after the backup goes too: a snapshot without its moves is no table
            there = {key for key, *_ in await self._read(owner, set())}
            key_names += sorted(there.difference(key_names))
        return bool((await self._link.run(scripts.RESTORE, key_names, int(replace), count, *args))[1])

    async def _add_deadlines(self, line: bytes, replace: bool) -> bool:
        """Add what a bucket lacks: it belongs to many channels, of which some may not be in the backup."""
        content = json.loads(line)
        bucket = [f"bastide:{{{content['owner']}}}:{part}" for part in keys.DUE_PARTS]

        async def add(id_: bytes, stored: bytes) -> bool:
            if not replace and await self._link.call("HEXISTS", bucket[1], id_):
                return False
            await self._link.run(scripts.SCHEDULE, bucket, id_, stored.partition(b" ")[0])
            return True

        values = [b64decode(v) for part, _, _, found in content["keys"] if part == "what" for v in found]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        added = False
        for first in range(0, len(pairs), AT_ONCE):
            added |= any(await asyncio.gather(*(add(*pair) for pair in pairs[first : first + AT_ONCE])))
        return added

    async def _read(self, tag: str, found: set[str]) -> list[_Key]:
        wanted = found | set(keys.owned(tag))
        while True:
            read: list[_Key] = [
                (key.decode(), kind.decode(), ttl, values)
                for key, kind, ttl, values in await self._link.run(scripts.DUMP, sorted(wanted))
            ]
            finished = {key for game in _finished(tag, read) for key in keys.finished(tag, game)}
            if finished <= wanted:
                return read
            wanted |= finished  # a game ended since the scan: once more


def _finished(tag: str, read: list[_Key]) -> list[str]:
    index = f"bastide:{{{tag}}}:done"
    if tag.startswith("user:"):
        return []
    return [game.decode() for key, _, _, values in read if key == index for game in values[::2]]


def _encoded(values: list[bytes]) -> list[str]:
    return [b64encode(value).decode() for value in values]


def _parsed(line: bytes) -> tuple[str, list[str], list[str | bytes | int]]:
    key_names: list[str] = []
    args: list[str | bytes | int] = []
    try:
        content = json.loads(line)
        if content["bastide"] != FORMAT:
            raise ValueError(content["bastide"])
        owner = keys.name(content["owner"])
        for part, kind, ttl, encoded in content["keys"]:
            if kind not in KINDS:
                raise ValueError(kind)
            values = [b64decode(value, validate=True) for value in encoded]
            key_names.append(f"bastide:{{{owner}}}:{part}")
            args += [kind, int(ttl), len(values), *values]
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError("this is not a whole line of a backup") from error
    return owner, key_names, args
