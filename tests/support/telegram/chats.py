"""The chats of the stand-in, as its server knows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BOT: dict[str, Any] = {
    "id": 1234567,
    "is_bot": True,
    "first_name": "Bastide",
    "username": "BastideStandInBot",
}


@dataclass
class Chat:
    id: int
    kind: str = "supergroup"
    title: str = "Group"
    admins: tuple[int, ...] = ()
    started: bool = True  # a private chat: the person has pressed start
    kicked: bool = False
    outside: set[int] = field(default_factory=set)  # users who are no members
    photos: bool = True
    upgraded: int = 0
    topics: set[int] = field(default_factory=set)
    topic_names: dict[int, str] = field(default_factory=dict)  # of those that the bot has opened
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    whispers: dict[int, dict[str, Any]] = field(default_factory=dict)  # ephemeral messages that are seen
    pinned: list[int] = field(default_factory=list)
    notices: dict[int, dict[str, Any]] = field(default_factory=dict)  # lines of the chat itself: who pinned
    pins: int = 0  # how often something was pinned
    may_pin: bool = False  # the right of the bot, if it is an administrator
    may_react: bool = True  # the group allows reactions
    reactions: dict[int, str] = field(default_factory=dict)
    requests: list[tuple[float, str]] = field(default_factory=list)

    def busiest(self) -> int:
        """The most messages and edits in any sixty seconds."""
        times = [at for at, _ in self.requests]
        return max((sum(start <= at < start + 60 for at in times) for start in times), default=0)

    @property
    def data(self) -> dict[str, Any]:
        forum = {"is_forum": True} if self.topics and self.id < 0 else {}
        return {"id": self.id, "type": self.kind, "title": self.title, **forum}


def public(message: dict[str, Any]) -> dict[str, Any]:
    """A message as it is sent over the wire."""
    return {key: value for key, value in message.items() if not key.startswith("_")}
