"""Which worker handles an update: its chat's own, or the one of the group that it is about."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.chats.telegram.api.library import read_update
from bot.chats.telegram.ids import place, place_of
from bot.chats.telegram.keyboards import read_data
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.numbers import ChatNumbers
from bot.chats.telegram.private_chat import PAYLOAD, PrivateChats
from bot.chats.telegram.topics import PrivateTopics
from bot.chats.telegram.updates import Updates, pressed_at
from bot.chats.telegram.workers.membership import Membership
from bot.conversation.commands.registry import COMMANDS
from bot.tasks import end
from storage import StorageError

if TYPE_CHECKING:
    from telegram import Bot, Message, Update

LONG = 10.0  # seconds; Telegram opens at most a hundred connections, so none is held longer
AGAIN = 2.0  # seconds until an acknowledged update is tried again that the store had no time for

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Router:
    """Takes updates from Telegram and from other workers; handles them here, or hands them on."""

    bot: Bot
    updates: Updates
    private: PrivateChats
    topics: PrivateTopics
    ledgers: Ledgers
    numbers: ChatNumbers
    members: Membership
    _running: set[asyncio.Task[bool]] = field(default_factory=set, init=False)

    async def polled(self, update: Update) -> bool:
        """Handle an update that was polled; False if it must be tried again."""
        try:
            about = await self._about(update)
        except StorageError as error:
            log.warning("update_waits_for_store update=%d error=%s", update.update_id, error)
            return False
        return await self._here(update, about)

    async def brought(self, data: dict[str, Any], content: bytes, given: int | None) -> bool:
        """Handle an update of the webhook, from another worker if `given`; False if it must come again."""
        if not self.members.ready:
            return False
        if given is not None and "forget" in data:
            self.forget(given)
            return True
        update = read_update(data, self.bot)
        if update.inline_query is not None:
            return await self._here(update, "")  # it is of no chat: any worker answers it
        try:
            about = await self._about(update)
            chat = given if given is not None else chat_of(update, about)
            if chat is None:
                return True
            if not self.members.mine(chat):
                return given is None and await self.members.hand(chat, content)
            home = await self.numbers.home(chat)
        except StorageError as error:
            log.warning("update_waits_for_store update=%d error=%s", update.update_id, error)
            return False
        if not self.members.mine(home):
            return await self.members.hand(home, content)
        return await self._here(update, about)

    async def _about(self, update: Update) -> str:
        """The group that an update from a private chat is about; empty for all others."""
        query, message = update.callback_query, update.message
        found = ""
        if query is not None and query.message is not None and query.message.chat.id > 0:
            there = pressed_at(query.message, read_data(query.data or ""))
            found = await self.ledgers.about_pressed(there.channel, query.message.message_id)
        elif message is not None and message.chat.id > 0 and message.from_user is not None:
            found = await self._about_line(message, f"telegram:{message.from_user.id}")
        group = place_of(found)
        return found if group is not None and not group.private else ""

    async def _about_line(self, message: Message, author: str) -> str:
        """The group that a line in a private chat is about; empty if none."""
        answered, text, here = message.reply_to_message, message.text or "", place(message)
        row = COMMANDS.get(_command(text))
        if text.split() == ["/start", PAYLOAD]:
            return await self.private.awaited(author)
        if row is not None and row.about_group:
            last = row.about_group == "group"
            return await self.topics.group(here) or (await self.private.group(author) if last else "")
        if answered is not None and not text.startswith("/"):
            return await self.ledgers.about(here.channel, answered.message_id)
        return ""

    async def _here(self, update: Update, about: str) -> bool:
        """Handle an update; one that takes longer than LONG is acknowledged before it is done."""
        working = asyncio.create_task(self.updates.take(update, about))
        self._own(working)
        done, _ = await asyncio.wait({working}, timeout=LONG)
        if done:
            return not working.cancelled() and working.result()
        self._own(asyncio.create_task(self._complete(working, update, about)))
        return True

    async def _complete(self, working: asyncio.Task[bool], update: Update, about: str) -> bool:
        """Handle an acknowledged update to the end: it does not come again."""
        taken = await working
        while not taken:
            await asyncio.sleep(AGAIN)
            taken = await self.updates.take(update, about)
        return taken

    def _own(self, task: asyncio.Task[bool]) -> None:
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def finish(self, patience: float) -> None:
        """Wait until the running updates are done, but not for longer than `patience` seconds."""
        if self._running:
            await asyncio.wait(set(self._running), timeout=patience)
            await end(*self._running)

    # -- other workers ----------------------------------------------------------------------------------

    def forget(self, chat: int) -> None:
        """Drop a chat from memory: another worker has changed it."""
        self.numbers.forget(chat)
        self.ledgers.drop(lambda channel: (place := place_of(channel)) is not None and place.chat == chat)

    async def tell_forget(self, chat: int) -> None:
        """Tell the worker of a chat to read it again."""
        if not self.members.mine(chat):
            await self.members.hand(chat, b'{"forget": true}')


def _command(text: str) -> str:
    """The name of the command that a line is; empty for other lines."""
    head = text.split(maxsplit=1)[0] if text.startswith("/") else ""
    return head[1:].partition("@")[0].lower()


def chat_of(update: Update, about: str) -> int | None:
    """The chat whose worker handles an update; of an upgraded group the old one, which keeps the data."""
    group = place_of(about)
    if group is not None:
        return group.chat
    if update.message is not None and update.message.migrate_from_chat_id is not None:
        return update.message.migrate_from_chat_id
    return update.effective_chat.id if update.effective_chat is not None else None
