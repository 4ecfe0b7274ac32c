"""An upgraded group gets a new number from Telegram: it becomes an alias, and the table is shown there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.cache import LruCache
from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.numbers import KEPT, ChatNumbers
from bot.chats.telegram.replies import Replies
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.service import Service
from storage.errors import Conflict
from storage.port import Users

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Upgrades:
    """Carries out the upgrade of a group once, also if Telegram reports it several times."""

    numbers: ChatNumbers
    service: Service
    replies: Replies
    ledgers: Ledgers
    users: Users
    tell_forget: Callable[[int], Awaitable[None]]
    _one: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _refused: LruCache[int, None] = field(default_factory=lambda: LruCache(KEPT), init=False)

    async def upgrade(self, old: int, new: int) -> bool:
        """Show a group's table under its new number; False if that number has a table of its own."""
        home = await self.numbers.home(old)
        async with self._one:
            if await self.numbers.address(home) == new:
                return True
            try:
                await self.numbers.alias(new, home)
            except Conflict:
                return await self._refuse(home, new)
            await self.tell_forget(new)
            place = ChatTopic(home)
            await self.ledgers.leave_messages(place.channel)
        log.info("group_upgraded chat=%d address=%d", home, new)
        shown = await self.service.retell(place.channel, time.time())
        await self.replies.post([replace(message, fresh=True) for message in shown])
        return True

    async def _refuse(self, home: int, new: int) -> bool:
        log.warning("upgrade_refused chat=%d address=%d", home, new)
        if new not in self._refused:
            self._refused[new] = None
            channel = ChatTopic(new).channel
            kept = await self.users.channel_setting(channel, "language") or b""
            texts = catalogue(self.service.repository.language_of(kept.decode()))
            await self.replies.post([Outgoing(channel, texts.text("telegram.not_moved"))])
        return False
