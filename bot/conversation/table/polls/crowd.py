"""A seat that the whole channel plays: every user has one vote for a move, and the most voted one is played.

The time to vote begins with the first vote. Votes are lines of the log, so a restart and another worker count
the same. `now` is always an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.conversation.protocol.durations import MINUTE

CROWD = "crowd"  # stands for the player of the seat, and for its level in a lobby
MOST_VOTES = 99  # that a table can ask for


@dataclass(frozen=True, slots=True)
class CrowdRules:
    """The seconds from the first vote, the least number of votes, and how many end it at once (0: none)."""

    time: int = 10 * MINUTE
    least: int = 1
    enough: int = 0


USUAL_RULES = CrowdRules()


@dataclass(frozen=True, slots=True)
class Ballot:
    """A user's vote on the question of a seat: the actions of the move, as lines of a record."""

    user: str
    seat: int
    stamp: int  # the ply of the question
    move: tuple[str, ...]
    since: int  # when the user voted first on this question


@dataclass(frozen=True, slots=True)
class Tally:
    """A move with its number of votes."""

    move: tuple[str, ...]
    votes: int


def cast(ballots: Sequence[Ballot], new: Ballot) -> tuple[Ballot, ...]:
    """The ballots with a new one; a user's earlier vote on the same question is dropped."""
    same = [old for old in ballots if (old.user, old.seat, old.stamp) == (new.user, new.seat, new.stamp)]
    since = same[0].since if same else new.since
    return (*(old for old in ballots if old not in same), replace(new, since=since))


def tally(ballots: Sequence[Ballot]) -> list[Tally]:
    """The moves with their votes, the most voted first; of equal ones the one that was voted for first."""
    moves = list(dict.fromkeys(ballot.move for ballot in ballots))
    found = [Tally(move, sum(ballot.move == move for ballot in ballots)) for move in moves]
    return sorted(found, key=lambda one: -one.votes)


def closing(ballots: Sequence[Ballot], rules: CrowdRules) -> int | None:
    """When the most voted move is played; None while there are too few votes."""
    times = sorted(ballot.since for ballot in ballots)
    if len(times) < max(1, rules.least):
        return None
    if 0 < rules.enough <= len(times):
        return max(times[rules.enough - 1], times[max(1, rules.least) - 1])
    return max(times[0] + rules.time, times[max(1, rules.least) - 1])
