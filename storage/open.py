"""One URL decides what the store runs on."""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from storage.errors import NoServer
from storage.port import Store
from storage.redis.address import client_for
from storage.redis.archive import RedisArchive
from storage.redis.backup import RedisBackup
from storage.redis.channels import RedisChannels
from storage.redis.commands import RedisCommands
from storage.redis.connection import Link, OperationWatch
from storage.redis.deadlines import RedisDeadlines
from storage.redis.links import RedisLinks
from storage.redis.lobbies import RedisLobbies
from storage.redis.owed import RedisOwed
from storage.redis.results import RedisResults
from storage.redis.screens import RedisScreens
from storage.redis.statistics import RedisStatistics
from storage.redis.tables import RedisTables
from storage.redis.users import RedisUsers
from storage.redis.workers import RedisWorkers

Fsync = Literal["always", "everysec"]
PATIENCE = 8.0  # seconds to wait for a server that went away


class RedisStore:
    """The store on a Redis server of any kind; close it, or use it as a context manager."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._cleanup = AsyncExitStack()
        self.commands = RedisCommands(link)
        self.channels = RedisChannels(link)
        self.links = RedisLinks(link)
        self.archive = RedisArchive(link, self.channels)
        self.tables = RedisTables(link, self.archive)
        self.lobbies = RedisLobbies(link)
        self.deadlines = RedisDeadlines(link)
        self.owed = RedisOwed(link)
        self.screens = RedisScreens(link)
        self.users = RedisUsers(link, self.channels)
        self.statistics = RedisStatistics(link)
        self.results = RedisResults(link)
        self.workers = RedisWorkers(link)
        self.backup = RedisBackup(link)

    async def ping(self) -> None:
        await self._link.check()

    async def close(self) -> None:
        await self._cleanup.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def open_store(
    url: str | None = None,
    *,
    folder: Path | None = None,
    fsync: Fsync = "always",
    patience: float = PATIENCE,
    watch: OperationWatch | None = None,
) -> Store:
    """Open the store: without a URL on a server of its own in the data folder, started and stopped with it.

    `watch` is called after every request. Raises BadAddress, Unavailable, and for a server of its own
    NoServer, FolderInUse and FolderUnusable.
    """
    async with AsyncExitStack() as cleanup:
        if not url:
            url = await _embedded(cleanup, folder, fsync)
        client, address = client_for(url)
        link = Link(client, address, patience=patience, watch=watch)
        cleanup.push_async_callback(link.close)
        await link.ping()
        store = RedisStore(link)
        store._cleanup = cleanup.pop_all()
        return store
    raise AssertionError  # an exit stack swallows nothing


async def _embedded(cleanup: AsyncExitStack, folder: Path | None, fsync: Fsync) -> str:
    if sys.platform == "win32":
        raise NoServer("Windows has no embedded server: set REDIS_URL to the address of a Redis server.")
    from storage.embedded.folder import data_folder
    from storage.embedded.server import EmbeddedServer

    server = await EmbeddedServer.start(folder or data_folder(), fsync=fsync)
    cleanup.push_async_callback(server.stop)
    return server.url
