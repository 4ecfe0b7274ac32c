"""The position of the day: when a group is asked, what its users answered, points and streaks.

`now` is always an argument. A day is a date where the group lives: `2026-11-17`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from bot.documents import Document, Unknown, restored, unpacked
from engine.plain import BadData
from engine.players import Position, RatedMove

NAME = "daily"  # the setting of the group
KEPT_DAYS = 62  # answers are kept so long: this month and the last
BEST, SPOT, REASONABLE, NOTHING = 3, 2, 1, 0  # points
USUAL_HOUR, USUAL_ZONE = 9, "UTC"

_OFFSET = re.compile(r"(?:utc)?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_GAME = re.compile(r"d(\d{4})(\d\d)(\d\d)")


@dataclass(frozen=True, slots=True)
class DailySetting:
    """Whether a group is asked, at which hour and where; the day that is open, and the one before it."""

    on: bool = False
    hour: int = USUAL_HOUR
    zone: str = USUAL_ZONE
    home: str = ""  # the channel in which it is asked
    asked: str = ""
    before: str = ""

    def encode(self) -> bytes:
        """The setting as bytes."""
        return SETTING.write(self)

    def next_asking(self, now: float) -> tuple[str, float]:
        """The day and the time of the next question."""
        zone = zone_of(self.zone) or UTC
        at = datetime.fromtimestamp(now, zone).replace(hour=self.hour, minute=0, second=0, microsecond=0)
        while at.timestamp() <= now:
            later = at.date() + timedelta(days=1)
            at = datetime(later.year, later.month, later.day, self.hour, tzinfo=zone)
        return at.date().isoformat(), at.timestamp()

    def opened(self, day: str) -> DailySetting:
        """The setting after a day's question; a repeated alarm changes nothing."""
        return self if day <= self.asked else replace(self, asked=day, before=self.asked)


SETTING = Document(DailySetting, "daily", version=2)


def decode_daily(data: bytes | None) -> DailySetting:
    """The setting of these bytes; off if there is none. Raises BadData and NeedsNewer."""
    return DailySetting() if data is None else SETTING.read(data)


def zone_of(text: str) -> tzinfo | None:
    """The time zone of "UTC", "+3", "+5:30" or "Europe/Sofia"; None if there is none of this name."""
    if text.upper() == "UTC":
        return UTC
    match = _OFFSET.fullmatch(text)
    if match is not None:
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return (
            timezone(timedelta(minutes=minutes if match[1] == "+" else -minutes)) if minutes <= 840 else None
        )
    try:
        return ZoneInfo(text) if "/" in text else None
    except (KeyError, ValueError, OSError):  # an unknown name, or no name of a file
        return None


def game_of(day: str) -> str:
    """What stands for the game of a day in the tokens of its choices."""
    return f"d{day.replace('-', '')}"


def day_of_game(game: str) -> str:
    """The day of such a name; empty for the names of games."""
    match = _GAME.fullmatch(game)
    return "-".join(match.groups()) if match else ""


def day_before(day: str) -> str:
    """The day before."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


# -- answers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """What one user answered on one day."""

    day: str
    user: str
    name: str
    move: tuple[str, ...]
    points: int
    streak: int = 1  # days in a row, with this one

    @property
    def field(self) -> str:
        """Its name in the store."""
        return f"{self.day}:{self.user}"

    def encode(self) -> bytes:
        """The answer as bytes."""
        return ANSWER.write(SavedAnswer(self.name, self.move, self.points, self.streak))


@dataclass(frozen=True, slots=True)
class SavedAnswer:
    """An answer as it is saved, under its day and its user."""

    name: str
    move: tuple[str, ...]
    points: int
    streak: int = 1
    unknown: Unknown = field(default_factory=dict)


ANSWER = Document(SavedAnswer)


def read_answers(fields: Mapping[str, bytes]) -> list[DailyAnswer]:
    """The answers of a group; what is broken is left out."""
    found = []
    for name, value in fields.items():
        day, _, user = name.partition(":")
        try:
            saved = _saved(value)
        except BadData:
            continue
        found.append(DailyAnswer(day, user, saved.name, saved.move, saved.points, saved.streak))
    return found


def _saved(value: bytes) -> SavedAnswer:
    by_position = value.startswith(b"[")  # as earlier versions wrote it
    return restored(SavedAnswer, unpacked(value)) if by_position else ANSWER.read(value)


def points_of(position: Position, move: tuple[str, ...]) -> int:
    """Three for the best move, two for its placement, one for another reasonable placement."""
    best = position.moves[0].lines
    if _without_passes(move) == _without_passes(best):
        return BEST
    if move[0] == best[0]:
        return SPOT
    return REASONABLE if any(move[0] == other.lines[0] for other in position.moves) else NOTHING


def _without_passes(move: Iterable[str]) -> list[str]:
    return [line for line in move if not line.endswith(" pass")]


def streak_with(answers: Iterable[DailyAnswer], user: str, day: str, last: str) -> int:
    """Days in a row that a user has answered, with this one; `last` is the question before it."""
    past = [one.streak for one in answers if (one.user, one.day) == (user, last) and last == day_before(day)]
    return 1 + max(past, default=0)


@dataclass(frozen=True, slots=True)
class MonthRow:
    """A user in the table of a month."""

    user: str
    name: str
    points: int
    days: int
    found: int  # best moves
    streak: int  # the longest


def month_table(answers: Iterable[DailyAnswer], month: str, until: str) -> list[MonthRow]:
    """The users of a month by their points, with the answers up to a day."""
    mine: dict[str, list[DailyAnswer]] = {}
    for one in sorted(answers, key=lambda one: one.day):
        if one.day.startswith(month) and one.day <= until:
            mine.setdefault(one.user, []).append(one)
    rows = [
        MonthRow(
            user,
            found[-1].name,
            sum(one.points for one in found),
            len(found),
            sum(one.points == BEST for one in found),
            max(one.streak for one in found),
        )
        for user, found in mine.items()
    ]
    return sorted(rows, key=lambda row: (-row.points, row.days, row.name.casefold()))


def shown_month(setting: DailySetting) -> str:
    """The month whose table is shown: that of the last solution; empty before the first question."""
    return (setting.before or setting.asked)[:7]


# -- positions --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position as it is saved: the lines of each move, and what it loses."""

    record: str
    moves: tuple[tuple[str | float, ...], ...]

    def position(self) -> Position:
        """The position; raises ValueError for a move without a number."""
        moves = (RatedMove(tuple(map(str, lines)), float(lost)) for *lines, lost in self.moves)
        return Position(self.record, tuple(moves))


POSITION = Document(SavedPosition)


def encode_position(position: Position) -> bytes:
    """A position as bytes."""
    moves: list[tuple[str | float, ...]] = [(*move.lines, move.lost) for move in position.moves]
    return POSITION.write(SavedPosition(position.record, tuple(moves)))
