"""The program as a process that begins with everything imported: imports are most of what a start costs."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path

# What the program imports; below, a process that has imported it is forked.
import bot.app
import bot.chats.discord.connection
import bot.chats.telegram.connection  # noqa: F401
from bot.__main__ import main
from tests.support.known_bag import use_known_bag
from tests.support.paths import ROOT

LOOK = 0.05  # seconds between two looks whether it has ended

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([__name__])


class ForkedProgram:
    """Looks like a process of asyncio."""

    def __init__(self, arguments: tuple[str, ...], environment: Mapping[str, str], log: Path) -> None:
        self._process = _FORKING.Process(
            target=_run, args=(arguments, dict(environment), str(log)), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        while (code := self.returncode) is None:
            await asyncio.sleep(LOOK)
        return code


def _run(arguments: tuple[str, ...], environment: Mapping[str, str], log: str) -> None:
    """The life of the process: what an interpreter does at its start and its end, and the program."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    with open(log, "ab") as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
    warnings.simplefilter("default")
    tempfile.tempdir = None
    sys.argv[1:] = arguments
    use_known_bag()
    code = main()
    gc.collect()  # what was left open says so now
    sys.exit(code)
