"""The data folder: which process uses it, and where its server listens.

Two locks, both freed by the system however a process dies: `bot.lock` is held by the bot, so there is one bot
in a folder; `server.lock` is handed down to the server, so it is held exactly as long as a server works here.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import sys
import tempfile
from pathlib import Path

from storage.errors import FolderUnusable, NoServer

LONGEST_SOCKET_PATH = 100  # bytes; the system's limit is 104 or 108
STOP_WITHIN = 10.0  # seconds
POLL = 0.01

log = logging.getLogger(__name__)


def data_folder() -> Path:
    """Return the default data folder."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "bastide"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "bastide"


def prepared(folder: Path) -> Path:
    """Make a data folder ready: it can be written, and others can read nothing; raises FolderUnusable."""
    folder = folder.expanduser()
    try:
        folder = folder.resolve()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FolderUnusable(
            f"The data folder {folder} cannot be written: {error.strerror}. Give it to the user with number "
            f"{os.getuid()}, who runs this, or choose another folder by BASTIDE_DATA."
        ) from None
    for path in (folder, *folder.glob("*"), *folder.glob("appendonlydir/*")):  # of an earlier version
        with contextlib.suppress(OSError):  # of another user, or just renamed by a server at work
            path.chmod(path.stat().st_mode & ~0o077)
    return folder


def lock(path: Path) -> int | None:
    """Lock a file and return its descriptor, or None if another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def is_free(path: Path) -> bool:
    """Return whether no process holds the lock."""
    descriptor = lock(path)
    if descriptor is None:
        return False
    os.close(descriptor)
    return True


def socket_path(folder: Path) -> Path:
    """Choose where the server listens: in the folder, or in a new short one if the path would be too long."""
    path = folder / "server.sock"
    for place in (None, "/tmp"):  # noqa: S108  # mkdtemp makes a private folder in it
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            break
        path = Path(tempfile.mkdtemp(prefix="bastide-", dir=place)) / "s"
    return path


def drop_socket(folder: Path, socket: Path) -> None:
    """Remove a socket, and the short folder that was made for it."""
    socket.unlink(missing_ok=True)
    if socket.parent != folder:
        with contextlib.suppress(OSError):
            socket.parent.rmdir()


async def end_leftover(folder: Path) -> None:
    """End the server of a bot that was killed; raises NoServer if it does not go."""
    server_lock = folder / "server.lock"
    if not is_free(server_lock):
        log.warning("leftover_server_stopped folder=%s", folder)
        for how in (signal.SIGTERM, signal.SIGKILL):
            if await _end(folder, server_lock, how):
                break
        else:
            raise NoServer(f"The server of an earlier bot still works in {folder} and does not end.")
    note = folder / "server.socket"
    if note.exists():
        if where := note.read_text("utf-8"):  # empty if its writer was killed before it wrote
            drop_socket(folder, Path(where))
        note.unlink()


async def _end(folder: Path, server_lock: Path, how: signal.Signals) -> bool:
    signalled = False
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STOP_WITHIN):
            while not is_free(server_lock):
                # The file is removed before each start and written by the server itself, and the lock proves
                # that the server lives: the number is its own.
                if not signalled and (pid := _pid(folder)):
                    signalled = True
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, how)
                await asyncio.sleep(POLL)
            return True
    return False


def _pid(folder: Path) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return int((folder / "server.pid").read_text("utf-8"))
    return None
