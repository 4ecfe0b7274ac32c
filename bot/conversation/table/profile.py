"""What the results of a group say about one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bot.conversation.table.anonymise import GONE
from bot.conversation.table.ladder import LadderEntry, Ladders, streak_of
from bot.conversation.table.results import GameResult, SeatResult
from bot.conversation.table.titles import TITLES

MOST_BOXES = 2
Bars = tuple[tuple[str, float, float], ...]  # points a game by source: the player's, the group's


@dataclass(frozen=True, slots=True)
class Profile:
    """A player of a group."""

    user: str
    name: str
    entry: LadderEntry | None  # on the ladder with most games
    games: int
    wins: int
    average: float
    best: int
    streak: int
    seconds: int  # the usual time for a decision
    sources: Bars
    boxes: tuple[str, ...]  # played most
    rivals: tuple[tuple[str, int, int], ...]  # name, how often ahead of them, how often behind
    titles: tuple[tuple[str, int], ...]


def find_player(results: Sequence[GameResult], wanted: str) -> str | None:
    """The id of the player with this name or id, the one seen last if there are several."""
    text = wanted.strip().lstrip("@").casefold()
    digits = "".join(letter for letter in text if letter.isdigit())
    for result in reversed(results):
        for seat in result.seats:
            if not seat.user or seat.user.startswith(GONE):
                continue
            if text in (seat.name.casefold(), seat.user.casefold()) or (
                digits and seat.user.endswith(f":{digits}") and not text.isalpha()
            ):
                return seat.user
    return None


def profile_of(results: Sequence[GameResult], ladders: Ladders, user: str) -> Profile | None:
    """What a group knows of a user; None if nothing."""
    mine = [(result, seat) for result in results if (seat := result.seat_of(user)) is not None]
    if not mine:
        return None
    seats = [seat for _, seat in mine]
    entries = [found for ladder in ladders.always.values() if (found := ladder.standings.get(user))]
    times = [seat.seconds for seat in seats if seat.seconds]
    boxes = Counter(box for result, _ in mine for box in result.boxes)
    titles = Counter(title for seat in seats for title in seat.titles)
    return Profile(
        user=user,
        name=seats[-1].name,
        entry=max(entries, key=lambda one: one.games, default=None),
        games=len(seats),
        wins=sum(seat.place == 1 and not seat.left for seat in seats),
        average=sum(seat.score for seat in seats) / len(seats),
        best=max(seat.score for seat in seats),
        streak=streak_of(results, user),
        seconds=round(median(times)) if times else 0,
        sources=_sources(results, seats),
        boxes=tuple(box for box, _ in boxes.most_common(MOST_BOXES)),
        rivals=_rivals(mine, user),
        titles=tuple((title, titles[title]) for title in TITLES if titles[title]),
    )


def _sources(
    results: Sequence[GameResult], mine: Sequence[SeatResult]
) -> tuple[tuple[str, float, float], ...]:
    people = [seat for result in results for seat in result.seats if seat.user]
    own, all_ = _points(mine), _points(people)
    rows = [(name, own[name] / len(mine), all_[name] / len(people)) for name in all_]
    return tuple(sorted(rows, key=lambda row: -max(row[1], row[2])))


def _points(seats: Sequence[SeatResult]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seat in seats:
        found.update(dict(seat.points))
    return found


def _rivals(mine: Sequence[tuple[GameResult, SeatResult]], user: str) -> tuple[tuple[str, int, int], ...]:
    won, lost, names = Counter[str](), Counter[str](), dict[str, str]()
    for result, seat in mine:
        for other in result.seats:
            if other.user and other.user != user and not other.user.startswith(GONE):
                names[other.user] = other.name
                won[other.user] += seat.place < other.place
                lost[other.user] += seat.place > other.place
    ordered = sorted(names, key=lambda one: -(won[one] + lost[one]))
    return tuple((names[one], won[one], lost[one]) for one in ordered if won[one] + lost[one])
