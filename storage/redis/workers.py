"""The roll of workers: who is at work, by the clock of the server that keeps it."""

from __future__ import annotations

from storage.port import Workers
from storage.records import Roll
from storage.redis import keys, scripts
from storage.redis.connection import Link


class RedisWorkers(Workers):
    """A group of workers is one hash, gone by itself when the last of them is."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def beat(self, group: str, worker: str, *, run: str, lease: float) -> Roll:
        args = (keys.name(worker), keys.name(run), int(lease * 1000))
        contested, *entries = await self._link.run(scripts.BEAT, [keys.workers(group)], *args)
        pairs = zip(entries[::2], entries[1::2], strict=True)
        present = {name.decode(): int(age) / 1000 for name, age in pairs}
        return Roll(present, contested=bool(contested))

    async def sign_off(self, group: str, worker: str, *, run: str) -> None:
        await self._link.run(scripts.SIGN_OFF, [keys.workers(group)], keys.name(worker), keys.name(run))
