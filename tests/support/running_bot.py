"""The bot as a process of its own, unmodified but for its bag, for the stand-ins of all platforms."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.added_command import WANTED
from tests.support.forked_program import ForkedProgram
from tests.support.paths import ROOT

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
LOOK = 0.05  # seconds between two looks
COMMAND = ("play", "--no-browser")
USUAL = {
    "PYTHONPATH": str(ROOT),
    "PYTHONWARNINGS": "default",
    "BASTIDE_WEB_PORT": "0",
    "BASTIDE_COMPUTERS": "1",
    "COMMANDS_PER_MINUTE": "100000",
    "TABLES_PER_USER": "1000",
    "COMPUTER_PACE": "0",
    "BASTIDE_TIPS": "off",
    "CI": "1",
}


class RunningBot:
    """Starts, stops and kills the bot; its log is kept in the folder."""

    from_nothing = False  # whether it starts as a new interpreter: slower, for tests of the start itself

    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR", WANTED) if name in os.environ}
        self.environment = {**kept, "HOME": str(folder), **USUAL, "BASTIDE_DATA": str(folder), **environment}
        self.starts = 0
        self.process: asyncio.subprocess.Process | ForkedProgram | None = None
        self._old = 0  # bytes of the log that earlier starts have written

    @property
    def log(self) -> str:
        """What all starts have written."""
        return self._written().decode()

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    def ready(self) -> bool:
        """Whether it serves its platform."""
        raise NotImplementedError

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        log, self._old = self.folder / "bot.log", len(self._written())
        if self.from_nothing:
            self.process = await self._new_interpreter()
        else:
            self.process = ForkedProgram(COMMAND, self.environment, (log, log))
        await self.until(self.ready, "it is not ready")
        self.starts += 1

    async def _new_interpreter(self) -> asyncio.subprocess.Process:
        program = (sys.executable, "-m", "tests.support.known_bag", *COMMAND)
        with (self.folder / "bot.log").open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *program, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    async def says(self, words: str) -> None:
        """Wait until the log of the last start contains this."""
        await self.until(lambda: self.has_said(words), f"it never says {words!r}")

    def has_said(self, words: str) -> bool:
        """Whether the log of the last start contains this."""
        return words.encode() in self._written()[self._old :]

    def _written(self) -> bytes:
        path = self.folder / "bot.log"
        return path.read_bytes() if path.exists() else b""

    async def until(self, look: Callable[[], bool], otherwise: str) -> None:
        """Wait until something holds; raises AssertionError with the log if it does not, or the bot ended."""
        end = time.monotonic() + PATIENCE
        while not look():
            assert self.alive and time.monotonic() < end, f"{otherwise}:\n{self.log}"  # noqa: PT018
            await asyncio.sleep(LOOK)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self.process is not None
        if self.alive:
            self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def kill(self) -> None:
        """SIGKILL: the bot cannot say goodbye."""
        if self.process is not None and self.alive:
            self.process.kill()
            await self.process.wait()
