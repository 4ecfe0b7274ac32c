"""Deadlines in a few buckets, each in a slot of its own so that a cluster shares the work."""

from __future__ import annotations

import re
import secrets

from storage.port import Deadlines, Wanted
from storage.records import Deadline
from storage.redis import keys, scripts
from storage.redis.connection import Link

PAGE = 200  # deadlines looked at in one round trip
MOST_PAGES = 10  # in one look at a bucket

_GLOB = re.compile(r"([*?\[\]\\^-])")


class RedisDeadlines(Deadlines):
    """A bucket is a sorted set of ids by time, a hash of payloads, and a hash of who holds a lease."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._first = 0
        self._looked: dict[str, int] = {}  # a bucket: how many that are due were not wanted

    async def schedule(self, channel: str, name: str, due: float, payload: bytes = b"") -> None:
        await self._link.run(scripts.SCHEDULE, _bucket(channel), _id(channel, name), repr(due), payload)

    async def cancel(self, channel: str, *names: str) -> None:
        ids: list[str | bytes] = [_id(channel, name) for name in names]
        bucket = _bucket(channel)
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
        self, now: float, *, lease: float = 30.0, limit: int = 16, wanted: Wanted | None = None
    ) -> list[Deadline]:
        held = secrets.token_hex(8)
        claimed: list[Deadline] = []
        self._first += 1  # no bucket is always the last
        for number in range(self._first, self._first + keys.DUE_BUCKETS):
            room = limit - len(claimed)
            if room <= 0:
                break
            bucket = keys.due(number % keys.DUE_BUCKETS)
            chosen = await self._chosen(bucket[0], now, room, wanted) if wanted else []
            if wanted and not chosen:
                continue
            args: list[str | bytes | int] = [repr(now), repr(now + lease), held, room, *chosen]
            for id_, stored in await self._link.run(scripts.CLAIM, bucket, *args):
                channel, name = id_.decode().split(keys.SEPARATOR)
                due, _, payload = stored.partition(b" ")
                claimed.append(Deadline(channel, name, float(due), payload, held))
        return claimed

    async def _chosen(self, when: str, now: float, room: int, wanted: Wanted) -> list[bytes]:
        """What is due and wanted; after many that are not, the next look goes on where this one ends."""
        chosen: list[bytes] = []
        start = self._looked.pop(when, 0)
        for begin in range(start, start + PAGE * MOST_PAGES, PAGE):
            page = await self._link.run(scripts.DUE, [when], repr(now), begin, PAGE)
            for id_, due in zip(page[::2], page[1::2], strict=True):
                if wanted(id_.decode().split(keys.SEPARATOR)[0], now - float(due)):
                    chosen.append(id_)
            if len(chosen) >= room or len(page) < 2 * PAGE:
                return chosen[:room]
        self._looked[when] = start + PAGE * MOST_PAGES
        return chosen

    async def acknowledge(self, deadline: Deadline) -> bool:
        id_ = _id(deadline.channel, deadline.name)
        reply = await self._link.run(scripts.CANCEL, _bucket(deadline.channel), deadline.lease, id_)
        return bool(reply[1])

    async def next_due(self) -> float | None:
        times = []
        for number in range(keys.DUE_BUCKETS):
            times += await self._link.run(scripts.NEXT, keys.due(number)[:1])
        return min(map(float, times), default=None)


def _bucket(channel: str) -> list[str]:
    return keys.due(keys.bucket(channel))


def _id(channel: str, name: str) -> str:
    return f"{keys.name(channel)}{keys.SEPARATOR}{keys.name(name)}"
