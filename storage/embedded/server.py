"""A real server in the data folder: it starts and stops with the bot, and is started again if it dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from pathlib import Path
from typing import Self
from urllib.parse import quote

from storage.embedded.binary import find_binary
from storage.embedded.folder import POLL, STOP_WITHIN, drop_socket, end_leftover, lock, prepared, socket_path
from storage.errors import FolderInUse, NoServer

START_WITHIN = 60.0  # seconds; a large file takes a while to read
LONGEST_WAIT = 30  # seconds until a server that does not start is started again

log = logging.getLogger(__name__)


class EmbeddedServer:
    """A running server; `url` is its address."""

    def __init__(self, folder: Path, fsync: str, program: Path, bot_lock: int, socket: Path) -> None:
        self.url = f"unix://{quote(str(socket))}"
        self._folder = folder
        self._fsync = fsync
        self._program = program
        self._bot_lock = bot_lock
        self._socket = socket
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, folder: Path, *, fsync: str) -> Self:
        """Start the server and wait until it answers; raises NoServer, FolderInUse, FolderUnusable."""
        program = find_binary()
        folder = prepared(folder)
        bot_lock = lock(folder / "bot.lock")
        if bot_lock is None:
            raise FolderInUse(f"Another bot works in {folder}: stop it, or choose another data folder.")
        try:
            await end_leftover(folder)
            server = cls(folder, fsync, program, bot_lock, socket_path(folder))
        except BaseException:
            os.close(bot_lock)
            raise
        try:
            await server._launch()
        except BaseException:
            await server.stop()
            raise
        server._watch = asyncio.create_task(server._keep_alive())
        return server

    async def stop(self) -> None:
        """Stop the server, which writes what is left first, and release the folder."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        try:
            if self._process is not None:
                await _end(self._process)
        finally:
            drop_socket(self._folder, self._socket)
            (self._folder / "server.socket").unlink(missing_ok=True)
            os.close(self._bot_lock)

    async def _keep_alive(self) -> None:
        failures = 0
        while True:
            if self._process is not None:
                log.warning("embedded_server_ended code=%s", await self._process.wait())
            try:
                await self._launch()
                failures = 0
            except (NoServer, OSError) as error:  # the disk may be full: that can be mended while we wait
                failures += 1
                wait = min(LONGEST_WAIT, failures)
                log.error("embedded_server_not_started error=%s retry_in=%d", error, wait)
                await asyncio.sleep(wait)

    async def _launch(self) -> None:
        server_lock = lock(self._folder / "server.lock")
        if server_lock is None:
            raise NoServer(f"A server still works in {self._folder}.")
        try:
            (self._folder / "server.pid").unlink(missing_ok=True)
            note = self._folder / "server.socket"
            note.touch(mode=0o600)
            note.write_text(str(self._socket), "utf-8")
            self._process = await asyncio.create_subprocess_exec(
                self._program,
                *self._options(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                pass_fds=[server_lock],
                umask=0o077,  # its files hold people's names
                start_new_session=True,  # Ctrl-C is for the bot, which then stops the server
            )
        finally:
            os.close(server_lock)  # the server has its own copy
        try:
            async with asyncio.timeout(START_WITHIN):
                while not await _answers(self._socket):
                    if self._process.returncode is not None:
                        raise NoServer(f"The server does not start: {self._last_words()}")
                    await asyncio.sleep(POLL)
        except TimeoutError:
            await _end(self._process)
            raise NoServer(f"The server does not answer: {self._last_words()}") from None

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "protected-mode": "yes",
            "dir": str(self._folder),
            "pidfile": str(self._folder / "server.pid"),
            "logfile": str(self._folder / "server.log"),
            "loglevel": "warning",
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [part for name, value in options.items() for part in (f"--{name}", value)]

    def _last_words(self) -> str:
        with contextlib.suppress(OSError, IndexError):
            return (self._folder / "server.log").read_text("utf-8", "replace").splitlines()[-1]
        return "it left no word in its log"


async def _answers(socket: Path) -> bool:
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
    except OSError:
        return False
    try:
        writer.write(b"PING\r\n")
        return await reader.readline() == b"+PONG\r\n"
    except OSError:
        return False
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_WITHIN)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
