"""What a channel did not get to see while Discord could not be reached is shown when it can be."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable

from bot.chats.discord.poster import CannotWrite
from bot.tasks import end

WAITS = (2.0, 5.0, *itertools.repeat(10.0, 1000))  # seconds between tries, about three hours in all

log = logging.getLogger(__name__)


class Retelling:
    """Channels that are owed something; what stands by then is shown, not what was lost."""

    def __init__(self, show: Callable[[str], Awaitable[None]]) -> None:
        self._show = show
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def owe(self, channel: str) -> None:
        """Try until it can be shown."""
        if channel not in self._tasks:
            task = self._tasks[channel] = asyncio.create_task(self._try(channel))
            task.add_done_callback(lambda _: self._tasks.pop(channel))

    async def _try(self, channel: str) -> None:
        for wait in WAITS:
            await asyncio.sleep(wait)
            try:
                await self._show(channel)
                return
            except CannotWrite:
                return
            except Exception as error:
                log.info("%s is still owed something: %s", channel, error)
        log.warning("%s was given up; the next press there shows what is saved", channel)

    async def close(self) -> None:
        """Stop trying."""
        await end(*self._tasks.values())
