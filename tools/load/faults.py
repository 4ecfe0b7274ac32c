"""Faults, one at a time, in an order that a seed decides: workers, servers and lines die under load."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from tests.support.redis_servers import wait_for
from tools.load.cluster import ReplicatedCluster
from tools.load.on_discord import DiscordSite
from tools.load.site import Site

BETWEEN = (1.0, 3.0)  # seconds without a fault
DOWN = (0.0, 1.5)  # seconds that something is away


class Faults:
    """What may go wrong, and how often it did."""

    def __init__(self, sites: list[Site], cluster: ReplicatedCluster, seed: int) -> None:
        self._sites = sites
        self._cluster = cluster
        self._rng = random.Random(f"faults/{seed}")
        self.made: Counter[str] = Counter()
        self.away: list[float] = []  # seconds until a replica had taken over
        self._kinds: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("workers killed", self._worker),
            ("nodes that failed over", self._failover),
            ("nodes killed and started at once", self._restart),
            ("lines cut", self._cut),
        ]

    async def go_on(self, until: float) -> None:
        """One fault after the other, every kind in turn but in no fixed order, until it is time."""
        while True:
            for name, fault in self._rng.sample(self._kinds, len(self._kinds)):
                await asyncio.sleep(self._rng.uniform(*BETWEEN))
                if time.monotonic() > until:
                    return
                await fault()
                self.made[name] += 1

    async def _worker(self) -> None:
        bot = self._rng.choice(self._sites).bot
        await bot.kill()
        await asyncio.sleep(self._rng.uniform(*DOWN))
        await bot.start()

    async def _failover(self) -> None:
        """A node dies and its replica takes over; later the dead one comes back and follows."""
        cluster, pair = self._cluster, self._rng.randrange(len(self._cluster.pairs))
        leader = await asyncio.to_thread(cluster.leader, pair)
        await asyncio.to_thread(leader.kill)
        self.away.append(await asyncio.to_thread(cluster.wait_until_taken_over, pair, leader))
        await asyncio.sleep(self._rng.uniform(*DOWN))
        await asyncio.to_thread(leader.start)
        await self.healed()

    async def _restart(self) -> None:
        """A node dies and is back before anybody takes its place."""
        leader = await asyncio.to_thread(self._cluster.leader, self._rng.randrange(len(self._cluster.pairs)))
        await asyncio.to_thread(leader.kill)
        await asyncio.to_thread(leader.start)
        await self.healed()

    async def _cut(self) -> None:
        for site in self._sites:
            if isinstance(site, DiscordSite):
                await site.discord.gateway.cut()

    async def healed(self) -> None:
        """Wait until the cluster could bear the next fault."""
        await asyncio.to_thread(wait_for, self._cluster.is_whole, "a whole cluster")
