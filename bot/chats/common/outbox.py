"""Queues of posts: every chat gets its own in order, one at a time, and no chat waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from bot.cache import LruCache
from bot.tasks import end

KEPT = 4096  # chats whose items are counted

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")
Found = TypeVar("Found")


class Merged(NamedTuple, Generic[Item]):
    """A queue after a new item came: what stays, what is not needed any more, and the new item."""

    kept: list[Item]
    dropped: list[Item]
    new: Item


class Outbox(Generic[Key, Item]):
    """The queues of all chats; each has a worker task while there is something in it.

    A chat's adapter says how an item is sent and what a new one makes useless.
    """

    def __init__(self) -> None:
        self._queues: dict[Key, list[Item]] = {}
        self._workers: dict[Key, asyncio.Task[None]] = {}
        self._counts: LruCache[Key, int] = LruCache(KEPT)  # items queued so far

    @property
    def waiting(self) -> int:
        """How many items are not sent yet."""
        return sum(map(len, self._queues.values()))

    async def up_to_date(self, key: Key, read: Callable[[], Awaitable[Found]]) -> Found:
        """What `read` finds for a chat, read again if an item was queued meanwhile, which may be newer."""
        while True:
            before = self._counts.get(key)
            found = await read()
            if self._counts.get(key) == before:
                return found

    async def drain(self, patience: float | None) -> None:
        """Wait until everything is sent, but not for longer than `patience` seconds; then stop."""
        if self._workers:
            await asyncio.wait(list(self._workers.values()), timeout=patience)
        await end(*self._workers.values())

    def _add(self, key: Key, item: Item) -> list[Item]:
        """Queue an item; returns those that it makes useless."""
        queue = self._queues.setdefault(key, [])
        kept, dropped, new = self._merge(queue, item)
        queue[:] = [*kept, new]
        self._counts[key] = self._counts.get(key, 0) + 1
        if key not in self._workers:
            self._workers[key] = asyncio.create_task(self._work(key, queue))
        return dropped

    async def _work(self, key: Key, queue: list[Item]) -> None:
        try:
            while queue:
                item = await self._next(key, queue)
                if item is not None:
                    await self._send(key, item)
        finally:
            del self._workers[key]
            if not queue:
                self._queues.pop(key, None)

    def _merge(self, queue: list[Item], new: Item) -> Merged[Item]:
        raise NotImplementedError

    async def _next(self, _key: Key, queue: list[Item]) -> Item | None:
        """Take the next item out of a queue, when it may be sent; None to look again."""
        return queue.pop(0)

    async def _send(self, key: Key, item: Item) -> None:
        raise NotImplementedError
