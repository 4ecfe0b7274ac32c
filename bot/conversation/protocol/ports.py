"""What the conversation needs from outside beside the store: computer players and chats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.conversation.protocol.messages import Outgoing
from engine.actions import Action
from engine.players import GameReview, Hint, Position
from engine.record import Record
from engine.state import GameState


class NoAnswer(Exception):
    """A computer player has failed; the message says how."""


class Unreached(Exception):
    """A channel cannot be written to; `gone` if it never will be."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


@dataclass(frozen=True, slots=True)
class RoomLink:
    """The address of a room. `near`: who can open it as it is, `computer` or `network`; empty: anybody."""

    address: str
    near: str = ""


class OpenRooms(Protocol):
    """Rooms that are entered by a link: those of the browser."""

    def link(self, channel: str) -> RoomLink: ...
    def new(self) -> str:
        """The address of a room that nobody has used."""


class Chat(Protocol):
    """A chat that is connected: `prefix` begins the names of its channels and people."""

    @property
    def prefix(self) -> str: ...
    @property
    def settles(self) -> bool:
        """Whether it takes a channel off the store's list of those that are owed what was saved."""

    async def post(self, messages: list[Outgoing]) -> None: ...
    async def group_of(self, channel: str) -> str:
        """The server or group of a channel, or the channel itself."""

    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Post messages in a channel, in order; returns when they stand there. Raises Unreached."""

    def rings(self, channel: str, late: float) -> bool:
        """Whether this worker serves a channel, for something that is so many seconds late."""

    def table_invitation(self, code: str) -> str:
        """The address that joins the table of a code; empty if there is none."""

    def cup_invitation(self, cup: str) -> str:
        """The address with which friends are asked into a cup; empty if there is none."""

    async def open_places(self, channel: str, title: str, users: Sequence[str]) -> list[str]:
        """Channels beside a channel of a group in which these users can play; none if there can be none."""

    def place_address(self, channel: str) -> str:
        """What leads to a channel: a link, or a name that becomes one; empty if nothing does."""

    async def table_address(self, channel: str) -> str:
        """The address of the message that shows the table of a channel; empty if there is none."""

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Remove a user from what the adapter keeps about these channels, in memory and in the store."""


class ComputerPlayer(Protocol):
    """Chooses for a seat, from what that seat may know. `level` is one of `engine.players.LEVELS`.

    Hints and reviews raise NoAnswer if there is none to be had; a choice always comes.
    """

    async def choose(self, view: GameState, seat: int, level: str) -> Action: ...
    async def hint(self, view: GameState, seat: int) -> Hint: ...
    async def review(self, game: Record, progress: Callable[[float], None]) -> GameReview:
        """The review of a game; `progress` is called with the share of the work that is done."""

    async def position(self, seed: str) -> Position | None:
        """A position of the day, found in a game of this seed; None if it has none."""
