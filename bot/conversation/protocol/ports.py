"""What the conversation needs from outside beside the store and the platforms: computer players, rooms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

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
    """Rooms that are entered by a link; `prefix` begins the names of their channels."""

    @property
    def prefix(self) -> str: ...
    def link(self, channel: str) -> RoomLink: ...
    def new(self) -> str:
        """The address of a room that nobody has used."""


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
