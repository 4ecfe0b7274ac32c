"""A visitor from a chat: who they are there, and the table they came for, kept in a signed ticket."""

from __future__ import annotations

import base64
import hmac
import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from bot.chats.common.door_links import SIGNED, door_key, signature

VALID = 86_400.0  # seconds that a ticket is good for
LONGEST = 2000  # characters of a ticket


class DoorRefused(Exception):
    """A visitor who cannot show who they are; the message is for the log."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A user of a chat at a table of it: the same ids as in the chat, so seats are theirs here too."""

    user: str
    name: str
    channel: str
    group: str = ""
    language: str = ""
    private: bool = False


class Door(Protocol):
    """How visitors of one platform come in."""

    @property
    def name(self) -> str:
        """As in addresses: `/app/NAME`."""

    @property
    def token(self) -> str:
        """The bot's token: tickets are signed by a key made from it."""

    @property
    def origins(self) -> tuple[str, ...]:
        """Where the pages of the platform come from that may show ours in a frame."""

    @property
    def proxies(self) -> tuple[str, ...]:
        """Origins under which the platform shows our page."""

    @property
    def boot(self) -> dict[str, Any]:
        """What the page must know."""

    async def visitor(self, sent: dict[str, str], now: float) -> Visitor:
        """Who has sent this; raises DoorRefused."""


class Tickets:
    """Signs visitors, so that a page can connect again without asking the platform."""

    def __init__(self, token: str) -> None:
        self._key = door_key(token, "ticket")

    def issue(self, visitor: Visitor, now: float) -> str:
        """A ticket for a visitor."""
        data = json.dumps({**asdict(visitor), "until": now + VALID}, separators=(",", ":"))
        text = base64.urlsafe_b64encode(data.encode()).decode()
        return signature(self._key, text) + text

    def read(self, ticket: str, now: float) -> Visitor:
        """The visitor of a ticket; raises DoorRefused."""
        text = ticket[SIGNED:LONGEST]
        if not hmac.compare_digest(signature(self._key, text).encode(), ticket[:SIGNED].encode()):
            raise DoorRefused("forged ticket")
        data = json.loads(base64.urlsafe_b64decode(text))
        if data.pop("until") < now:
            raise DoorRefused("old ticket")
        return Visitor(**data)
