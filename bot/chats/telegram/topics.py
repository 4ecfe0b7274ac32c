"""Topics that the bot opens in a forum: each match of a cup has its own."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from telegram.error import TelegramError

from bot.chats.common.text import short
from bot.chats.telegram.ids import ChatTopic, place_of

if TYPE_CHECKING:
    from telegram import Bot

TOPIC_NAME = 128

log = logging.getLogger(__name__)


async def open_topic(bot: Bot, channel: str, title: str) -> str | None:
    """A new topic in the group of a channel; None if it is no forum, or the bot may not."""
    place = place_of(channel)
    if place is None or place.private:
        return None
    try:
        if not (await bot.get_chat(place.chat)).is_forum:
            return None
        topic = await bot.create_forum_topic(place.chat, short(title, TOPIC_NAME))
    except TelegramError as error:
        log.info("topic_not_created chat=%d error=%s", place.chat, error)
        return None
    return ChatTopic(place.chat, topic.message_thread_id).channel
