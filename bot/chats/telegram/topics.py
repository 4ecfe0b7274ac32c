"""Topics that the bot opens in a forum: each match of a cup has its own."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, TelegramError

from bot.chats.common.text import short
from bot.chats.telegram.html import number
from bot.chats.telegram.ids import ChatTopic, place_of

if TYPE_CHECKING:
    from telegram import Bot

TOPIC_NAME = 128
SUPERGROUP = "-100"  # begins the numbers of supergroups

log = logging.getLogger(__name__)


def topic_link(channel: str) -> str:
    """The address of a topic of a supergroup; empty for every other channel."""
    place = place_of(channel)
    number = str(place.chat).removeprefix(SUPERGROUP) if place else ""
    return f"https://t.me/c/{number}/{place.topic}" if place and place.topic and number.isdecimal() else ""


def message_link(chat: int, topic: int | None, message: int) -> str:
    """The address of a message of a supergroup; empty for every other chat."""
    number = str(chat).removeprefix(SUPERGROUP)
    if not number.isdecimal():
        return ""
    return f"https://t.me/c/{number}/{topic}/{message}" if topic else f"https://t.me/c/{number}/{message}"


async def open_topic(bot: Bot, channel: str, title: str) -> str | None:
    """A new topic in the group of a channel; None if it is no forum, or the bot may not."""
    place = place_of(channel)
    if place is None or place.private:
        return None
    try:
        topic = await bot.create_forum_topic(place.chat, short(title, TOPIC_NAME))
    except TelegramError as error:
        log.info("topic_not_created chat=%d error=%s", place.chat, error)
        return None
    return ChatTopic(place.chat, topic.message_thread_id).channel


async def is_outside(bot: Bot, channel: str, user: str) -> bool:
    """Whether a user is no member of the group of a channel; they may have come to its cup by a link."""
    place, found = place_of(channel), number(user)
    if place is None or found is None:
        return False
    try:
        member = await bot.get_chat_member(place.chat, found)
    except BadRequest:  # the group has never seen them
        return True
    except TelegramError as error:
        log.info("member_unknown chat=%d error=%s", place.chat, type(error).__name__)
        return False
    return member.status in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
