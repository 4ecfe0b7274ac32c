"""A chat platform, as the conversation knows it: what it must do, and what it may have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from bot.conversation.protocol.messages import Outgoing


class Platform(ABC):
    """A connected platform. What it leaves out is answered here: it has nothing of the kind."""

    prefix: str  # begins the names of its channels and people
    settles = False  # it takes a channel off the store's list of those that are owed what was saved

    @property
    def waiting(self) -> int:
        """How many messages are still to be shown."""
        return 0

    @property
    def invitation(self) -> str:
        """The address by which people bring the bot into a group; empty if there is none, or not yet."""
        return ""

    @property
    @abstractmethod
    def connected(self) -> bool:
        """Whether it can be used."""

    @abstractmethod
    async def post(self, messages: list[Outgoing]) -> None:
        """Show messages that no command asked for, soon."""

    @abstractmethod
    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Post messages in a channel, in order; returns when they stand there. Raises Unreached."""

    @abstractmethod
    async def close(self) -> None:
        """Disconnect."""

    async def group_of(self, channel: str) -> str:
        """The server or group of a channel, or the channel itself."""
        return channel

    def rings(self, _channel: str, _late: float) -> bool:
        """Whether this worker serves a channel, for something that is so many seconds late."""
        return True

    def table_invitation(self, _code: str) -> str:
        """The address that joins the table of a code; empty if there is none."""
        return ""

    def cup_invitation(self, _cup: str) -> str:
        """The address with which friends are asked into a cup; empty if there is none."""
        return ""

    async def open_places(self, _channel: str, _title: str, _users: Sequence[str]) -> list[str]:
        """Channels beside a channel of a group in which these users can play; none if there can be none."""
        return []

    def place_address(self, _channel: str) -> str:
        """What leads to a channel: a link, or a name that becomes one; empty if nothing does."""
        return ""

    async def table_address(self, _channel: str) -> str:
        """The address of the message that shows the table of a channel; empty if there is none."""
        return ""

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:  # noqa: B027
        """Remove a user from what the adapter keeps about these channels, in memory and in the store."""
