"""Long polling with an offset of our own: an update is confirmed when it and all before it are handled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from telegram.error import RetryAfter, TelegramError

from bot.tasks import end

if TYPE_CHECKING:
    from telegram import Update

    from bot.chats.telegram.api.library import LibraryBot

WAIT = 10  # seconds that Telegram waits for an update
SOON = 0.05  # seconds until the next look while updates are being handled
AGAIN = 2.0  # seconds until an update is tried again that the store had no time for
WINDOW = 90  # updates that may wait behind the oldest one; Telegram returns a hundred at most
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds after a failure

log = logging.getLogger(__name__)


class Polling:
    """Asks for updates. What was not confirmed when the process dies comes again at the next start."""

    def __init__(
        self, bot: LibraryBot, take: Callable[[Update], Awaitable[bool]], wanted: Sequence[str]
    ) -> None:
        """`take` handles an update; False if it must be tried again."""
        self._bot = bot
        self._take = take
        self._wanted = list(wanted)
        self._last = -1  # the highest update that was taken
        self._running: dict[int, asyncio.Task[None]] = {}
        self._asking: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it asks for updates."""
        return self._asking is not None and not self._asking.done()

    def start(self) -> None:
        """Begin."""
        if not self.running:
            self._asking = asyncio.create_task(self._ask())

    async def close(self, patience: float) -> None:
        """Ask for no more, let running updates finish, and confirm those that are done."""
        if self._asking is None:
            return
        await end(self._asking)
        if self._running:
            await asyncio.wait(set(self._running.values()), timeout=patience)
        offset = self._offset()
        await end(*self._running.values())
        try:
            await self._bot.updates_after(self._last, offset, 0, self._wanted)
        except TelegramError as error:  # they come again, and are recognised
            log.info("updates_not_confirmed error=%s", error.message)

    def _offset(self) -> int | None:
        """The first update that is not confirmed. One that takes too long does not hold up all others."""
        return max(min(self._running, default=self._last + 1), self._last + 1 - WINDOW) or None

    async def _ask(self) -> None:
        pause = FIRST_PAUSE
        webhook = True  # an old one must go first
        while True:
            try:
                if webhook:
                    await self._bot.delete_webhook()
                    webhook = False
                await self._look()
                pause = FIRST_PAUSE
            except RetryAfter as error:
                wait = error.retry_after
                await asyncio.sleep(wait if isinstance(wait, int) else wait.total_seconds())
            except Exception as error:
                if isinstance(error, TelegramError):
                    log.warning("polling_failed error=%s", error.message)
                else:  # every update depends on this loop
                    log.exception("polling_crashed")
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 1.5 * pause)

    async def _look(self) -> None:
        """Take what is new; while something is running, Telegram returns it again at once."""
        wait = 0 if self._running else WAIT
        for update in await self._bot.updates_after(self._last, self._offset(), wait, self._wanted):
            if update.update_id > self._last:  # an answer may hold one twice
                self._last = update.update_id
                self._begin(update)
        if self._running:
            await asyncio.wait(set(self._running.values()), timeout=SOON)

    def _begin(self, update: Update) -> None:
        task = asyncio.create_task(self._handle(update))
        self._running[update.update_id] = task
        task.add_done_callback(lambda _: self._running.pop(update.update_id, None))

    async def _handle(self, update: Update) -> None:
        while not await self._take(update):
            await asyncio.sleep(AGAIN)
