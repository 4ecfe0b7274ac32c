"""Tells the channels of tables that live in several: each in its own order, at its own pace, once.

What a channel was told is saved beside the table, so what is left to tell follows from the log. A deadline of
the channel makes sure that some worker looks, also if the one that saved a move or told it has died.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from bot.cache import LruCache
from bot.conversation.protocol.ports import Chat, Unreached
from bot.conversation.service import News, Service
from bot.conversation.table.repository import TELL
from bot.documents import NeedsNewer
from bot.tasks import end
from storage import StorageError, Store

HOLD = 5.0  # seconds that an alarm waits until its channel was told everything
KEPT = 5000  # channels in memory
AGAIN = 10.0  # seconds until the next look at a channel that was not
LATER = 60.0  # ... and that a worker of a newer version must tell

log = logging.getLogger(__name__)


class Teller:
    """The channels that this process is telling something, each by a task of its own."""

    def __init__(self, service: Service, store: Store, chats: Sequence[Chat]) -> None:
        self._service = service
        self._store = store
        self._chats = chats
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()  # channels with something new since their task has looked
        self._sure: LruCache[str, None] = LruCache(KEPT)  # where this process knows what stands

    def kick(self, channel: str) -> bool:
        """Begin to tell a channel; False if another worker serves it."""
        chat = self._chat(channel)
        if chat is None or not chat.rings(channel, 0.0):
            return False
        self._begin(chat, channel)
        return True

    def _chat(self, channel: str) -> Chat | None:
        return next((chat for chat in self._chats if channel.startswith(chat.prefix)), None)

    def _begin(self, chat: Chat, channel: str) -> asyncio.Task[None]:
        self._changed.add(channel)
        task = self._tasks.get(channel)
        if task is None:
            task = self._tasks[channel] = asyncio.create_task(self._work(chat, channel))
            task.add_done_callback(lambda _: self._tasks.pop(channel, None))
        return task

    async def ring(self, channel: str) -> None:
        """A channel may have something to be told; looks again later if that takes long."""
        chat = self._chat(channel)
        if chat is None:
            return
        task = self._begin(chat, channel)
        await asyncio.wait({task}, timeout=HOLD)
        if not task.done():
            await self._look_again(channel, AGAIN)

    async def _look_again(self, channel: str, wait: float) -> None:
        await self._store.deadlines.schedule(channel, TELL, time.time() + wait)

    async def _work(self, chat: Chat, channel: str) -> None:
        try:
            while channel in self._changed:
                self._changed.discard(channel)
                await self._tell(chat, channel)
        except StorageError as error:
            log.warning("news_wait_for_store channel=%s error=%s", channel, error)
        except NeedsNewer as error:  # a worker of that version tells them, or this one after its upgrade
            log.warning("news_need_newer_version channel=%s found=%s", channel, error)
            await self._look_again(channel, LATER)
        except Exception:  # the deadline brings it back
            log.exception("news_not_told channel=%s", channel)
            await self._look_again(channel, AGAIN)
        finally:
            self._changed.discard(channel)

    async def _tell(self, chat: Chat, channel: str) -> None:
        """Tell a channel everything, one step after the other."""
        while (news := await self._news(channel)) is not None:
            try:
                await chat.tell(channel, news.messages)
            except Unreached as error:
                log.info("channel_unreached channel=%s error=%s gone=%s", channel, error, error.gone)
                wait = await self._service.unreached(news, time.time(), gone=error.gone)
                if wait is not None:
                    await self._look_again(channel, wait)
                return
            await self._service.told(news)
            self._sure[channel] = None

    async def _news(self, channel: str) -> News | None:
        """The next step; until it is told, this process does not know what stands there."""
        sure = channel in self._sure
        news = await self._service.news(channel, time.time(), again=not sure)
        if news is not None:
            self._sure.pop(channel, None)
        return news

    async def close(self, patience: float = HOLD) -> None:
        """Finish what is being told; the rest is told by the next worker."""
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()), timeout=patience)
        await end(*self._tasks.values())
