"""Inline mode: users write the bot's name in any chat, and post an invitation or a result of theirs there."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.chats.telegram import ids
from bot.chats.telegram.html import CAPTION, pieces, to_html
from bot.chats.telegram.keyboards import SHARE, Labelled
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.private_chat import PrivateChats
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing, Person, ShareCard
from bot.conversation.protocol.pictures import ResultCard
from bot.conversation.service import Service

FRESH = 5  # seconds that Telegram may show the same answer again, to the same user
ARRIVAL = "inline"  # the payload of the way to the private chat, which opens the welcome

log = logging.getLogger(__name__)
InlineResult = InlineQueryResultArticle | InlineQueryResultCachedPhoto


@dataclass(eq=False)
class InlineMode:
    """Answers inline queries; the bot gets them only if inline mode is switched on at BotFather."""

    bot: Bot
    service: Service
    ledgers: Ledgers
    private: PrivateChats

    async def answer(self, query: InlineQuery) -> None:
        """Offer the user's own tables and results; raises StorageError."""
        who = ids.author(query.from_user)
        cards = await self.service.share_cards(who, time.time())
        results = [await self._result(card) for card in cards if _matches(card, query.query)]
        way = InlineQueryResultsButton(await self._label(who), start_parameter=ARRIVAL)
        try:
            await self.bot.answer_inline_query(
                query.id, results, cache_time=FRESH, is_personal=True, button=way
            )
        except TelegramError as error:  # the user has typed on, or is gone
            log.info("inline_query_not_answered error=%s", error.message)

    async def _label(self, who: Person) -> str:
        """The label of the button that leads to the private chat."""
        return (await self.service.repository.texts(who)).label("telegram.private_button")

    async def _result(self, card: ShareCard) -> InlineResult:
        """A card as a picture that Telegram has already, or else as a text."""
        text = to_html(pieces(card.text, CAPTION)[0])
        link = self.private.table_invitation(card.code) if card.code else self.private.group_invitation
        button = InlineKeyboardButton(card.button, url=link)
        buttons = InlineKeyboardMarkup([[button]]) if card.button else None
        file = await self.ledgers.picture(card.channel, card.slot) if card.slot else ""
        if file:
            return InlineQueryResultCachedPhoto(
                card.id, file, card.title, card.detail, text, parse_mode=ParseMode.HTML, reply_markup=buttons
            )
        content = InputTextMessageContent(text, ParseMode.HTML)
        return InlineQueryResultArticle(
            card.id, card.title, content, description=card.detail, reply_markup=buttons
        )


def share_button(bot: Bot, message: Outgoing) -> Labelled | None:
    """The button below a result that posts it in another chat; None where inline mode is off."""
    card = message.picture
    if not (isinstance(card, ResultCard) and bot.bot.supports_inline_queries):
        return None
    return Labelled(catalogue(card.language).label("share.button"), f"{SHARE}{card.game}")


def _matches(card: ShareCard, typed: str) -> bool:
    """Whether a card contains what the user has typed."""
    return typed.strip().casefold() in f"{card.id} {card.title} {card.detail}".casefold()
