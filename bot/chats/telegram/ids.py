"""Chats, topics and users of Telegram under the ids that the conversation uses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from telegram import Chat, MaybeInaccessibleMessage, Message, User

from bot.conversation.protocol.messages import Person

LONGEST_NAME = 32
ANONYMOUS = 1087968824  # Telegram's stand-in for administrators who hide their names
_CHANNEL = re.compile(r"telegram:(-?\d{1,19})(?::(\d{1,19}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ChatTopic:
    """A chat, or a topic of a forum: a topic is a channel of its own."""

    chat: int
    topic: int | None = None

    @property
    def channel(self) -> str:
        """The channel's name for the conversation."""
        return f"telegram:{self.chat}" if self.topic is None else f"telegram:{self.chat}:{self.topic}"

    @property
    def private(self) -> bool:
        """Whether it is the private chat with one person: groups have negative numbers."""
        return self.chat > 0


def place_of(channel: str) -> ChatTopic | None:
    """The place of a channel, or None if the channel is not Telegram's."""
    match = _CHANNEL.fullmatch(channel)
    return ChatTopic(int(match[1]), int(match[2]) if match[2] else None) if match else None


def place(message: MaybeInaccessibleMessage) -> ChatTopic:
    """Where a message stands; of a message that is too old only the chat is known."""
    if isinstance(message, Message) and message.is_topic_message:
        return ChatTopic(message.chat.id, message.message_thread_id)
    return ChatTopic(message.chat.id)


def title_of(message: Message) -> tuple[str, bool]:
    """The name of the group or topic of a message, and whether the name of the topic is known."""
    title, answered = message.chat.title or "", message.reply_to_message
    if place(message).topic is None:
        return title, True
    created = answered.forum_topic_created if answered is not None else None
    return (f"{title} · {created.name}", True) if created is not None else (title, False)


def author(user: User) -> Person:
    """A user outside of any chat."""
    return Person(f"telegram:{user.id}", _short(user.full_name or str(user.id)), user.language_code or "")


def person(user: User, chat: Chat, *, admin: bool) -> Person:
    """The author of a message or a press."""
    name = (chat.title if user.id == ANONYMOUS else user.full_name) or str(user.id)
    return replace(author(user), name=_short(name) or str(user.id), admin=admin or user.id == ANONYMOUS)


def _short(name: str) -> str:
    return " ".join(name.split())[:LONGEST_NAME]
