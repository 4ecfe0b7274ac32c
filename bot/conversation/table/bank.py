"""The time bank: so many seconds for each seat's whole game, beside the time for one decision.

It runs while a seat is the only one asked. What is left follows from the times in the log alone, in whole
seconds: a restart, a pause and another worker find the same. `now` is always an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.conversation.protocol.durations import DAY, HOUR

BANK_RULES = ("lose", "computer", "remind")  # when a bank is empty


@dataclass(frozen=True, slots=True)
class Bank:
    """The seconds of every seat (0: there is no bank), and what is added for each turn."""

    seconds: int = 0
    increment: int = 0
    rule: str = "lose"
    quiet: tuple[int, int] | None = None  # hours of the day, UTC, in which no bank runs


NO_BANK = Bank()


@dataclass(frozen=True, slots=True)
class BankState:
    """The banks of all seats, counted up to a time; `turn` is the last one that earned its increment."""

    left: tuple[int, ...] = ()
    at: int = 0
    turn: int = 0

    def counted(self, bank: Bank, seat: int | None, at: int) -> BankState:
        """Count up to a later time, in which a seat was the only one asked, or None was."""
        if not self.left or at <= self.at:  # another worker's clock may be behind
            return self
        left = self.left
        if seat is not None:
            spent = running_seconds(self.at, at, bank.quiet)
            left = (*left[:seat], left[seat] - spent, *left[seat + 1 :])
        return replace(self, left=left, at=at)

    def earned(self, bank: Bank, seat: int, turn: int) -> BankState:
        """A turn of this seat has ended, and `turn` has begun; one that was undone earns nothing twice."""
        if not self.left or turn <= self.turn:
            return self
        left = (*self.left[:seat], self.left[seat] + bank.increment, *self.left[seat + 1 :])
        return replace(self, left=left, turn=turn)


def opened_bank(bank: Bank, seats: int, at: int, turn: int) -> BankState:
    """Full banks."""
    return BankState((bank.seconds,) * seats, at, turn) if bank.seconds else BankState(at=at)


def only_one(asked: Sequence[int]) -> int | None:
    """The seat that is asked alone."""
    seats = set(asked)
    return seats.pop() if len(seats) == 1 else None


# -- quiet hours ----------------------------------------------------------------------------------------


def running_seconds(start: int, end: int, quiet: tuple[int, int] | None) -> int:
    """The seconds between two times that are not quiet."""
    return _awake_until(end, quiet) - _awake_until(start, quiet)


def running_end(start: int, seconds: int, quiet: tuple[int, int] | None) -> int:
    """The first time at which so many seconds have run."""
    if quiet is None or seconds <= 0:
        return start + max(0, seconds)
    awake, begin = _awake(quiet), quiet[1] * HOUR
    days, rest = divmod(_awake_until(start, quiet) + seconds, awake)
    if not rest:
        days, rest = days - 1, awake
    return begin + days * DAY + rest


def _awake(quiet: tuple[int, int]) -> int:
    """The seconds of a day that are not quiet."""
    return DAY - (quiet[1] - quiet[0]) % 24 * HOUR


def _awake_until(at: int, quiet: tuple[int, int] | None) -> int:
    """The seconds since a time long ago that are not quiet; a day begins when the quiet hours end."""
    if quiet is None:
        return at
    days, second = divmod(at - quiet[1] * HOUR, DAY)
    return days * _awake(quiet) + min(second, _awake(quiet))
