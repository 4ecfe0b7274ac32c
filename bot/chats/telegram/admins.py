"""Who may manage a group."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from telegram.error import TelegramError

from bot.cache import LruCache
from bot.chats.telegram.ids import person
from bot.conversation.protocol.messages import Person

if TYPE_CHECKING:
    from telegram import Bot, Chat, User

TRUSTED = 300.0  # seconds that a list of administrators is kept
AGAIN = 5.0  # seconds until the next try after a failure
KEPT = 4096  # chats in memory

log = logging.getLogger(__name__)


class Admins:
    """The administrators of every chat, asked for now and then."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._admins: LruCache[int, tuple[float, frozenset[int]]] = LruCache(KEPT)
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def person(self, user: User, chat: Chat) -> Person:
        """The author of something in a chat."""
        return person(user, chat, admin=await self.is_admin(user.id, chat.id))

    async def is_admin(self, user: int, chat: int) -> bool:
        """Whether a user may manage a chat; a private chat belongs to its user."""
        return chat == user or (chat < 0 and user in await self._of(chat))

    async def _of(self, chat: int) -> frozenset[int]:
        async with self._asking.setdefault(chat, asyncio.Lock()):
            until, known = self._admins.get(chat, (-math.inf, frozenset[int]()))
            now = time.monotonic()
            if now < until:
                return known
            try:
                members = await self._bot.get_chat_administrators(chat)
            except TelegramError as error:
                log.info("admins_unknown chat=%d error=%s", chat, error.message)
                self._admins[chat] = (now + AGAIN, known)
                return known
            found = frozenset(member.user.id for member in members)
            self._admins[chat] = (now + TRUSTED, found)
            return found
