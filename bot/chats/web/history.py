"""The messages of a room: bounded, in order, with edits; public ones are kept in the store too."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from bot.chats.web.page_format import read_in, without_person, without_picture

MOST_PUBLIC = 120
MOST_PRIVATE = 12  # to one reader
NEAR = 6  # a message with fewer others below it is edited in place, else it is repeated at the end

log = logging.getLogger(__name__)


class Shelf(Protocol):
    """Small named values of a channel, as the store keeps them."""

    async def channel_settings(self, channel: str) -> Mapping[str, bytes]: ...
    async def set_channel_setting(
        self, channel: str, name: str, value: bytes | None, *, keep: float | None = None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `place` orders messages, `seq` grows with every change; `body` is what the page shows."""

    id: str
    place: int
    seq: int
    body: dict[str, Any] = field(default_factory=dict)
    to: str = ""  # the id of its only reader; empty: everybody
    key: str = ""

    def visible(self, user: str) -> bool:
        """Whether a user may see it."""
        return not self.to or self.to == user

    def shown(self, language: str) -> dict[str, Any]:
        """The message for a page in a language."""
        return {
            **read_in(self.body, language),
            "id": self.id,
            "place": self.place,
            "seq": self.seq,
            "private": bool(self.to),
        }


def _message(value: bytes) -> Message:
    """A message from the store; raises ValueError, TypeError or RecursionError."""
    message = Message(**json.loads(value))
    for name, kind in (("id", str), ("place", int), ("seq", int), ("body", dict), ("to", str), ("key", str)):
        if not isinstance(getattr(message, name), kind):
            raise TypeError(name)
    return message


class RoomHistory:
    """The messages of one room. Memory is never ahead of the store: what cannot be written is not shown.

    Every method that changes something raises StorageError, and then has changed nothing in memory.
    """

    def __init__(self, channel: str, shelf: Shelf, keep: float | None = None) -> None:
        self.messages: dict[str, Message] = {}
        self._owner = f"{channel}+messages"
        self._shelf = shelf
        self._keep_for = keep  # seconds; None: for good
        self._last = 0

    async def load(self) -> None:
        """Read the messages from before a restart."""
        found = await self._shelf.channel_settings(self._owner)
        messages = []
        for name, value in found.items():
            try:
                messages.append(_message(value))
            except (TypeError, ValueError, RecursionError):  # of another version
                log.warning("message_unreadable owner=%s message=%s", self._owner, name)
        for message in sorted(messages, key=lambda message: message.place):
            self.messages[message.id] = message
            self._last = max(self._last, message.seq)
        for id_ in self._outdated():
            await self.remove(id_)

    def _outdated(self) -> list[str]:
        """The messages that are too old to be kept."""
        if self._keep_for is None:
            return []
        first = (time.time() - self._keep_for) * 1000
        return [message.id for message in self.messages.values() if message.seq < first]

    def _next(self) -> int:
        """A number that always grows, also over restarts."""
        self._last = max(self._last + 1, int(time.time() * 1000))
        return self._last

    def standing(self, key: str, to: str = "") -> Message | None:
        """The last message of a key."""
        found = [one for one in self.messages.values() if key and one.key == key and one.to == to]
        return found[-1] if found else None

    def is_near(self, message: Message) -> bool:
        """Whether a message is close enough to the end to be edited."""
        below = [
            one for one in self.messages.values() if one.place > message.place and one.visible(message.to)
        ]
        return len(below) < NEAR

    async def add(self, body: dict[str, Any], to: str = "", key: str = "") -> Message:
        """Add a message at the end."""
        number = self._next()
        return await self._keep(Message(f"m{number}", number, number, body, to, key))

    async def trim(self, to: str = "") -> list[str]:
        """Remove what is too old, and the oldest messages to the same reader if they are too many."""
        alike = [one.id for one in self.messages.values() if one.to == to]
        gone = [*alike[: -(MOST_PRIVATE if to else MOST_PUBLIC)], *self._outdated()]
        for id_ in gone:
            await self.remove(id_)
        return gone

    async def change(self, message: Message, body: dict[str, Any]) -> Message:
        """Change what a message shows."""
        return await self._keep(replace(message, seq=self._next(), body=body))

    async def remove(self, id_: str) -> None:
        """Remove a message."""
        message = self.messages.get(id_)
        if message is not None and not message.to:
            await self._shelf.set_channel_setting(self._owner, id_, None)
        self.messages.pop(id_, None)

    async def _keep(self, message: Message) -> Message:
        """Write a public message to the store, then keep it in memory."""
        if not message.to:
            value = json.dumps(asdict(message), ensure_ascii=False).encode()
            await self._shelf.set_channel_setting(self._owner, message.id, value, keep=self._keep_for)
        self.messages[message.id] = message
        return message

    async def forget(self, user: str, names: frozenset[str]) -> tuple[list[Message], list[Message]]:
        """Remove a user's messages and their name from others; returns both as they were before."""
        gone, changed = [], []
        for message in list(self.messages.values()):
            if message.to == user or message.body.get("from", {}).get("id") == user:
                await self.remove(message.id)
                gone.append(message)
                continue
            body = without_person(message.body, user, names)
            if body != message.body:
                await self.change(message, without_picture(body))  # the names are drawn on it
                changed.append(message)
        return gone, changed
