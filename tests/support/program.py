"""The real program as a process, for tests that use it as people do."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.forked_program import LOOK, ForkedProgram

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
_OPEN = re.compile(r"The room is open: (http://\S+)/")


class Program:
    """`bastide play` at work; `link` is where its rooms are."""

    def __init__(self, folder: Path, port: int = 0, *, known_bag: bool = True, **environment: str) -> None:
        known = {name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))}
        own = {"COMPUTER_PACE": "0", "BASTIDE_TIPS": "off"}
        said, log = folder / "program.out", folder / "program.log"
        said.unlink(missing_ok=True)
        self.process = ForkedProgram(
            ("play", "--port", str(port), "--no-browser", "--data", str(folder)),
            {**known, **own, **environment},
            (said, log),
            known_bag=known_bag,
        )
        end = time.monotonic() + PATIENCE
        while not (match := _OPEN.search(said.read_text("utf-8") if said.exists() else "")):
            if self.process.returncode is not None or time.monotonic() > end:
                self.kill()
                raise AssertionError(f"the program did not start: {log.read_text('utf-8')}")
            time.sleep(LOOK)
        self.link, self._said = match[1], said

    @property
    def said(self) -> str:
        """What it has told the person who started it."""
        return self._said.read_text("utf-8")

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.link.rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process.returncode is None:
            self.process.kill()
        self.process.ended(PATIENCE)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.ended(PATIENCE)


@contextmanager
def program(folder: Path, port: int = 0, *, known_bag: bool = True, **environment: str) -> Iterator[Program]:
    """The program, ended at the end."""
    folder.mkdir(exist_ok=True)
    one = Program(folder, port, known_bag=known_bag, **environment)
    try:
        yield one
    finally:
        one.stop()
