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
from collections.abc import Mapping, Sequence
from pathlib import Path

# What the program imports; below, a process that has imported it is forked.
import bot.app
import bot.chats.discord.connection
import bot.chats.telegram.connection  # noqa: F401
from bot.__main__ import main
from tests.support.added_command import add_if_wanted
from tests.support.known_bag import use_known_bag
from tests.support.paths import ROOT

LOOK = 0.05  # seconds between two looks whether it has ended

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([__name__, "tests.support.preloaded"])


class ForkedProgram:
    """Looks like a process of asyncio. What it writes is added to two files, which may be the same."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        files: tuple[Path, Path],
        *,
        known_bag: bool = True,
    ) -> None:
        args = (arguments, dict(environment), files, known_bag)
        self._process = _FORKING.Process(target=_run, args=args, daemon=True)
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

    def ended(self, patience: float) -> int:
        """Its exit code; raises AssertionError if it is still at work after so many seconds."""
        self._process.join(patience)
        assert self.returncode is not None
        return self.returncode

    async def wait(self) -> int:
        while (code := self.returncode) is None:
            await asyncio.sleep(LOOK)
        return code


def _run(
    arguments: Sequence[str], environment: Mapping[str, str], files: tuple[Path, Path], known_bag: bool
) -> None:
    """The life of the process: what an interpreter does at its start and its end, and the program."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    for number, path in enumerate(files, start=1):
        with path.open("ab") as file:
            os.dup2(file.fileno(), number)
    warnings.simplefilter("default")
    tempfile.tempdir = None
    sys.argv[1:] = arguments
    if known_bag:
        use_known_bag()
    add_if_wanted(environment)
    code = main()
    gc.collect()  # what was left open says so now
    sys.exit(code)
