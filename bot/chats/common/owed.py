"""Channels that could not be shown a message: they are shown what is saved as soon as that is possible."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterable
from weakref import WeakValueDictionary

from bot.tasks import end

WAITS = (2.0, 5.0, *itertools.repeat(10.0, 1000))  # seconds between tries, about three hours in all

log = logging.getLogger(__name__)


class OwedChannels:
    """Tries `show` for each channel until it succeeds. It shows what is saved by then, not what was lost."""

    def __init__(self, show: Callable[[str], Awaitable[None]], waits: Iterable[float] = WAITS) -> None:
        self._show = show
        self._waits = tuple(waits)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._open: set[str] = set()  # owed something that no running `show` has seen
        self._showing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def owe(self, channel: str) -> None:
        """Show a channel what is saved, soon."""
        self._open.add(channel)
        if channel not in self._tasks:
            task = self._tasks[channel] = asyncio.create_task(self._try(channel))
            task.add_done_callback(lambda _: self._tasks.pop(channel))

    async def settle(self, channel: str) -> None:
        """Show a channel what it is owed, now; raises what `show` raises, and then it is still owed."""
        async with self._showing.setdefault(channel, asyncio.Lock()):  # it may be shown just now: wait for it
            if channel not in self._open:
                return
            self._open.discard(channel)  # first: what is owed while it is shown counts again
            try:
                await self._show(channel)
            except BaseException:
                self._open.add(channel)
                raise

    async def _try(self, channel: str) -> None:
        for wait in self._waits:
            await asyncio.sleep(wait)
            try:
                await self.settle(channel)
            except Exception as error:
                log.info("channel_still_owed channel=%s error=%s", channel, error)
            if channel not in self._open:
                return
        self._open.discard(channel)
        log.warning("owed_channel_given_up channel=%s", channel)  # the next command there shows what is saved

    async def close(self) -> None:
        """Stop trying."""
        await end(*self._tasks.values())
