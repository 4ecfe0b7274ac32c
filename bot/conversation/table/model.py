"""A table beside its game: seats, clock, vote, pause. Values are replaced, never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.conversation.table.bank import NO_BANK, Bank
from bot.conversation.table.polls.crowd import CROWD, USUAL_RULES, CrowdRules
from bot.documents import Document
from engine.plain import BadData
from engine.setup import Setup

RULES = ("remind", "safe", "computer", "drop")  # when the time is up


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds for a decision (0: no limit), and the rule when they are over."""

    limit: int = 0
    rule: str = "remind"
    misses: int = 3  # with `drop`: how many decisions may be missed


NO_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `player` acts on it now: empty is the computer, CROWD the whole channel."""

    owner: str  # who sat down first; empty for a computer
    name: str
    player: str
    level: str = "normal"
    misses: int = 0
    standing: tuple[tuple[str, str], ...] = ()  # ask -> rule, see `bot.conversation.table.standing_answers`
    title: str = ""  # the name of the current player, if it is not the owner

    @property
    def shown(self) -> str:
        """The name to show."""
        return self.title or self.name

    @property
    def by_vote(self) -> bool:
        """Whether the whole channel plays on it."""
        return self.player == CROWD

    @property
    def user(self) -> str:
        """The user who plays on it; empty if a computer or the whole channel does."""
        return "" if self.by_vote else self.player


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the players: `about` is a seat, or with undo the lines that would stand."""

    kind: str  # undo, kick, skip, end
    by: int
    about: int
    stamp: int  # the version at which it was called
    yes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Everything agreed on in the lobby and done to the table since."""

    game: str
    setup: Setup
    opener: str
    language: str
    seats: tuple[Seat, ...]
    clock: Clock = NO_CLOCK
    aids: bool = True
    started: int = 0
    paused: int = 0  # since when; 0: it is not
    vote: Vote | None = None
    pace: int = 0  # seconds that a computer waits before it plays; 0: it plays at once
    chairs: int = 0  # how many could sit down; 0: as many as the game allows
    group: str = ""  # the server or group whose list the result goes to; empty: of an earlier version
    rated: bool = False
    bank: Bank = NO_BANK
    flagged: tuple[int, ...] = ()  # seats whose bank was empty
    emoji: bool = True  # in its public messages
    crowd: CrowdRules = USUAL_RULES
    closed: bool = False  # before the game was over
    cup: str = ""  # the cup whose game this is
    cup_home: str = ""  # the channel where that cup is announced

    @property
    def serious(self) -> bool:
        """Whether the result counts: no hints, and who leaves has lost."""
        return self.rated or bool(self.cup)

    @property
    def decided(self) -> bool:
        """Whether the game is over because the banks of all seats but one were empty."""
        return self.bank.rule == "lose" and 0 < len(self.flagged) >= len(self.seats) - 1

    def seat_of(self, user: str) -> int | None:
        """The seat on which a user plays."""
        for index, seat in enumerate(self.seats):
            if seat.player == user:
                return index
        return None

    def people(self) -> list[str]:
        """The users who play on a seat."""
        return [seat.user for seat in self.seats if seat.user]

    @property
    def played(self) -> bool:
        """Whether others than computers play."""
        return any(seat.player for seat in self.seats)

    @property
    def crowd_seat(self) -> int | None:
        """The seat of the whole channel."""
        return next((index for index, seat in enumerate(self.seats) if seat.by_vote), None)

    @property
    def forfeited(self) -> int | None:
        """The seat of the only player who is left at a serious table, if all others have left it for good."""
        stayed = [index for index, seat in enumerate(self.seats) if seat.owner]
        return stayed[0] if self.serious and len(stayed) == 1 else None

    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.shown for seat in self.seats)

    def with_seat(self, index: int, **changes: Any) -> Table:
        """The table with one seat changed."""
        seats = list(self.seats)
        seats[index] = replace(seats[index], **changes)
        return replace(self, seats=tuple(seats))

    def encode(self) -> bytes:
        """The table as bytes, seed included: for the store, not for players."""
        return TABLE.write(self)


TABLE = Document(Table, "table", version=2)


def decode_table(data: bytes) -> Table:
    """The table of these bytes; raises BadData and NeedsNewer."""
    table = TABLE.read(data)
    if len(table.seats) != table.setup.players:
        raise BadData(f"{len(table.seats)} seats for {table.setup.players} players")
    return table
