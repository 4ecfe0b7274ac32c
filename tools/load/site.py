"""What a platform is for the load: tables at which people press, and one unmodified bot that serves them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

PATIENCE = 20.0  # seconds that a user looks at the screen before giving up
KEEP = 12  # messages of a channel that a stand-in remembers


class Lost(Exception):
    """TelegramUser pressed, and it did not come to a move; the message says what was seen."""


@dataclass(frozen=True)
class Turn:
    """A decision that everybody has seen: how long each press waited to be acknowledged, and the pictures."""

    channel: str
    tokens: tuple[str, ...]  # what was pressed
    acknowledged: tuple[float, ...]
    board: float  # seconds from the last press to the new board
    near: float | None = None  # ... from the first press to the close-up, if there was one


class Table(Protocol):
    """One table in one channel, and its people."""

    channel: str
    tried: list[str]  # everything that was pressed

    async def look(self, patience: float = PATIENCE) -> None:
        """TelegramUser asks for the board, which comes with buttons; raises Lost."""

    async def turn(self, patience: float = PATIENCE) -> Turn | None:
        """TelegramUser decides; None if the game is over. Raises Lost."""


class Worker(Protocol):
    """The bot as a process."""

    @property
    def pid(self) -> int: ...
    async def start(self) -> None: ...
    async def kill(self) -> None: ...


class Site(Protocol):
    """A stand-in with a bot in front of it; a context manager."""

    name: str
    bot: Worker

    def sent(self) -> tuple[int, int]:
        """What the bot has sent: what the platform counts towards its limit, and bytes of pictures."""

    async def place(self, number: int, players: int) -> tuple[Table, list[str]]:
        """The table of this number, and the ids of its people."""
