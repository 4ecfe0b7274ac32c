"""Deadlines in a few buckets, each in its own slot so that a cluster shares the work."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from storage.port import NO_LEASES, Deadlines, Wanted
from storage.records import Deadline
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.requests import Argument, Request, call

PAGE = 1000  # deadlines of a bucket that are read at once

_GLOB = re.compile(r"([*?\[\]\\^-])")


class RedisDeadlines(Deadlines):
    """A bucket is a sorted set of ids by time, a hash of times, and a hash of leases."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._first = 0
        self._looked: dict[int, int] = {}  # a bucket: how many that are due were not wanted

    async def schedule(self, channel: str, name: str, due: float) -> None:
        await self._link.batch("schedule", [deadline_request(channel, name, due)])

    async def cancel(self, channel: str, *names: str) -> None:
        ids: list[str | bytes] = [deadline_id(channel, name) for name in names]
        bucket = bucket_of(channel)
        if not names:
            pattern = _GLOB.sub(r"\\\1", channel) + keys.SEPARATOR + "*"
            cursor = b"0"
            while True:
                cursor, page = await self._link.call(
                    "HSCAN", bucket[1], cursor, "MATCH", pattern, "COUNT", 500
                )
                ids += page
                if int(cursor) == 0:
                    break
        if ids:
            await self._link.run(scripts.CANCEL, bucket, "", *ids)

    async def claim(
        self,
        now: float,
        *,
        lease: float = 30.0,
        limit: int = 16,
        wanted: Wanted | None = None,
        leases: Mapping[str, float] = NO_LEASES,
    ) -> list[Deadline]:
        chosen = await self._chosen(now, limit, wanted or (lambda *_: True))
        held = secrets.token_hex(8)
        grouped: dict[tuple[int, float], list[bytes]] = {}
        for number, ids in chosen.items():
            for id_ in ids:
                seconds = leases.get(id_.decode().split(keys.SEPARATOR)[1], lease)
                grouped.setdefault((number, seconds), []).append(id_)
        requests = [
            call(scripts.CLAIM, keys.due(number), repr(now), repr(now + seconds), held, *ids)
            for (number, seconds), ids in grouped.items()
        ]
        claimed = []
        for found in await self._link.batch("claim", requests):
            for id_, stored in found:
                channel, name = id_.decode().split(keys.SEPARATOR)
                claimed.append(Deadline(channel, name, float(stored.partition(b" ")[0]), held))
        return claimed

    async def _chosen(self, now: float, limit: int, wanted: Wanted) -> dict[int, list[bytes]]:
        """Return the ids of each bucket that are due and wanted, `limit` in all."""
        self._first += 1  # no bucket is always the last
        numbers = [number % keys.BUCKETS for number in range(self._first, self._first + keys.BUCKETS)]
        pages = await self._link.batch("due", [self._page(number, now) for number in numbers])
        chosen: dict[int, list[bytes]] = {}
        for number, page in zip(numbers, pages, strict=True):
            found = [
                id_
                for id_, due in zip(page[::2], page[1::2], strict=True)
                if wanted(id_.decode().split(keys.SEPARATOR)[0], now - float(due))
            ]
            full = len(page) == 2 * PAGE and len(found) < limit
            self._looked[number] = self._looked.get(number, 0) + PAGE if full else 0
            if found and limit > 0:
                chosen[number] = found[:limit]
                limit -= len(chosen[number])
        return chosen

    def _page(self, number: int, now: float) -> Request:
        """Ask for due deadlines; after many that were not wanted, for those after them."""
        return call(scripts.DUE, keys.due(number)[:1], repr(now), self._looked.get(number, 0), PAGE)

    async def acknowledge(self, deadline: Deadline) -> bool:
        id_ = deadline_id(deadline.channel, deadline.name)
        reply = await self._link.run(scripts.CANCEL, bucket_of(deadline.channel), deadline.lease, id_)
        return bool(reply[1])

    async def next_due(self) -> float | None:
        firsts = [call(scripts.NEXT, keys.due(number)[:1]) for number in range(keys.BUCKETS)]
        found = await self._link.batch("next", firsts)
        return min((float(time) for times in found for time in times), default=None)


def deadline_request(channel: str, name: str, due: float) -> Request:
    """Make the request that sets a deadline."""
    args: list[Argument] = [deadline_id(channel, name), repr(due)]
    return call(scripts.SCHEDULE, bucket_of(channel), *args)


def bucket_of(channel: str) -> list[str]:
    """Name the keys of the bucket that holds a channel's deadlines."""
    return keys.due(keys.bucket(channel))


def deadline_id(channel: str, name: str) -> str:
    """Return the id of a deadline in its bucket."""
    return f"{keys.name(channel)}{keys.SEPARATOR}{keys.name(name)}"
