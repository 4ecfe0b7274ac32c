"""What is to be sent to each chat, in order and at its pace; what newer messages make useless is left out."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.chats.telegram.asking import Asking
from bot.chats.telegram.ids import Place
from bot.chats.telegram.ledger import Shown
from bot.chats.telegram.rate_limit import ALONE, Pace
from bot.conversation.protocol.messages import Outgoing
from bot.tasks import end
from storage import StorageError

if TYPE_CHECKING:
    from telegram import InlineKeyboardMarkup

TRIES = 6  # one soon after the other
ROUNDS = 400  # of such tries, about three hours
PAUSE = 10.0  # seconds between two rounds
KEPT = 4096  # paces in memory
LATER = 1.0  # seconds until what can wait is looked at again

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One thing to do in a chat: post a message, close the one of a key, or unfold a menu."""

    place: Place
    message: Outgoing | None = None
    reply: int | None = None  # to this message
    pressed: int | None = None  # the message under which something was pressed
    pressed_photo: bool = False
    question: str = ""  # a token: the answer to the message will be its number
    about: str = ""  # the channel that the choices belong to, if it is not where the message goes
    asking: Asking | None = None  # what it answers in private, though it was asked elsewhere
    keyboard: InlineKeyboardMarkup | None = None  # instead of the choices
    close: Shown | None = None
    unfold: tuple[int, int, int] | None = None  # message, menu, page
    owed: bool = False  # counted among the debts of its channel
    rounds: int = 0  # in which it could not be sent

    @property
    def passing(self) -> bool:
        """Whether it is a word to the author of a line, which nothing changes later."""
        return self.reply is not None and self.keyboard is None

    @property
    def can_wait(self) -> bool:
        """Whether nobody misses it for a while."""
        return self.close is not None


def merged(queue: list[Item], new: Item) -> tuple[list[Item], list[Item], Item]:
    """What stays in a queue when something new comes, what is dropped, and the new item.

    Of two looks at one message only the later is shown; a message that is replaced before it was posted is
    left out; one whose choices are gone before it was posted is told in words alone.
    """
    kept: list[Item] = []
    dropped: list[Item] = []
    for old in queue:
        before, after = old.message, new.message
        if old.unfold and new.unfold and old.unfold[0] == new.unfold[0] and old.place == new.place:
            dropped.append(old)
        elif (
            before is None
            or after is None
            or old.place != new.place
            or not before.key
            or (before.to != after.to and not before.preview)
        ):
            kept.append(old)
        elif before.preview and before.key in (after.key, *after.closes):
            dropped.append(old)
        elif before.key == after.key and not after.preview:
            notify = tuple(dict.fromkeys((*before.notify, *after.notify)))
            closes = tuple(dict.fromkeys((*before.closes, *after.closes)))
            fresh = before.fresh or after.fresh
            new = replace(new, message=replace(after, notify=notify, closes=closes, fresh=fresh))
            dropped.append(old)
        elif before.key in after.closes:
            kept.append(replace(old, message=replace(before, choices=(), picture=None, notify=())))
        else:
            kept.append(old)
    return kept, dropped, new


Do = Callable[[Item, Pace], Awaitable[list[Item]]]  # what should follow when there is time for it


@dataclass(slots=True)
class Events:
    """What the outbox cannot see to by itself."""

    done: Callable[[Item], Awaitable[None]]  # sent, or not needed any more
    shut: Callable[[Item], Awaitable[None]]  # the chat does not take it: 403
    moved: Callable[[int, int], Awaitable[bool]]  # the group was upgraded; whether what waits goes there
    was_mine: Callable[[int], bool] = lambda _: True  # whether this worker alone wrote to a chat lately


class Outbox:
    """The queues of all chats; each has a worker while there is something in it."""

    def __init__(self, do: Do, events: Events, per_minute: float) -> None:
        self._do = do
        self._events = events
        self._per_minute = per_minute
        self._queues: dict[int, list[Item]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._paces: OrderedDict[int, Pace] = OrderedDict()

    async def put(self, item: Item) -> None:
        """Add something to do; what it makes useless is dropped."""
        queue = self._queues.setdefault(item.place.chat, [])
        kept, dropped, item = merged(queue, item)
        queue[:] = [*kept, item]
        if item.place.chat not in self._workers:
            worker = asyncio.create_task(self._work(item.place.chat))
            self._workers[item.place.chat] = worker
        for old in dropped:
            await self._done(old)

    @property
    def waiting(self) -> int:
        """How many things are still to be done."""
        return sum(map(len, self._queues.values()))

    async def drain(self, patience: float) -> None:
        """Wait until everything is sent that does not have to wait for long; then stop."""
        for queue in self._queues.values():
            queue[:] = [item for item in queue if not item.can_wait]
        if self._workers:
            await asyncio.wait(list(self._workers.values()), timeout=patience)
        await end(*self._workers.values())

    def let_go(self, gone: Callable[[str], bool]) -> None:
        """Leave what is for channels that others see to; it is owed there, and they show what is saved."""
        for queue in self._queues.values():
            queue[:] = [item for item in queue if not gone(item.about or item.place.channel)]
        for chat in [chat for chat in self._paces if gone(Place(chat).channel)]:
            del self._paces[chat]

    def pace(self, chat: int) -> Pace:
        """The pace of a chat."""
        pace = self._paces.get(chat)
        if pace is None:
            per_minute = self._per_minute if chat < 0 else max(ALONE, self._per_minute)
            pace = self._paces[chat] = Pace(per_minute, used_up=not self._events.was_mine(chat))
        self._paces.move_to_end(chat)
        while len(self._paces) > KEPT:
            self._paces.popitem(last=False)
        return pace

    async def _work(self, chat: int) -> None:
        queue = self._queues[chat]
        try:
            while queue:
                pace = self.pace(chat)
                if all(item.can_wait for item in queue) and not pace.at_ease:
                    await asyncio.sleep(LATER)
                    continue
                await pace.ready()
                item = next((item for item in queue if not item.can_wait), queue[0] if queue else None)
                if item is None:
                    continue
                queue.remove(item)
                try:
                    await self._attempt(chat, item, pace)
                except StorageError as error:  # the next item may fare better
                    log.warning("chat %d: what came of a message is not noted: %s", chat, error)
        finally:
            del self._workers[chat]
            if not queue:
                self._queues.pop(chat, None)

    async def _attempt(self, chat: int, item: Item, pace: Pace) -> None:
        for attempt in range(TRIES):
            try:
                for later in await self._do(item, pace):
                    await self.put(later)
                break
            except RetryAfter as error:
                wait = error.retry_after
                seconds = wait if isinstance(wait, int) else wait.total_seconds()
                log.info("chat %d: told to wait %.1f s", chat, seconds)
                await asyncio.sleep(seconds + 0.1)
            except ChatMigrated as error:
                await self._migrate(chat, error.new_chat_id, item)
                return
            except Forbidden as error:
                log.info("chat %d is closed to us: %s", chat, error.message)
                await self._events.shut(item)
                break
            except BadRequest as error:
                log.warning("chat %d does not take a message: %s", chat, error.message)
                break
            except (NetworkError, StorageError) as error:
                log.info("chat %d: %s, try %d", chat, type(error).__name__, attempt + 1)
                await asyncio.sleep(min(8.0, 0.25 * 2**attempt))
            except TelegramError as error:
                log.warning("chat %d does not take a message: %s", chat, error.message)
                break
            except Exception:
                log.exception("chat %d: a message could not be sent", chat)
                break
        else:
            if item.message is not None and item.message.key:
                await self._postpone(chat, item)
                return
            log.warning("chat %d: a message was given up after %d tries", chat, TRIES)
        await self._done(item)

    async def _postpone(self, chat: int, item: Item) -> None:
        """The line is down for long: the message waits, unless a newer one makes it useless."""
        if item.rounds == ROUNDS:
            log.warning("chat %d: a message was given up; it is owed until the next start", chat)
            return
        log.warning("chat %d cannot be reached, trying again in %.0f s", chat, PAUSE)
        queue, useless = [replace(item, rounds=item.rounds + 1)], []
        for newer in self._queues[chat]:
            kept, dropped, newest = merged(queue, newer)
            queue = [*kept, newest]
            useless += dropped
        self._queues[chat][:] = queue
        for old in useless:
            await self._done(old)
        await asyncio.sleep(PAUSE)

    async def _done(self, item: Item) -> None:
        """Tell that an item is done; one of which that cannot be noted is shown again after a restart."""
        try:
            await self._events.done(item)
        except StorageError as error:
            log.warning("chat %d: a message is not noted as sent: %s", item.place.chat, error)

    async def _migrate(self, chat: int, new: int, item: Item) -> None:
        """The group has another number now: everything goes there."""
        waiting = [item, *self._queues.get(chat, ())]
        self._queues.get(chat, []).clear()
        follows = await self._events.moved(chat, new)
        for one in waiting:
            await self._done(one)
            if one.message is not None and follows:
                place = replace(one.place, chat=new)
                message = replace(one.message, channel=place.channel)
                await self.put(
                    replace(one, place=place, message=message, reply=None, pressed=None, owed=False)
                )
