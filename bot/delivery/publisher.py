"""Shows channels what is saved: one task a channel drains its feed, while this worker has its screen.

A crash, an outage, a lost permission, a restart, another worker and a slow platform are all the same loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace

from bot.cache import LruCache
from bot.conversation.protocol.platform import Platform
from bot.conversation.protocol.ports import Unreached
from bot.conversation.service import Service
from bot.conversation.table.channels import ChannelScreen, decode_screen
from bot.conversation.table.news import News
from bot.documents import NeedsNewer
from bot.tasks import end
from storage import StorageError, Store

LEASE = 60.0  # seconds in which only this worker shows a channel something
HELD = 20.0  # seconds before its end from which a claim is renewed first
SWEEP = 10.0  # seconds between looks for channels that nobody has shown what is saved
FIRST_WAIT, LONGEST_WAIT = 2.0, 600.0  # seconds until a channel is tried again
KEPT = 5000  # screens in memory
PATIENCE = 5.0  # seconds to show what was saved when the program stops
LISTEN_AGAIN = 1.0  # seconds until the next try to hear of marks

log = logging.getLogger(__name__)


@dataclass(slots=True)
class HeldScreen:
    """The screen of a channel that this worker has claimed."""

    screen: ChannelScreen
    until: float
    sure: bool = False  # this process has shown all of it: nothing stands there that it does not know of


class Publisher:
    """The channels that this worker shows something, each by a task of its own."""

    def __init__(self, service: Service, store: Store, worker: str) -> None:
        self._service = service
        self._screens = store.screens
        self._platform = service.repository.platform
        self._worker = worker
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, News] = {}  # what the task of a channel has not looked at
        self._held: LruCache[str, HeldScreen] = LruCache(KEPT)
        self._failed: dict[str, Unreached] = {}
        self._swept: dict[str, str] = {}  # the marks of the last sweep
        self._left: dict[str, str] = {}  # marks that are left to a newer version

    # -- what comes in --------------------------------------------------------------------------------

    def kick(self, channel: str, news: News) -> None:
        """Show a channel what is saved, if this worker serves it; others hear of the mark."""
        chat = self._platform(channel)
        if chat is not None and chat.rings(channel, 0.0):
            self._begin(chat, channel, news)

    def _begin(self, chat: Platform, channel: str, news: News) -> None:
        if self._left.get(channel) == news.mark:
            return
        known = self._news.get(channel)
        self._news[channel] = news.after(known) if known is not None else news
        if channel not in self._tasks:
            self._tasks[channel] = asyncio.create_task(self._work(chat, channel))

    async def published(self, channel: str) -> Unreached | None:
        """Wait until a channel shows what is saved; returns why it does not."""
        task = self._tasks.get(channel)
        while task is not None and channel not in self._failed and not task.done():
            await asyncio.wait({task}, timeout=0.05)
        return self._failed.get(channel)

    async def listen(self) -> None:
        """Hear of what other workers have saved, and find what was left behind, until cancelled."""
        sweeping = asyncio.create_task(self._sweep())
        try:
            while True:
                try:
                    async for channel, mark in self._screens.marks():
                        if channel:
                            self.kick(channel, News(mark))
                        else:
                            await self._catch_up()
                except StorageError as error:
                    log.info("marks_not_heard error=%s", error)
                except Exception:  # every channel depends on it
                    log.exception("marks_not_heard")
                await asyncio.sleep(LISTEN_AGAIN)
        finally:
            await end(sweeping)

    async def _catch_up(self) -> None:
        """Show what was saved while nobody listened."""
        for channel, mark in (await self._screens.marked()).items():
            self.kick(channel, News(mark))

    async def _sweep(self) -> None:
        """Find channels whose worker is gone, from time to time."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                found = await self._screens.marked()
            except StorageError:
                continue
            for channel, mark in found.items():
                chat = self._platform(channel)
                if self._swept.get(channel) == mark and chat is not None and chat.rings(channel, 2 * SWEEP):
                    self._begin(chat, channel, News(mark))
            self._swept = found

    # -- what goes out --------------------------------------------------------------------------------

    async def _work(self, chat: Platform, channel: str) -> None:
        wait = FIRST_WAIT
        try:
            while channel in self._news:
                news = self._news.pop(channel)
                if await self._is_settled(chat, channel, news):
                    self._failed.pop(channel, None)
                    wait = FIRST_WAIT
                    continue
                self._held.pop(channel, None)
                self._news[channel] = self._news[channel].after(news) if channel in self._news else news
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, 2 * wait)
        finally:
            del self._tasks[channel]  # with the last look: what comes now begins another task

    async def _is_settled(self, chat: Platform, channel: str, news: News) -> bool:
        """Show a channel what is saved; whether nothing is left to be done about it here."""
        try:
            try:
                await self._show(chat, channel, news)
            except Unreached as error:
                log.info("channel_unreached channel=%s error=%s gone=%s", channel, error, error.gone)
                self._failed[channel] = error
                return await self._has_left(channel, error)
        except StorageError as error:
            log.warning("news_wait_for_store channel=%s error=%s", channel, error)
            return False
        except NeedsNewer as error:  # a worker of that version finds the mark
            log.warning("news_left_to_newer_version channel=%s found=%s", channel, error)
            self._left[channel] = news.mark
            await self._give_up(channel)
        except Exception:
            log.exception("news_not_shown channel=%s", channel)
            return False
        return True

    async def _show(self, chat: Platform, channel: str, news: News) -> None:
        """Show a channel everything, one step after the other."""
        held = await self._claimed(channel, news)
        if held is None:  # another worker has it, and hears of the mark
            return
        feed = news.feed or await self._service.feed(channel, time.time())
        step = await feed.next(held.screen.told, again=not held.sure)
        while step is not None:
            held.sure = False
            await chat.tell(channel, self._service.fitted(step.messages))
            held.screen, held.sure = ChannelScreen(step.told), True
            following = await feed.next(step.told)
            if following is not None and not await self._save(channel, held, ""):
                return
            step = following
        await self._save(channel, held, news.mark)

    async def _claimed(self, channel: str, news: News) -> HeldScreen | None:
        """The screen of a channel; None if another worker has it."""
        held, now = self._held.get(channel), time.time()
        if held is not None and now < held.until - HELD:
            return held
        data = await self._screens.claim(channel, self._worker, now=now, lease=LEASE)
        if data is None:
            self._held.pop(channel, None)
            return None
        screen = decode_screen(data) or ChannelScreen(news.before or await self._service.told(channel))
        sure = held is not None and held.sure and held.screen == screen
        self._held[channel] = held = HeldScreen(screen, now + LEASE, sure)
        return held

    async def _save(self, channel: str, held: HeldScreen, shown: str) -> bool:
        now = time.time()
        saved = await self._screens.save(
            channel, self._worker, held.screen.encode(), now=now, lease=LEASE, shown=shown
        )
        held.until = now + LEASE
        if not saved:
            self._held.pop(channel, None)
        return saved

    async def _has_left(self, channel: str, error: Unreached) -> bool:
        """Note that a channel cannot be reached; whether it is gone, or could not be for long."""
        held, now = self._held.get(channel), time.time()
        since = (held.screen.failing if held is not None else 0) or int(now)
        if error.gone or await self._service.is_lost(channel, now - since):
            await self._service.channel_deleted(channel, now)
            return True
        if held is not None and not held.screen.failing:
            held.screen = replace(held.screen, failing=since)
            await self._save(channel, held, "")
        return False

    async def _give_up(self, channel: str) -> None:
        """Leave a channel to another worker."""
        self._held.pop(channel, None)
        try:
            await self._screens.release(channel, self._worker)
        except StorageError as error:
            log.info("screen_not_released channel=%s error=%s", channel, error)

    async def close(self, patience: float = PATIENCE) -> None:
        """Finish what is being shown; the rest is shown by the next worker."""
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()), timeout=patience)
        await end(*self._tasks.values())
        for channel in self._held:
            await self._give_up(channel)
