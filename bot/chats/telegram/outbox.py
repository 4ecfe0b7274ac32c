"""The queue of every chat: items are sent in order, within the rate limit, and again after a failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.cache import LruCache
from bot.chats.common.outbox import Merged, Outbox
from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.items import (
    CloseMessage,
    OutboxItem,
    Post,
    PrivatePost,
    finish,
    merged,
    without_numbers,
)
from bot.chats.telegram.rate_limit import ALONE, ChatRate
from bot.conversation.protocol.ports import Unreached
from storage import StorageError

TRIES = 6  # one soon after the other
ROUNDS = 400  # of such tries, about three hours
PAUSE = 10.0  # seconds between two rounds
KEPT = 4096  # rate limits in memory
NO_RIGHT = ("not enough rights to send", "have no rights to send", "write_forbidden")  # in a refusal
LATER = 1.0  # seconds until the queue is looked at again if everything in it can wait

log = logging.getLogger(__name__)


def is_chat_gone(error: BadRequest) -> bool:
    """Whether a message was refused because there is no such chat any more."""
    return "chat not found" in error.message.lower()


def may_not_write(error: BadRequest) -> bool:
    """Whether a message was refused because the bot may not write in the chat at present."""
    return any(words in error.message.lower() for words in NO_RIGHT)


@dataclass(frozen=True, slots=True)
class Delivery:
    """How items are carried out, and what the rest of the adapter has to know of it."""

    send: Callable[[OutboxItem, ChatRate], Awaitable[list[OutboxItem]]]  # returns what should follow
    done: Callable[[OutboxItem], Awaitable[None]]  # sent, or not needed any more
    upgraded: Callable[[int, int], Awaitable[bool]]  # the group has a new number; whether it can be used
    was_mine: Callable[[int], bool] = lambda _: True  # whether only this worker wrote to a chat lately


class TelegramOutbox(Outbox[int, OutboxItem]):
    """The queues by chat: the topics of a group share its rate limit."""

    def __init__(self, delivery: Delivery, per_minute: float) -> None:
        super().__init__()
        self._delivery = delivery
        self._per_minute = per_minute
        self._rates: LruCache[int, ChatRate] = LruCache(KEPT)
        self._urgent: dict[int, asyncio.Event] = {}  # chats where everything in the queue can wait

    async def put(self, item: OutboxItem) -> None:
        """Queue an item; those that it makes useless are dropped."""
        useless = self._add(item.place.chat, item)
        if item.place.chat in self._urgent and not isinstance(item, CloseMessage):
            self._urgent[item.place.chat].set()
        for old in useless:
            await self._done(old)

    def delay(self, chat: int) -> float:
        """About how many seconds the last item in the queue of a chat has to wait; 0 if it is empty."""
        waiting = [item for item in self._queues.get(chat, ()) if not isinstance(item, CloseMessage)]
        return len(waiting) * self.rate(chat).wait() if waiting else 0.0

    async def drain(self, patience: float | None) -> None:
        """Wait until everything is sent that cannot wait, at most `patience` seconds; then stop."""
        for queue in self._queues.values():
            queue[:] = [item for item in queue if not isinstance(item, CloseMessage)]
        await super().drain(patience)

    def drop(self, gone: Callable[[str], bool]) -> None:
        """Drop what is for channels of other workers: it is owed there, and they show what is saved."""
        for queue in self._queues.values():
            for item in queue:
                if gone(item.about or item.place.channel):
                    finish(item, Unreached("another worker has the chat"))
            queue[:] = [item for item in queue if not gone(item.about or item.place.channel)]
        for chat in self._rates:
            if gone(ChatTopic(chat).channel):
                del self._rates[chat]

    def rate(self, chat: int) -> ChatRate:
        """The rate limit of a chat."""
        rate = self._rates.get(chat)
        if rate is None:
            per_minute = self._per_minute if chat < 0 else max(ALONE, self._per_minute)
            rate = self._rates[chat] = ChatRate(per_minute, used_up=not self._delivery.was_mine(chat))
        return rate

    def _merge(self, queue: list[OutboxItem], new: OutboxItem) -> Merged[OutboxItem]:
        return merged(queue, new)

    async def _next(self, chat: int, queue: list[OutboxItem]) -> OutboxItem | None:
        rate = self.rate(chat)
        if all(isinstance(item, CloseMessage) for item in queue) and not rate.is_quiet:
            await self._rest(chat)
            return None
        await rate.ready()
        urgent = (item for item in queue if not isinstance(item, CloseMessage))
        item = next(urgent, queue[0] if queue else None)
        if item is not None:
            queue.remove(item)
        return item

    async def _rest(self, chat: int) -> None:
        """Wait a little, or until something is queued that cannot wait."""
        urgent = self._urgent[chat] = asyncio.Event()
        try:
            async with asyncio.timeout(LATER):
                await urgent.wait()
        except TimeoutError:
            pass
        finally:
            del self._urgent[chat]

    async def _send(self, chat: int, item: OutboxItem) -> None:
        try:
            await self._attempt(chat, item)
        except StorageError as error:  # the next item may fare better
            log.warning("outbox_item_not_recorded chat=%d error=%s", chat, error)

    async def _attempt(self, chat: int, item: OutboxItem) -> None:
        for attempt in range(TRIES):
            try:
                if not await self._deliver(chat, item):
                    return
                break
            except RetryAfter as error:
                wait = error.retry_after
                seconds = wait if isinstance(wait, int) else wait.total_seconds()
                log.info("rate_limited chat=%d seconds=%.1f", chat, seconds)
                await asyncio.sleep(seconds + 0.1)
            except Forbidden as error:
                log.info("chat_closed chat=%d error=%s", chat, error.message)
                finish(item, Unreached(error.message))
                if isinstance(item, PrivatePost) and item.refused is not None:
                    await item.refused()
                break
            except BadRequest as error:
                log.warning("message_refused chat=%d error=%s", chat, error.message)
                if is_chat_gone(error) or may_not_write(error):
                    finish(item, Unreached(error.message, gone=is_chat_gone(error)))
                break
            except (NetworkError, StorageError) as error:
                log.info("send_failed chat=%d error=%s try=%d", chat, type(error).__name__, attempt + 1)
                await asyncio.sleep(min(8.0, 0.25 * 2**attempt))
            except TelegramError as error:
                log.warning("message_refused chat=%d error=%s", chat, error.message)
                break
            except Exception:
                log.exception("send_crashed chat=%d", chat)
                break
        else:
            if isinstance(item, Post) and item.message.slot:
                await self._postpone(chat, item)
                return
            log.warning("message_given_up chat=%d tries=%d", chat, TRIES)
        await self._done(item)

    async def _deliver(self, chat: int, item: OutboxItem) -> bool:
        """Send an item; False if its group has a new number, and the item is queued again."""
        try:
            for later in await self._delivery.send(item, self.rate(chat)):
                await self.put(later)
        except ChatMigrated as error:
            if await self._delivery.upgraded(chat, error.new_chat_id):
                await self._requeue(chat, item)
                return False
        return True

    async def _postpone(self, chat: int, item: Post) -> None:
        """Telegram is out of reach for long: the message waits, unless a newer one makes it useless."""
        if item.rounds == ROUNDS:
            log.warning("message_given_up chat=%d rounds=%d", chat, ROUNDS)  # owed until the next start
            finish(item, Unreached("given up"))
            return
        log.warning("chat_unreachable chat=%d retry_in=%.0f", chat, PAUSE)
        queue: list[OutboxItem] = [replace(item, rounds=item.rounds + 1)]
        useless: list[OutboxItem] = []
        for newer in self._queues[chat]:
            kept, dropped, newest = merged(queue, newer)
            queue = [*kept, newest]
            useless += dropped
        self._queues[chat][:] = queue
        for old in useless:
            await self._done(old)
        await asyncio.sleep(PAUSE)

    async def _done(self, item: OutboxItem) -> None:
        """Record that an item is done; if that fails, the channel is shown again after a restart."""
        try:
            await self._delivery.done(item)
        except StorageError as error:
            log.warning("sent_message_not_recorded chat=%d error=%s", item.place.chat, error)
        finish(item)

    async def _requeue(self, chat: int, item: OutboxItem) -> None:
        """The group has a new number: what was queued for its earlier messages is not needed any more."""
        waiting = [item, *self._queues.get(chat, ())]
        self._queues.get(chat, []).clear()
        for one in waiting:
            if isinstance(one, Post):
                await self.put(without_numbers(one))
            else:
                await self._done(one)
