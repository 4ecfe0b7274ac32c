"""Several workers of one bot as processes on loopback: a cluster, both platforms, a balancer."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.support.discord import stand_in as discord_stand_in
from tests.support.discord.stand_in import Discord
from tests.support.redis_servers import Cluster, free_ports
from tests.support.telegram import stand_in as telegram_stand_in
from tests.support.telegram.people import PATIENCE
from tests.support.telegram.stand_in import StandIn

ROOT = Path(__file__).parents[2]
HOOK = "/telegram/hook"
SECRETS = (telegram_stand_in.TOKEN, discord_stand_in.TOKEN)
READY = {"discord": "on Discord as", "telegram": "Telegram: connected"}


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


class Worker:
    """One process of the unmodified bot; its log is kept."""

    def __init__(self, kind: str, folder: Path, **environment: str) -> None:
        self.kind = kind
        self._folder = folder
        folder.mkdir()
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": "default",
            "BASTIDE_DATA": str(folder),
            "BASTIDE_WEB_PORT": "0",
            "BASTIDE_COMPUTERS": "1",
            "COMMANDS_PER_MINUTE": "100000",
            "TABLES_PER_USER": "1000",
            "CI": "1",
            **environment,
        }
        self._process: asyncio.subprocess.Process | None = None
        self._seen = 0  # characters of the log that were there before the last start

    @property
    def log(self) -> str:
        return (self._folder / "bot.log").read_text("utf-8")

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        with (self._folder / "bot.log").open("ab") as log:
            self._seen = log.tell()
            command = ("-m", "bot", "play", "--no-browser")
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, cwd=ROOT, env=self._environment, stdout=log, stderr=log
            )
        await self.says(READY[self.kind])

    async def says(self, words: str) -> None:
        """Wait until something stands in the log of the last start."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if words in self.log[self._seen :]:
                return
            assert self._process is not None
            assert self._process.returncode is None, self.log
            await asyncio.sleep(0.05)
        raise AssertionError(f"{self.kind} never says {words!r}:\n{self.log}")

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def kill(self) -> None:
        """SIGKILL: nobody is told."""
        if self._process is not None and self.alive:
            self._process.kill()
            await self._process.wait()


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
                TELEGRAM_TOKEN=telegram_stand_in.TOKEN,
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
                DISCORD_TOKEN=discord_stand_in.TOKEN,
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
