"""The unmodified bot as a process of its own, which can be ended politely or not."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path
from typing import Self

from tests.support.discord.stand_in import TOKEN, Discord
from tests.support.discord.world import PATIENCE

COMMAND = ("-m", "bot", "play", "--no-browser", "--port", "0")
ROOT = Path(__file__).parents[3]


class Bot:
    """The process; use as a context manager. What it writes is kept."""

    def __init__(self, discord: Discord, folder: Path, **more: str) -> None:
        self.discord = discord
        self.folder = folder
        self.more = more
        self.output: list[str] = []
        self.process: Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        text = "".join(self.output)
        assert TOKEN not in text
        assert "Traceback" not in text, text[-4000:]

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def start(self) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        environment = kept | {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway.url,
            "BASTIDE_DATA": str(self.folder),
            "COMMANDS_PER_MINUTE": "100000",
            "TABLES_PER_USER": "1000",
            "COMPUTER_PACE": "0",
            "CI": "1",
            **self.more,
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *COMMAND, cwd=ROOT, env=environment, stdout=PIPE, stderr=STDOUT
        )
        self._reader = asyncio.create_task(self._read(self.process))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.discord.gateway.connected() and self.discord.world.commands:
                return
            assert self.process.returncode is None, "".join(self.output)
            await asyncio.sleep(0.05)
        raise AssertionError("the bot does not connect: " + "".join(self.output))

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.output.append(line.decode())

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self._ended()

    async def kill(self) -> None:
        """SIGKILL, without a word."""
        assert self.process is not None
        self.process.kill()
        await self._ended()
        self.discord.gateway.forget()
        self.discord.world.commands = []

    async def _ended(self) -> int:
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            await self._reader
        return code
