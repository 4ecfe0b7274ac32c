"""The real program as a process, for tests that use it as people do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.paths import ROOT

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
_OPEN = re.compile(r"The room is open: (http://\S+)/")


class Program:
    """`bastide play` at work; `link` is where its rooms are."""

    def __init__(self, folder: Path, port: int = 0, *, known_bag: bool = True, **environment: str) -> None:
        module = "tests.support.known_bag" if known_bag else "bot"
        self._log = open(folder / "program.log", "ab")  # noqa: SIM115  # it lives as long as the process
        known = {name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                module,
                "play",
                "--port",
                str(port),
                "--no-browser",
                "--data",
                str(folder),
            ],
            cwd=ROOT,
            env={
                **known,
                "PYTHONUNBUFFERED": "1",
                "COMPUTER_PACE": "0",
                "BASTIDE_TIPS": "off",
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if match := _OPEN.search(line):
                self.link = match[1]
                return
        self.stop()
        raise AssertionError(f"the program did not start: {(folder / 'program.log').read_text('utf-8')}")

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.link.rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._done()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._done()

    def _done(self) -> int:
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._log.close()
        return code


@contextmanager
def program(folder: Path, port: int = 0, *, known_bag: bool = True, **environment: str) -> Iterator[Program]:
    """The program, ended at the end."""
    folder.mkdir(exist_ok=True)
    one = Program(folder, port, known_bag=known_bag, **environment)
    try:
        yield one
    finally:
        one.stop()
