"""A group that is upgraded gets another number: its table goes along."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from bot.chats.telegram.ids import Place
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.replies import Answering
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.service import Service
from storage.errors import Conflict, Moved
from storage.port import Users

log = logging.getLogger(__name__)


class Migrating:
    """Moves what a group has; told twice or thrice, it moves once."""

    def __init__(
        self,
        service: Service,
        answering: Answering,
        ledgers: Ledgers,
        users: Users,
        tell_forget: Callable[[int], Awaitable[None]],
    ) -> None:
        self._service = service
        self._tell_forget = tell_forget
        self._answering = answering
        self._ledgers = ledgers
        self._users = users
        self._one = asyncio.Lock()

    async def move(self, old_chat: int, new_chat: int) -> None:
        """Move everything of a group."""
        old, new = Place(old_chat).channel, Place(new_chat).channel
        async with self._one:
            if (await self._ledgers.of(old)).moved:
                return
            try:
                messages = await self._service.move(old, new, time.time())
            except Moved:
                messages = []
            except Conflict:
                log.warning("%s: the table cannot go to %s, one stands there", old, new)
                kept = (await self._users.channel_settings(new)).get("language", b"").decode()
                texts = catalogue(self._service.room.language_of(kept))
                messages = [Outgoing(new, texts.text("telegram.not_moved"))]
            await self._ledgers.move(old, new)
            await self._tell_forget(old_chat)
        log.info("%s is now %s", old, new)
        await self.show(messages)

    async def show(self, messages: list[Outgoing]) -> None:
        """Post messages that no update has asked for."""
        for message in messages:
            if message.to is None:
                await self._ledgers.begin(await self._ledgers.of(message.channel))
        await self._answering.publish([message for message in messages if message.to is None])
        await self._answering.whisper([message for message in messages if message.to is not None])
