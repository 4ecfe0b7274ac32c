"""Marks on messages: the board of a running table is pinned in its group, its result gets a reaction."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from telegram.error import BadRequest, Forbidden, TelegramError

from bot.cache import LruCache

if TYPE_CHECKING:
    from telegram import Bot, Message

    from bot.chats.telegram.items import Post
    from bot.chats.telegram.ledger import Ledger
    from storage.port import Users

SETTING = "pin"  # of a channel; "off" switches pins off
AGAIN = 3600.0  # seconds until a newer board takes its place: phones show every pin as news
REFUSED = 3600.0  # seconds until a chat is tried again where the bot may not pin
KEPT = 4096  # chats in memory

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Marks:
    """Pins and unpins without a sound, one message a table; does nothing where the bot lacks the right."""

    bot: Bot
    users: Users
    _refused: LruCache[int, float] = field(default_factory=lambda: LruCache(KEPT), init=False)

    async def follow(self, item: Post, ledger: Ledger) -> bool:
        """Mark a public message that was sent; returns whether the pin has changed. Raises StorageError."""
        message, before = item.message, ledger.pin
        shown = ledger.find(message.slot)
        if shown is None:
            return False
        if message.shows_game and not item.place.private:
            await self._pin(item, ledger, shown.id)
        elif message.kind == "end":
            await self._unpin(item.address, ledger)
            if message.reaction:
                await self._react(item.address, shown.id, message.reaction)
        return ledger.pin != before

    async def _pin(self, item: Post, ledger: Ledger, message: int) -> None:
        now, chat = time.time(), item.place.chat
        if now - ledger.pinned_at < AGAIN or time.monotonic() < self._refused.get(chat, 0.0):
            return
        if (await self.users.channel_settings(ledger.channel)).get(SETTING) == b"off":
            ledger.pinned_at = now  # asked again after a while
            return
        before = ledger.pin
        try:
            await self.bot.pin_chat_message(item.address, message, disable_notification=True)
        except (BadRequest, Forbidden) as error:
            log.info("pin_refused chat=%d error=%s", chat, error.message)
            self._refused[chat] = time.monotonic() + REFUSED
            return
        except TelegramError as error:
            log.info("pin_failed chat=%d error=%s", chat, type(error).__name__)
            return
        ledger.pin, ledger.pinned_at = message, now
        if before != message:
            await self._take_off(item.address, before)

    async def _unpin(self, address: int, ledger: Ledger) -> None:
        pin, ledger.pin, ledger.pinned_at = ledger.pin, 0, 0.0
        await self._take_off(address, pin)

    async def _take_off(self, address: int, message: int) -> None:
        try:
            if message:
                await self.bot.unpin_chat_message(address, message)
        except TelegramError as error:
            log.info("unpin_failed chat=%d error=%s", address, error.message)

    async def _react(self, address: int, message: int, emoji: str) -> None:
        try:
            await self.bot.set_message_reaction(address, message, emoji)
        except TelegramError as error:  # the chat may not allow it
            log.info("reaction_failed chat=%d error=%s", address, error.message)


async def tidy_pin(bot: Bot, notice: Message) -> None:
    """Remove the line that the chat shows about a pin of ours; those about pins of others stay."""
    if notice.from_user is None or notice.from_user.id != bot.id:
        return
    try:
        await bot.delete_message(notice.chat.id, notice.message_id)
    except TelegramError as error:  # gone already, or the bot may not
        log.info("pin_not_tidied chat=%d error=%s", notice.chat.id, error.message)
