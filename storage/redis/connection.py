"""The one place that talks to the server: bounded retries, scripts by hash, typed errors."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from redis import exceptions

from storage.errors import StorageError, Unavailable
from storage.redis.cluster import ClusterClient
from storage.redis.scripts import Script

if TYPE_CHECKING:
    from redis.asyncio import Redis

T = TypeVar("T")
Watch = Callable[[str, float, str], None]  # an operation, its seconds, and: ok, conflict or failed

# The server may come back: it restarts, still reads its file, or another node takes over.
PASSING = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.ClusterError,
    exceptions.TryAgainError,
    exceptions.MasterDownError,
    exceptions.SlotNotCoveredError,
    OSError,
)
LASTING = (exceptions.AuthenticationError, exceptions.AuthorizationError)  # subclasses of ConnectionError
NO_REPLICAS = "NOREPLICAS"  # the server was told to write nothing that it alone would have
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 0.5
MOST_AT_ONCE = 64  # commands under way; more wait their turn instead of opening connections without end


class Link:
    """A connection to one server or one cluster.

    Everything sent through it may arrive twice, so every script and command must bear repetition.
    """

    def __init__(
        self, client: Redis | ClusterClient, address: str, *, patience: float, watch: Watch | None = None
    ) -> None:
        self._client: Any = client
        self._copies = isinstance(client, ClusterClient)
        self._address = address
        self._patience = patience
        self._watch = watch
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    def __repr__(self) -> str:
        return f"Link({self._address!r})"

    async def run(self, script: Script, keys: Sequence[str], *args: str | bytes | int) -> Any:
        """Run a Lua function in one round trip; a server that does not know it yet is sent the text."""

        lasting = {"lasting": True} if script.lasting and self._copies else {}

        async def act() -> Any:
            send = self._client.execute_command
            try:
                return await send("EVALSHA", script.sha, len(keys), *keys, *args, **lasting)
            except exceptions.NoScriptError:
                return await send("EVAL", script.text, len(keys), *keys, *args, **lasting)

        return await self._watched(script.name, act)

    async def call(self, *command: str | bytes | int | float) -> Any:
        """Send one command on one key."""
        return await self._watched(str(command[0]).lower(), lambda: self._client.execute_command(*command))

    async def scan(self, pattern: str) -> set[str]:
        """Find all keys of this pattern on all nodes."""

        async def act() -> set[str]:
            return {key.decode() async for key in self._client.scan_iter(match=pattern, count=500)}

        return await self._watched("scan", act)

    async def count(self, pattern: str) -> int:
        """Count the keys of this pattern; a few may be counted twice while the server rearranges them."""

        async def act() -> int:
            found = 0
            async for _ in self._client.scan_iter(match=pattern, count=500):
                found += 1
            return found

        return await self._watched("scan", act)

    async def ping(self) -> None:
        """Make sure that the server answers."""
        await self._persist(lambda: self._client.ping())

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _watched(self, operation: str, act: Callable[[], Awaitable[T]]) -> T:
        if self._watch is None:
            return await self._persist(act)
        began = time.perf_counter()
        try:
            reply = await self._persist(act)
        except StorageError:
            self._watch(operation, time.perf_counter() - began, "failed")
            raise
        refused = isinstance(reply, list) and reply[:1] == [b"conflict"]
        self._watch(operation, time.perf_counter() - began, "conflict" if refused else "ok")
        return reply

    async def _persist(self, act: Callable[[], Awaitable[T]]) -> T:
        give_up = None
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._turn:
                    return await act()
            except LASTING as error:
                raise Unavailable(f"{self._address} refuses us: {error}") from error
            except (*PASSING, exceptions.ResponseError) as error:
                if not isinstance(error, PASSING) and not str(error).startswith(NO_REPLICAS):
                    raise StorageError(f"{self._address} refuses a command: {error}") from error
                now = time.monotonic()
                give_up = give_up or now + self._patience
                if now + pause > give_up:
                    raise Unavailable(f"{self._address} does not answer ({type(error).__name__})") from error
            except exceptions.RedisError as error:
                raise StorageError(f"{self._address} refuses a command: {error}") from error
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311  # spreads retries, no secret
            pause = min(LONGEST_PAUSE, pause * 2)
