"""What a room has said: bounded, in order, with edits; public messages are kept in the store as well."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from bot.chats.web.page_format import without_person

MOST_PUBLIC = 120
MOST_PRIVATE = 12  # of one person
NEAR = 6  # a message with fewer others below it is edited in place, else it is said again at the end

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
    to: str = ""  # one person's id, or empty for everybody
    key: str = ""

    def visible(self, user: str) -> bool:
        """Whether somebody may see it."""
        return not self.to or self.to == user

    def shown(self) -> dict[str, Any]:
        """The message for the page."""
        return {**self.body, "id": self.id, "place": self.place, "seq": self.seq, "private": bool(self.to)}


def _message(value: bytes) -> Message:
    """A message as it was kept; raises ValueError, TypeError or RecursionError."""
    message = Message(**json.loads(value))
    for name, kind in (("id", str), ("place", int), ("seq", int), ("body", dict), ("to", str), ("key", str)):
        if not isinstance(getattr(message, name), kind):
            raise TypeError(name)
    return message


class History:
    """The messages of one room."""

    def __init__(self, channel: str, shelf: Shelf, keep: float | None = None) -> None:
        self.messages: dict[str, Message] = {}
        self._owner = f"{channel}+messages"
        self._shelf = shelf
        self._keep_for = keep  # seconds; None: for good
        self._last = 0

    async def load(self) -> None:
        """Bring back what the room said before a restart."""
        found = await self._shelf.channel_settings(self._owner)
        messages = []
        for name, value in found.items():
            try:
                messages.append(_message(value))
            except (TypeError, ValueError, RecursionError):  # of another version
                log.warning("%s: message %s cannot be read", self._owner, name)
        for message in sorted(messages, key=lambda message: message.place):
            self.messages[message.id] = message
            self._last = max(self._last, message.seq)
        for id_ in self._outdated():
            await self.remove(id_)

    def _outdated(self) -> list[str]:
        """What was said too long ago."""
        if self._keep_for is None:
            return []
        first = (time.time() - self._keep_for) * 1000
        return [message.id for message in self.messages.values() if message.seq < first]

    def _next(self) -> int:
        """A number that only grows, over restarts too."""
        self._last = max(self._last + 1, int(time.time() * 1000))
        return self._last

    def standing(self, key: str, to: str = "") -> Message | None:
        """The message of a key that was said last."""
        found = [one for one in self.messages.values() if key and one.key == key and one.to == to]
        return found[-1] if found else None

    def is_near(self, message: Message) -> bool:
        """Whether a message stands close enough to the end to be edited."""
        below = [
            one for one in self.messages.values() if one.place > message.place and one.visible(message.to)
        ]
        return len(below) < NEAR

    async def add(self, body: dict[str, Any], to: str = "", key: str = "") -> tuple[Message, list[str]]:
        """Say something; also the ids of messages that are forgotten for it."""
        number = self._next()
        message = Message(f"m{number}", number, number, body, to, key)
        self.messages[message.id] = message
        await self._keep(message)
        alike = [one.id for one in self.messages.values() if one.to == to]
        gone = [*alike[: -(MOST_PRIVATE if to else MOST_PUBLIC)], *self._outdated()]
        for id_ in gone:
            await self.remove(id_)
        return message, gone

    async def change(self, message: Message, body: dict[str, Any]) -> Message:
        """Say it differently."""
        new = replace(message, seq=self._next(), body=body)
        self.messages[message.id] = new
        await self._keep(new)
        return new

    async def remove(self, id_: str) -> None:
        """Forget a message."""
        message = self.messages.pop(id_, None)
        if message is not None and not message.to:
            await self._shelf.set_channel_setting(self._owner, id_, None)

    async def _keep(self, message: Message) -> None:
        if not message.to:
            value = json.dumps(asdict(message), ensure_ascii=False).encode()
            await self._shelf.set_channel_setting(self._owner, message.id, value, keep=self._keep_for)

    async def forget(self, user: str, names: frozenset[str]) -> tuple[list[Message], list[Message]]:
        """Take somebody out: what they said is gone, what named them is changed; both as they were before."""
        gone, changed = [], []
        for message in list(self.messages.values()):
            if message.to == user or message.body.get("from", {}).get("id") == user:
                await self.remove(message.id)
                gone.append(message)
                continue
            body = without_person(message.body, user, names)
            if body != message.body:
                body.pop("picture", None)  # the names are drawn on it
                await self.change(message, body)
                changed.append(message)
        return gone, changed
