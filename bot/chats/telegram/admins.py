"""Who writes and presses, and whether they may manage the group."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from telegram.error import TelegramError

from bot.chats.telegram.ids import person
from bot.conversation.protocol.messages import Person

if TYPE_CHECKING:
    from telegram import Bot, Chat, User

TRUSTED = 300.0  # seconds that a list of administrators is good for
AGAIN = 5.0  # seconds until it is asked for again after it could not be had
MOST_CHATS = 4096

log = logging.getLogger(__name__)


class People:
    """People as the conversation knows them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._admins: dict[int, tuple[float, frozenset[int]]] = {}
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def person(self, user: User, chat: Chat) -> Person:
        """Somebody in a chat."""
        return person(user, chat, admin=await self.is_admin(user.id, chat.id))

    async def is_admin(self, user: int, chat: int) -> bool:
        """Whether somebody may manage a chat; a private chat is its person's own."""
        return chat == user or (chat < 0 and user in await self._of(chat))

    async def _of(self, chat: int) -> frozenset[int]:
        async with self._asking.setdefault(chat, asyncio.Lock()):
            until, known = self._admins.get(chat, (-math.inf, frozenset[int]()))
            now = time.monotonic()
            if now < until:
                return known
            if len(self._admins) >= MOST_CHATS:
                self._admins.clear()
            try:
                members = await self._bot.get_chat_administrators(chat)
            except TelegramError as error:
                log.info("chat %d: its administrators are not known: %s", chat, error.message)
                self._admins[chat] = (now + AGAIN, known)
                return known
            found = frozenset(member.user.id for member in members)
            self._admins[chat] = (now + TRUSTED, found)
            return found
