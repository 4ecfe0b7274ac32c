"""Topics that the bot opens: for a match of a cup in a forum, for a table in a private chat (Bot API 9.3).

A topic is a channel of its own. What is about a group is read in the topic of that group in the private chat.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, TelegramError

from bot.chats.common.text import short
from bot.chats.telegram.html import number
from bot.chats.telegram.ids import ChatTopic, place_of
from bot.conversation.table.channels import TITLE
from bot.documents import Document

if TYPE_CHECKING:
    from telegram import Bot

    from storage.port import Users

TOPIC_NAME = 128
TOPIC = "telegram.topic."  # begins the setting of a user that holds the topic of a group
OPENED = "telegram.opened"  # the setting with the last topic that a command has opened
UNNAMED = "Bastide"
SUPERGROUP = "-100"  # begins the numbers of supergroups

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenedTopic:
    """The last topic that a command has opened: for which update, and how many there were by then."""

    update: int = 0
    topic: int | None = None
    n: int = 0


OPENED_TOPIC = Document(OpenedTopic)


def topic_link(channel: str) -> str:
    """The address of a topic of a supergroup; empty for every other channel."""
    place = place_of(channel)
    number = str(place.chat).removeprefix(SUPERGROUP) if place else ""
    if place is None or place.topic is None or place.private or not number.isdecimal():
        return ""
    return f"https://t.me/c/{number}/{place.topic}"


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


# -- private chats ------------------------------------------------------------------------------------


class PrivateTopics:
    """Opens topics and finds them again; where there can be none, everything is in the chat itself."""

    def __init__(self, bot: Bot, users: Users) -> None:
        self._bot = bot
        self._users = users
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def on(self) -> bool:
        """Whether private chats have topics: a switch at BotFather, asked for when the bot connects."""
        try:
            return bool(self._bot.bot.has_topics_enabled)
        except RuntimeError:  # not connected yet
            return False

    async def about(self, user: int, channel: str) -> ChatTopic:
        """Where a user reads what is about a group: in its topic, or in the chat itself."""
        home = ChatTopic(user)
        if not self.on:
            return home
        async with self._opening.setdefault(user, asyncio.Lock()):
            kept = (await self._users.settings(home.channel)).get(f"{TOPIC}{channel}")
            if kept is not None:
                return ChatTopic(user, int(kept))
            title = (await self._users.channel_settings(channel)).get(TITLE, b"").decode("utf-8", "replace")
            place = await self._create(user, title or UNNAMED)
            if place is not None:
                await self._users.set_setting(home.channel, f"{TOPIC}{channel}", str(place.topic).encode())
            return place or home

    async def group(self, place: ChatTopic) -> str:
        """The group that a topic of a private chat is about; empty if none."""
        if place.topic is None or not place.private:
            return ""
        settings = await self._users.settings(ChatTopic(place.chat).channel)
        own = str(place.topic).encode()
        found = (name for name, kept in settings.items() if name.startswith(TOPIC) and kept == own)
        return next(found, "").removeprefix(TOPIC)

    async def opened(self, user: int, update: int, title: str) -> ChatTopic | None:
        """The topic that an update asks for, the same if it comes again; `title` has a {n} to fill in."""
        if not self.on:
            return None
        async with self._opening.setdefault(user, asyncio.Lock()):
            home = ChatTopic(user).channel
            last = OPENED_TOPIC.read((await self._users.settings(home)).get(OPENED, b"{}"))
            if last.update == update:
                return ChatTopic(user, last.topic)
            number = last.n + 1
            place = await self._create(user, title.format(n=number))
            if place is not None:
                kept = OpenedTopic(update, place.topic, number)
                await self._users.set_setting(home, OPENED, OPENED_TOPIC.write(kept))
            return place

    async def open(self, user: int, title: str) -> ChatTopic | None:
        """A new topic; None if there can be none."""
        return await self._create(user, title) if self.on else None

    async def note(self, place: ChatTopic) -> None:
        """A user writes in a topic: `/forget` must find it."""
        if place.topic is not None:
            await self._users.note(ChatTopic(place.chat).channel, place.channel)

    async def _create(self, user: int, title: str) -> ChatTopic | None:
        name = short(title, TOPIC_NAME)
        try:
            topic = await self._bot.create_forum_topic(user, name)
        except TelegramError as error:
            log.info("private_topic_not_created error=%s", error.message)
            return None
        place = ChatTopic(user, topic.message_thread_id)
        await self.note(place)
        await self._users.set_channel_setting(place.channel, TITLE, name.encode())
        return place
