"""Rate limits: a bucket of tokens that refills."""

from __future__ import annotations

from storage.port import Limits
from storage.redis import keys, scripts
from storage.redis.connection import Link


class RedisLimits(Limits):
    """Token buckets in Redis; a command repeated after a lost connection may take two, which is harmless."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def take(self, subject: str, *, burst: int, per: float, now: float) -> float:
        key_names = [keys.rate(subject)]
        wait = await self._link.run(scripts.TAKE, key_names, burst, int(per * 1000), int(now * 1000))
        return int(wait) / 1000
