"""Several workers of one bot as processes on loopback: a cluster, both platforms, a balancer."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.support.discord.stand_in import TOKEN as DISCORD_TOKEN
from tests.support.discord.stand_in import Discord
from tests.support.redis_servers import Cluster, free_ports
from tests.support.running_bot import RunningBot
from tests.support.telegram.stand_in import TOKEN as TELEGRAM_TOKEN
from tests.support.telegram.stand_in import StandIn

HOOK = "/telegram/hook"
SECRETS = (DISCORD_TOKEN, TELEGRAM_TOKEN)
READY = {"discord": "discord_ready", "telegram": "telegram_connected"}


class Balancer:
    """One address before several workers: each update goes to the next of them."""

    def __init__(self, ports: list[int]) -> None:
        self._next = itertools.cycle(ports)
        self.brought = dict.fromkeys(ports, 0)  # a worker: updates that it took from Telegram
        self.url = ""

    async def start(self) -> None:
        app = web.Application()
        app.router.add_post(HOOK, self._pass_on)
        self._session = aiohttp.ClientSession()
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}{HOOK}"

    async def stop(self) -> None:
        await self._session.close()
        await self._runner.cleanup()

    async def _pass_on(self, request: web.Request) -> web.Response:
        port = next(self._next)
        kept = {
            name: value for name, value in request.headers.items() if name.startswith(("X-", "Content-T"))
        }
        try:
            async with self._session.post(
                f"http://127.0.0.1:{port}{HOOK}", data=await request.read(), headers=kept
            ) as answer:
                self.brought[port] += answer.status == 200
                return web.Response(status=answer.status)
        except aiohttp.ClientError:
            return web.Response(status=502)


class Worker(RunningBot):
    """One of several processes; it is ready when its log says so."""

    def __init__(self, kind: str, folder: Path, **environment: str) -> None:
        super().__init__(folder, **environment)
        self.kind = kind

    def ready(self) -> bool:
        return self.has_said(READY[self.kind])


@dataclass
class Topology:
    telegram: StandIn
    discord: Discord
    cluster: Cluster
    balancer: Balancer
    telegram_workers: list[Worker]
    discord_workers: list[Worker]
    addresses: list[str]  # of the Telegram workers

    @property
    def workers(self) -> list[Worker]:
        return self.telegram_workers + self.discord_workers


@asynccontextmanager
async def topology(folder: Path, per_minute: int) -> AsyncIterator[Topology]:
    """Three nodes, two workers for each platform. At the end all stop cleanly and have broken no rule."""
    async with AsyncExitStack() as cleanup:
        cluster = await asyncio.to_thread(Cluster, folder / "cluster")
        cleanup.callback(cluster.stop)
        ports = free_ports(2)
        balancer = Balancer(ports)
        await balancer.start()
        cleanup.push_async_callback(balancer.stop)
        telegram = StandIn()
        await telegram.start()
        cleanup.push_async_callback(telegram.stop)
        discord = await cleanup.enter_async_context(Discord(guilds=2, shards=2))
        telegram_workers = [
            Worker(
                "telegram",
                folder / f"telegram-{number}",
                REDIS_URL=cluster.url,
                TELEGRAM_TOKEN=TELEGRAM_TOKEN,
                TELEGRAM_API_URL=telegram.url,
                TELEGRAM_WEBHOOK_URL=balancer.url,
                TELEGRAM_WEBHOOK_PORT=str(port),
                TELEGRAM_GROUP_PER_MINUTE=str(per_minute),
            )
            for number, port in enumerate(ports)
        ]
        discord_workers = [
            Worker(
                "discord",
                folder / f"discord-{number}",
                REDIS_URL=cluster.url,
                DISCORD_TOKEN=DISCORD_TOKEN,
                DISCORD_API_URL=discord.api_url,
                DISCORD_GATEWAY_URL=discord.gateway.url,
                DISCORD_SHARDS=f"{number}/2",
            )
            for number in range(2)
        ]
        addresses = [f"http://127.0.0.1:{port}{HOOK}" for port in ports]
        stage = Topology(telegram, discord, cluster, balancer, telegram_workers, discord_workers, addresses)
        for worker in stage.workers:
            cleanup.push_async_callback(worker.kill)
        await asyncio.gather(*(worker.start() for worker in stage.workers))
        yield stage
        living = [worker for worker in stage.workers if worker.alive]
        assert await asyncio.gather(*(worker.stop() for worker in living)) == [0] * len(living)
        for worker in stage.workers:
            assert "Traceback" not in worker.log, worker.log
            assert not any(secret in worker.log for secret in SECRETS)
        assert not telegram.violations, telegram.violations[:3]
        assert not discord.world.breaches, discord.world.breaches[:3]
