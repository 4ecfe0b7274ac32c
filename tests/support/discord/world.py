"""The world that the stand-in shows to the bot: servers, channels, people, messages and interactions."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = Any
APPLICATION = 900
BOT = {"id": "900", "username": "Bastide", "discriminator": "0", "avatar": None, "bot": True, "flags": 0}
VIEW, SEND, ATTACH = 1 << 10, 1 << 11, 1 << 15
THREADS, IN_THREADS, MANAGE = 1 << 35, 1 << 38, 1 << 4
ALL = VIEW | SEND | ATTACH | THREADS | IN_THREADS
EPHEMERAL = 64
LAYOUT = 1 << 15  # the flag of a message that consists of components
TEXT, DM, THREAD, FORUM = 0, 1, 11, 15
PATIENCE = 90.0  # seconds; generous, for machines with much else to do
_numbers = itertools.count(1000)


def snowflake() -> str:
    """A new id, later than those before."""
    return str((int(time.time() * 1000) - 1_420_070_400_000 << 22) + next(_numbers))


def walk(components: list[Json]) -> Iterator[Json]:
    """All components, with those inside others."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        yield from walk([component["accessory"]] if "accessory" in component else [])


@dataclass
class Message:
    """A message in a channel; `reader` is set if only one person can see it.

    `content` is what can be read in it, also if the text stands in components.
    """

    id: str
    channel: str
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    reader: str | None = None
    mentions: list[str] = field(default_factory=list)  # who was called when it was posted
    version: int = 0
    deleted: bool = False
    made: float = field(default_factory=time.time)

    def json(self) -> Json:
        """As Discord shows it."""
        return {
            "id": self.id,
            "channel_id": self.channel,
            "author": BOT,
            "content": "" if self.flags & LAYOUT else self.content,
            "timestamp": "2024-01-01T00:00:00.000000+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": self.attachments,
            "embeds": [],
            "pinned": False,
            "type": 0,
            "components": self.components,
            "flags": self.flags,
        }

    def ids(self) -> list[str]:
        """Everything that can be pressed: ids of buttons and values of menus."""
        found = []
        for item in self.items():
            found += [item["custom_id"]] if item["type"] == 2 and "custom_id" in item else []
            found += [option["value"] for option in item.get("options", [])]
        return found

    def items(self) -> list[Json]:
        """Its buttons and menus, wherever they stand."""
        return [item for item in walk(self.components) if item["type"] in (2, 3, 5)]

    def label(self, id_: str) -> str:
        """What something to press says."""
        for item in self.items():
            if item.get("custom_id") == id_:
                return str(item.get("label"))
            for option in item.get("options", []):
                if option["value"] == id_:
                    return str(option["label"])
        raise LookupError(id_)


@dataclass
class Channel:
    """A channel, a thread or a private chat."""

    id: str
    guild: str
    type: int = TEXT
    name: str = "tower"
    parent: str | None = None
    allowed: int = ALL  # what the bot may do here
    messages: list[Message] = field(default_factory=list)
    deleted: bool = False
    tags: list[Json] = field(default_factory=list)  # a forum has them, a post has some of their ids

    def json(self) -> Json:
        """As Discord shows it."""
        shown: Json = {"id": self.id, "type": self.type, "name": self.name, "position": 0, "nsfw": False}
        shown |= {"guild_id": self.guild, "parent_id": self.parent, "permission_overwrites": []}
        shown |= {"available_tags": self.tags} if self.type == FORUM else {}
        if self.type == THREAD:
            shown |= {
                "applied_tags": self.tags,
                "owner_id": BOT["id"],
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 10080,
                    "archive_timestamp": "2024-01-01T00:00:00.000000+00:00",
                    "locked": False,
                },
            }
        return shown

    def public(self) -> list[Message]:
        """What everybody sees."""
        return [message for message in self.messages if message.reader is None and not message.deleted]

    def private(self, user: str) -> list[Message]:
        """What only one person sees."""
        return [message for message in self.messages if message.reader == user and not message.deleted]


@dataclass
class Interaction:
    """Something that a person did, and what became of it."""

    id: str
    token: str
    user: str
    channel: str
    kind: int
    message: Message | None = None
    sent: float = field(default_factory=time.monotonic)
    acknowledged: float | None = None
    response: Json = None
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)  # private or by the interaction, new or changed
    finished: bool = False  # the original was deleted or changed


class World:
    """Everything, and a bell that rings when something changes."""

    def __init__(self) -> None:
        self.channels: dict[str, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.breaches: list[str] = []
        self.log: list[tuple[str, str]] = []  # (method, path) of every request
        self.refused: list[tuple[str, str, int]] = []  # (method, path, code) of those that were refused
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def message(self, channel: str, id_: str) -> Message | None:
        found = self.channels[channel].messages if channel in self.channels else []
        return next((message for message in found if message.id == id_ and not message.deleted), None)

    def add_channel(self, guild: str, type_: int = TEXT, number: str = "", **more: Any) -> Channel:
        """A new channel; a thread that begins at a message has its number."""
        channel = Channel(number or snowflake(), guild, type_, **more)
        self.channels[channel.id] = channel
        return channel

    def ring(self, where: str = "") -> None:
        """Wake up who waits for something in a channel, and who waits for anything at all."""
        for place in {where, ""}:
            for event in self._waiting.get(place, ()):
                event.set()

    async def until(self, true: Callable[[], Any], patience: float = PATIENCE, where: str = "") -> Any:
        """Wait until something is true, in a channel if it is named; what it gave."""
        event = asyncio.Event()
        waiting = self._waiting.setdefault(where, set())
        waiting.add(event)
        try:
            async with asyncio.timeout(patience):
                while not (found := true()):
                    event.clear()
                    await event.wait()
        except TimeoutError:
            raise AssertionError(f"waited {patience} s in vain; last requests: {self.log[-8:]}") from None
        finally:
            waiting.discard(event)
        return found

    def latencies(self) -> list[float]:
        """Seconds until each interaction was acknowledged; infinite if it never was."""
        return [
            (made.acknowledged - made.sent) if made.acknowledged else float("inf")
            for made in self.interactions.values()
        ]
