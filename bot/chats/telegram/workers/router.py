"""Updates go to the worker that sees to their chat, which may be this one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import TYPE_CHECKING, Any

from telegram import Update

from bot.chats.telegram.ids import Place, place_of
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.updates import Receiving
from bot.chats.telegram.workers.membership import Sharing
from bot.chats.telegram.workers.routing import Routing, chat_of
from storage import StorageError

if TYPE_CHECKING:
    from telegram import Bot

AGAIN = 2.0  # seconds until the store is tried again
TRIES = 100  # each of which waits for the store as well
LONG = 10.0  # seconds: what takes longer is not held up at Telegram's door, which lets in a hundred at a time

log = logging.getLogger(__name__)


class Sorting:
    """Takes updates in, from Telegram and from other workers."""

    def __init__(
        self, bot: Bot, receiving: Receiving, routing: Routing, ledgers: Ledgers, sharing: Sharing
    ) -> None:
        self._bot = bot
        self._receiving = receiving
        self._routing = routing
        self._ledgers = ledgers
        self._sharing = sharing
        self._under_way: set[asyncio.Task[bool]] = set()
        self._leaving = asyncio.Event()

    async def polled(self, update: Update) -> None:
        """An update that Telegram was asked for, and will not bring again: it waits for the store."""
        for _ in range(TRIES):
            try:
                if await self._receiving.take(update, await self._routing.about(update)):
                    return
            except StorageError as error:
                log.warning("update %d must wait for the store: %s", update.update_id, error)
            if self._leaving.is_set():
                break
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), AGAIN)
        log.error("update %d is lost: the store stayed away", update.update_id)

    def leave(self) -> None:
        """Wait no longer for a store that is away."""
        self._leaving.set()

    async def brought(self, data: dict[str, Any], content: bytes, given: int | None) -> bool:
        """An update that was brought, by another worker if the chat is given; False if it must come again."""
        if not self._sharing.ready:
            return False
        if given is not None and "forget" in data:
            self.forget(given)
            return True
        update = Update.de_json(data, self._bot)
        try:
            about = await self._routing.about(update)
            chat = given if given is not None else chat_of(update, about)
            if chat is None:
                return True
            if not self._sharing.mine(chat):
                return given is None and await self._sharing.hand(chat, content)
            moved = await self._moved(chat)
        except StorageError as error:
            log.warning("update %d must wait for the store: %s", update.update_id, error)
            return False
        if moved is not None and not self._sharing.mine(moved):
            return await self._sharing.hand(moved, content)
        return await self._here(update, about)

    async def _moved(self, chat: int) -> int | None:
        """The new number of a chat that was upgraded, if that makes a difference."""
        if not self._sharing.others or chat > 0:
            return None
        place = place_of((await self._ledgers.of(Place(chat).channel)).moved)
        return place.chat if place is not None else None

    async def _here(self, update: Update, about: str) -> bool:
        """See to it; what is not done by then may be lost if this worker dies, as its work would be."""
        working = asyncio.create_task(self._receiving.take(update, about))
        self._under_way.add(working)
        working.add_done_callback(self._under_way.discard)
        done, _ = await asyncio.wait({working}, timeout=LONG)
        return working.result() if done else True

    async def finish(self, patience: float) -> None:
        """Wait for what is under way."""
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=patience)

    # -- upgrades -------------------------------------------------------------------------------------

    def forget(self, chat: int) -> None:
        """The notes of a chat were changed by another worker."""
        self._ledgers.let_go(lambda channel: (place := place_of(channel)) is not None and place.chat == chat)

    async def tell_moved(self, old: int, new: int) -> None:
        """Let the worker of a group's new number move it; it need not have heard of it."""
        chat = {"id": old, "type": "group", "title": ""}
        message = {"message_id": 0, "date": 0, "chat": chat, "migrate_to_chat_id": new}
        await self._sharing.hand(new, json.dumps({"update_id": -abs(old), "message": message}).encode())
        self.forget(old)

    async def tell_forget(self, chat: int) -> None:
        """Let the worker of a chat read its notes again."""
        if not self._sharing.mine(chat):
            await self._sharing.hand(chat, b'{"forget": true}')
