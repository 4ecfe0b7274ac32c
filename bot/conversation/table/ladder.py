"""Ladders: ratings that follow from the results of a group, and nothing else.

The results are read in the order in which the games ended. Every number is computed from the same doubles in
the same order, so that making a ladder again gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.conversation.table.results import GameResult, SeatResult
from bot.conversation.table.seasons import Seasons

LADDERS = ("duel", "table")
PROVISIONAL = 5  # games until a rating is settled
BASE, SCALE = 1000, 30  # of the number that is shown
KEPT = 0.5  # share of what a season has shown that the next one begins with
MODEL = PlackettLuce()
# By ladder: where the levels of computers stand (tools/ratings.py); they are never rated against.
YARDSTICKS: dict[str, dict[str, int]] = {"duel": {"random": 450, "easy": 1500, "normal": 1840, "hard": 1980}}


def shown(rating: PlackettLuceRating) -> int:
    """A rating as one number: what the player is worth almost surely."""
    return round(BASE + SCALE * float(rating.ordinal()))


@dataclass(slots=True)
class LadderEntry:
    """One player of a ladder."""

    user: str
    name: str
    rating: PlackettLuceRating
    games: int = 0
    wins: int = 0
    points: int = 0
    streak: int = 0  # games won in a row; below zero: not won
    course: list[int] = field(default_factory=list)  # the number after each game

    @property
    def number(self) -> int:
        """The number that is shown."""
        return shown(self.rating)

    @property
    def provisional(self) -> bool:
        """Whether there are too few games for a settled rating."""
        return self.games < PROVISIONAL

    @property
    def average(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0

    def add(self, seat: SeatResult, won: bool) -> None:
        """Count a game."""
        self.name = seat.name
        self.games += 1
        self.wins += won
        self.points += seat.score
        self.streak = max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1
        self.course.append(self.number)


class Ladder:
    """The standings of one kind of table."""

    def __init__(self) -> None:
        self.standings: dict[str, LadderEntry] = {}

    @property
    def games(self) -> int:
        """How many games all players have together."""
        return sum(one.games for one in self.standings.values())

    def rate(self, result: GameResult) -> None:
        """Count a rated game."""
        ranks = result.ranks()
        there = [self._standing(seat) for seat in result.seats]
        rated = MODEL.rate([[one.rating] for one in there], ranks=[float(rank) for rank in ranks])
        for one, (rating,), seat, rank in zip(there, rated, result.seats, ranks, strict=True):
            one.rating = rating
            one.add(seat, won=rank == min(ranks))

    def _standing(self, seat: SeatResult) -> LadderEntry:
        fresh = LadderEntry(seat.user, seat.name, MODEL.rating())
        return self.standings.setdefault(seat.user, fresh)

    def ranked(self) -> list[LadderEntry]:
        """Those who have played, the best first: settled ratings before provisional ones."""
        played = [one for one in self.standings.values() if one.games]
        return sorted(played, key=lambda one: (one.provisional, -one.number, -one.games, one.user))

    def next_season(self) -> Ladder:
        """The ladder at the beginning of the next season: nearer to the middle, and less certain."""
        new = Ladder()
        for one in self.standings.values():
            mu = MODEL.mu + KEPT * (one.rating.mu - MODEL.mu)
            sigma = MODEL.sigma + KEPT * (one.rating.sigma - MODEL.sigma)
            new.standings[one.user] = LadderEntry(one.user, one.name, MODEL.rating(mu=mu, sigma=sigma))
        return new


@dataclass(frozen=True, slots=True)
class Ladders:
    """The ladders of a group: of all time, and of the season that runs at the end of the results."""

    always: dict[str, Ladder]
    seasons: dict[int, dict[str, Ladder]]  # by number

    def of(self, which: str, season: int) -> Ladder:
        """The ladder of one kind in a season; -1: of all time."""
        return (self.always if season < 0 else self.seasons.get(season, {})).get(which) or Ladder()


def kind_of(result: GameResult) -> str:
    """The ladder to which a game belongs."""
    return "duel" if len(result.seats) == 2 else "table"


def ladders_of(results: Iterable[GameResult], seasons: Seasons) -> Ladders:
    """All ladders of a group."""
    always = {kind: Ladder() for kind in LADDERS}
    by_season: dict[int, dict[str, Ladder]] = {}
    rated = sorted((one for one in results if one.rated), key=lambda one: (one.ended, one.game))
    for result in rated:
        number = seasons.number(result.ended)
        if number not in by_season:
            last = by_season[max(by_season)] if by_season else {kind: Ladder() for kind in LADDERS}
            by_season[number] = {kind: ladder.next_season() for kind, ladder in last.items()}
        for ladders in (always, by_season[number]):
            ladders[kind_of(result)].rate(result)
    return Ladders(always, by_season)


def numbers(ladders: Ladders) -> dict[str, list[tuple[str, int, float, float]]]:
    """Every rating with all its digits, to compare: user, number, mu and sigma."""
    every = {f"all.{kind}": ladder for kind, ladder in ladders.always.items()}
    for season, found in ladders.seasons.items():
        every |= {f"{season}.{kind}": ladder for kind, ladder in found.items()}
    return {
        name: [(one.user, one.number, one.rating.mu, one.rating.sigma) for one in ladder.ranked()]
        for name, ladder in sorted(every.items())
    }


def streak_of(results: Sequence[GameResult], user: str) -> int:
    """How many of the last games in a row a user has won."""
    found = 0
    for result in reversed(results):
        seat = result.seat_of(user)
        if seat is not None and seat.place != 1:
            break
        found += seat is not None
    return found
