"""The unmodified bot as a process of its own, in front of the stand-in."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.telegram.people import PATIENCE
from tests.support.telegram.stand_in import TOKEN, StandIn

ROOT = Path(__file__).parents[3]


class BotProcess:
    """Starts, stops and kills the bot; its log is kept."""

    def __init__(self, server: StandIn, folder: Path, **environment: str) -> None:
        self.server = server
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": "default",
            "BASTIDE_DATA": str(folder / "data"),
            "BASTIDE_WEB_PORT": "0",
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": server.url,
            "TELEGRAM_GROUP_PER_MINUTE": "100000",
            "COMMANDS_PER_MINUTE": "100000",
            "BASTIDE_COMPUTERS": "1",
            "COMPUTER_PACE": "0",
            "CI": "1",
            **environment,
        }
        self.starts = 0
        self.process: asyncio.subprocess.Process | None = None

    @property
    def log(self) -> str:
        return (self.folder / "bot.log").read_text("utf-8")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def start(self) -> None:
        self.server.commands.clear()
        with (self.folder / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                "play",
                "--no-browser",
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if len(self.server.commands) == 4:
                self.starts += 1
                return
            if self.process.returncode is not None:
                break
            await asyncio.sleep(0.05)
        raise AssertionError(f"the bot does not come up:\n{self.log}")

    async def says(self, words: str) -> None:
        """Wait until something stands in the log."""
        end = time.monotonic() + PATIENCE
        while words not in self.log:
            assert time.monotonic() < end, f"the bot never says {words!r}:\n{self.log}"
            await asyncio.sleep(0.05)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def kill(self) -> None:
        """As if the machine had lost its power."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def telegram(
    folder: Path, *, server: StandIn | None = None, **environment: str
) -> AsyncIterator[tuple[StandIn, BotProcess]]:
    """The stand-in and the bot at work. Whatever a test does, no request may break the rules.

    At the end the bot stops cleanly, and its log holds no trace and no token.
    """
    server = server or StandIn()
    await server.start()
    bot = BotProcess(server, folder, **environment)
    try:
        await bot.start()
        yield server, bot
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log, bot.log
        assert TOKEN not in bot.log
        assert not server.violations, server.violations[:3]
        assert bot.starts > 1 or not server.repeated  # only who has lost his memory answers twice
    finally:
        if bot.process is not None and bot.process.returncode is None:
            await bot.kill()
        await server.stop()
