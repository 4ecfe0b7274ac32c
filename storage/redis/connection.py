"""The only place that talks to the server: bounded retries, scripts by hash, typed errors."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from redis import exceptions

from storage.errors import AccessDenied, StorageError, Unavailable
from storage.redis import keys
from storage.redis.cluster import ClusterClient
from storage.redis.requests import Argument, Request, call, command
from storage.redis.scripts import Script

if TYPE_CHECKING:
    from redis.asyncio import Redis

T = TypeVar("T")
OperationWatch = Callable[[str, float, str], None]  # an operation, its seconds, and: ok, conflict or failed

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
NO_REPLICAS = "NOREPLICAS"  # the server is set to refuse writes that no replica would have
DISK_TROUBLE = "MISCONF"  # the server could not write to its disk the last time
CHECK_LASTS = 1000  # milliseconds that a write to try the server is kept
NO_MEMORY = "has no memory left for writes: raise its maxmemory, or delete old games"
NO_DISK = "cannot write to its disk, which may be full"
NO_PRIMARY = "is a read-only replica: give REDIS_URL the address of its primary"
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 0.5
LISTEN_FOR = 60.0  # seconds until the next look whether the connection stands
MOST_AT_ONCE = 64  # requests under way; more wait instead of opening connections without end


class Link:
    """A connection to one server or one cluster.

    Everything sent through it may arrive twice, so every script and command must allow a repetition.
    """

    def __init__(
        self,
        client: Redis | ClusterClient,
        address: str,
        *,
        patience: float,
        watch: OperationWatch | None = None,
    ) -> None:
        self._client: Any = client
        self.is_cluster = isinstance(client, ClusterClient)
        self._address = address
        self._patience = patience
        self._watch = watch
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    def __repr__(self) -> str:
        return f"Link({self._address!r})"

    async def run(self, script: Script, keys: Sequence[str], *args: Argument) -> Any:
        """Run a Lua function in one round trip."""
        return await self._send(call(script, keys, *args))

    async def call(self, *parts: Argument) -> Any:
        """Send one command on one key."""
        return await self._send(command(*parts))

    async def batch(self, name: str, requests: Sequence[Request]) -> list[Any]:
        """Send independent requests, in one round trip to each server that they concern."""
        if len(requests) < 2:
            return [await self._send(request) for request in requests]

        async def act() -> list[Any]:
            replies = await self._pipelined(requests)
            for index, reply in enumerate(replies):
                if isinstance(reply, exceptions.NoScriptError):
                    replies[index] = await self._execute(requests[index].text, requests[index])
                elif isinstance(reply, Exception):
                    raise reply
            return replies

        return await self._watched(name, act)

    async def scan(self, pattern: str) -> set[str]:
        """Find all keys of this pattern on all nodes."""

        async def act() -> set[str]:
            return {key.decode() async for key in self._client.scan_iter(match=pattern, count=500)}

        return await self._watched("scan", act)

    async def count(self, pattern: str) -> int:
        """Count the keys of this pattern; a few may be counted twice while the server moves them."""

        async def act() -> int:
            found = 0
            async for _ in self._client.scan_iter(match=pattern, count=500):
                found += 1
            return found

        return await self._watched("scan", act)

    async def listen(self, topic: str) -> AsyncIterator[bytes]:
        """Yield what is published under a topic; an empty message when listening has begun.

        Raises Unavailable when the connection is lost.
        """
        client = await self._client.any_node() if self.is_cluster else self._client
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as heard:
                await heard.subscribe(topic)
                yield b""
                while True:
                    message = await heard.get_message(timeout=LISTEN_FOR)
                    if message is not None:
                        yield message["data"]
        except PASSING as error:
            raise Unavailable(f"{self._address} {_reason(error)}") from error

    async def ping(self) -> None:
        """Make sure that the server answers."""
        await self._persist(lambda: self._client.ping())

    async def check(self) -> None:
        """Make sure that the server takes writes; in a cluster every node."""
        if self.is_cluster:
            await self._persist(lambda: self._client.check(CHECK_LASTS))
        else:
            await self._persist(lambda: self._client.set(keys.check(0), b"", px=CHECK_LASTS))

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _send(self, request: Request) -> Any:
        async def act() -> Any:
            try:
                return await self._execute(request.command, request)
            except exceptions.NoScriptError:
                return await self._execute(request.text, request)

        return await self._watched(request.name, act)

    async def _execute(self, parts: Sequence[Argument], request: Request) -> Any:
        lasting = {"lasting": True} if request.lasting and self.is_cluster else {}
        return await self._client.execute_command(*parts, **lasting)

    async def _pipelined(self, requests: Sequence[Request]) -> list[Any]:
        commands = [request.command for request in requests]
        if self.is_cluster:
            lasting = any(request.lasting for request in requests)
            replies: list[Any] = await self._client.execute_commands(commands, lasting=lasting)
            return replies
        async with self._client.pipeline(transaction=False) as pipe:
            for parts in commands:
                pipe.execute_command(*parts)
            return list(await pipe.execute(raise_on_error=False))

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
                raise AccessDenied(f"{self._address} refuses the user or the password: {error}") from error
            except exceptions.OutOfMemoryError as error:
                raise Unavailable(f"{self._address} {NO_MEMORY}") from error
            except (*PASSING, exceptions.ResponseError) as error:
                if str(error).startswith(DISK_TROUBLE):
                    raise Unavailable(f"{self._address} {NO_DISK}") from error
                if not isinstance(error, PASSING) and not str(error).startswith(NO_REPLICAS):
                    raise StorageError(f"{self._address} refuses a command: {error}") from error
                now = time.monotonic()
                give_up = give_up or now + self._patience
                if now + pause > give_up:
                    raise Unavailable(f"{self._address} {_reason(error)}") from error
            except exceptions.RedisError as error:
                raise StorageError(f"{self._address} refuses a command: {error}") from error
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311  # spreads retries, no secret
            pause = min(LONGEST_PAUSE, pause * 2)


def _reason(error: Exception) -> str:
    return (
        NO_PRIMARY
        if isinstance(error, exceptions.ReadOnlyError)
        else f"does not answer ({type(error).__name__})"
    )
