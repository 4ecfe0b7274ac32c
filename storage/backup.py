"""Everything in lines of JSON, one for each owner, readable by any server version and by a cluster."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator

from storage import keys, scripts
from storage.link import Link
from storage.port import Backup

FORMAT = 1
KINDS = ("string", "hash", "list", "set", "zset")

_Key = tuple[str, str, int, list[bytes]]  # name, type, milliseconds to live (-1: for good), values


class RedisBackup(Backup):
    """Dumps read all keys of an owner in one Lua function, so that no line shows half a move."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def dump(self) -> AsyncIterator[bytes]:
        owners: dict[str, set[str]] = {}
        for key in await self._link.scan("bastide:{*"):
            tag, _ = keys.split(key)
            if not tag.startswith(("rate:", "workers:")):  # they are gone within minutes
                owners.setdefault(tag, set()).add(key)
        for tag, found in sorted(owners.items()):
            read = await self._read(tag, found)
            parts = [[keys.split(key)[1], kind, ttl, _encoded(values)] for key, kind, ttl, values in read]
            if parts:
                yield json.dumps({"bastide": FORMAT, "owner": tag, "keys": parts}).encode()

    async def restore(self, line: bytes, *, replace: bool = False) -> bool:
        key_names, args = _parsed(line)
        reply = await self._link.run(scripts.RESTORE, key_names, int(replace), *args)
        return bool(reply[1]) or await self._add_deadlines(line)

    async def _add_deadlines(self, line: bytes) -> bool:
        """Add what a bucket lacks: it belongs to many channels, some of which may just have been restored."""
        content = json.loads(line)
        if not content["owner"].startswith("due:"):
            return False
        bucket = [f"bastide:{{{content['owner']}}}:{part}" for part in keys.DUE_PARTS]
        added = False
        for part, _, _, encoded in content["keys"]:
            values = [b64decode(value) for value in encoded] if part == "what" else []
            for id_, stored in zip(values[::2], values[1::2], strict=True):
                due, _, payload = stored.partition(b" ")
                if not await self._link.call("HEXISTS", bucket[1], id_):
                    await self._link.run(scripts.SCHEDULE, bucket, id_, due, payload)
                    added = True
        return added

    async def _read(self, tag: str, found: set[str]) -> list[_Key]:
        channel = not tag.startswith(("user:", "due:", "owed:"))
        wanted = found | set(keys.channel_all(tag, *keys.CHANNEL_PARTS, *keys.TRACES) if channel else ())
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


def _parsed(line: bytes) -> tuple[list[str], list[str | bytes | int]]:
    key_names: list[str] = []
    args: list[str | bytes | int] = []
    try:
        content = json.loads(line)
        if content["bastide"] != FORMAT:
            raise ValueError(content["bastide"])
        for part, kind, ttl, encoded in content["keys"]:
            if kind not in KINDS:
                raise ValueError(kind)
            values = [b64decode(value, validate=True) for value in encoded]
            key_names.append(f"bastide:{{{keys.name(content['owner'])}}}:{part}")
            args += [kind, int(ttl), len(values), *values]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("this is not a whole line of a backup") from error
    return key_names, args
