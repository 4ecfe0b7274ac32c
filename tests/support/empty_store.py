"""The store for a test: the real one, empty, on one server that the whole process uses."""

from __future__ import annotations

import asyncio
import atexit
import functools
import gc
import socket
import subprocess
import tempfile
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import redis

from storage.embedded.binary import find_binary
from storage.open import RedisStore
from storage.redis.connection import Link
from tests.support.redis_servers import PATIENCE, wait_for

STORES = 500  # at a time; one that nobody holds any more makes room
# The pipe to this process closes however it ends, and then the server ends too.
UNTIL_THE_PIPE_CLOSES = '"$@" & read -r _; kill $!; wait; rm -r "$0"'

_free = list(range(STORES))  # databases of the server


def empty_store() -> RedisStore:
    """A store with nothing in it, apart from all others. Nobody needs to close it."""
    if not _free:
        gc.collect()
    database = _free.pop()
    _client(database).flushdb()
    client: Any = LooplessClient(_client(database))
    weakref.finalize(client, _free.append, database)
    return RedisStore(Link(client, "the server of the tests", patience=0))


@functools.cache
def _client(database: int) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(server_socket()), db=database, socket_timeout=PATIENCE)


@functools.cache
def server_socket() -> Path:
    """The socket of the server, which keeps nothing on the disk; it is started when it is first asked for."""
    folder = Path(tempfile.mkdtemp(prefix="bastide-"))
    path = folder / "socket"
    options = ["--port", "0", "--unixsocket", str(path), "--databases", str(STORES), "--save", ""]
    process = subprocess.Popen(
        ["sh", "-c", UNTIL_THE_PIPE_CLOSES, str(folder), str(find_binary()), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        start_new_session=True,  # Ctrl-C is for the tests
    )
    atexit.register(process.communicate)
    wait_for(lambda: _answers(path), "the server of the tests")
    return path


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(str(path)) == 0


class LooplessClient:
    """Redis's client without a loop, so that a store outlives the loop of its test.

    Each call gives way to other tasks first, so races are real, and the same every time.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    async def execute_command(self, *parts: Any) -> Any:
        await asyncio.sleep(0)
        return self._client.execute_command(*parts)

    def pipeline(self, *, transaction: bool) -> LooplessPipeline:
        return LooplessPipeline(self._client.pipeline(transaction=transaction))

    async def scan_iter(self, **what: Any) -> AsyncIterator[bytes]:
        await asyncio.sleep(0)
        for key in self._client.scan_iter(**what):
            yield key

    async def set(self, *what: Any, **how: Any) -> Any:
        await asyncio.sleep(0)
        return self._client.set(*what, **how)

    def pubsub(self, *, ignore_subscribe_messages: bool) -> LooplessListener:
        return LooplessListener(self._client.pubsub(ignore_subscribe_messages=ignore_subscribe_messages))

    async def aclose(self) -> None:
        """The next store goes on with the connection."""


class LooplessListener:
    """What is published, heard between other tasks."""

    def __init__(self, heard: Any) -> None:
        self._heard = heard

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._heard.close()

    async def subscribe(self, topic: str) -> None:
        self._heard.subscribe(topic)

    async def get_message(self, *, timeout: float) -> Any:
        await asyncio.sleep(0.01)
        return self._heard.get_message()


class LooplessPipeline:
    """Commands that are sent together."""

    def __init__(self, pipe: Any) -> None:
        self._pipe = pipe

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._pipe.reset()

    def execute_command(self, *parts: Any) -> None:
        self._pipe.execute_command(*parts)

    async def execute(self, *, raise_on_error: bool) -> Any:
        await asyncio.sleep(0)
        return self._pipe.execute(raise_on_error=raise_on_error)
