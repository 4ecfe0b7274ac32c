"""When a player is reminded, when the time is up, when an idle table is closed. `now` is always an argument.

A table has one alarm. What is due when it rings follows from the saved table alone: an extra alarm is
harmless, and the version of the log decides between several workers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.conversation.protocol.durations import DAY, HOUR, MINUTE
from bot.conversation.table.acts import ForgetAct, SeatAct, WarnAct
from bot.conversation.table.bank import Bank, running_end
from bot.conversation.table.log import CLOCK, COMPUTER, NOBODY, SKIP, STANDING
from bot.conversation.table.model import Clock
from bot.conversation.table.polls.crowd import closing
from bot.conversation.table.state import LiveTable, Moment, Wait, running_seat
from engine.events import TurnStarted

LEAST, MOST = MINUTE, 14 * DAY
INTERVALS = {"3h": 3 * HOUR, "12h": 12 * HOUR, "1d": DAY, "2d": 2 * DAY, "off": 0}
USUAL_INTERVAL = "1d"
MOST_REMINDERS = 5
SHARES = (0.5, 0.9)  # of the time: when the reminders are sent
IDLE_WARNING = 3 * DAY  # sent so long before an idle table is closed, or half of the time if that is shorter
UNFINISHED = MINUTE  # until the alarm of a game that is over but not archived

_DURATION = re.compile(r"(\d{1,4})\s*(m|h|d|min|мин|м|ч|д|дн)?", re.IGNORECASE)
_UNITS = {"m": MINUTE, "min": MINUTE, "мин": MINUTE, "м": MINUTE, "h": HOUR, "ч": HOUR, "d": DAY, "д": DAY}
_SECONDS = re.compile(r"(\d{1,4})\s*(?:s|sec|с|сек)", re.IGNORECASE)
_QUIET = re.compile(r"(\d{1,2})-(\d{1,2})(?:([+-])(\d{1,2}))?")


def read_limit(text: str) -> int | None:
    """Seconds of "10m", "2h", "3d"; 0 for no limit; None if it is not allowed."""
    if text.lower() in ("0", "none", "off", "-", "нет", "няма"):
        return 0
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        return None
    unit = (match[2] or "m").lower()
    seconds = int(match[1]) * _UNITS.get(unit, DAY)
    return seconds if LEAST <= seconds <= MOST else None


def read_bank(text: str) -> Bank | None:
    """The bank of "15m" or "3d+6h" (six hours more a turn); an empty one for "off"; None if not allowed."""
    whole, plus, more = text.partition("+")
    seconds, increment = read_limit(whole), _increment(more) if plus else 0
    if seconds is None or increment is None or (plus and not seconds):
        return None
    return Bank(seconds, increment)


def _increment(text: str) -> int | None:
    """Seconds of "10s", or as in `read_limit`."""
    match = _SECONDS.fullmatch(text.strip())
    return int(match[1]) if match else read_limit(text)


@dataclass(frozen=True, slots=True)
class Habits:
    """When a user wants to be reminded."""

    interval: int = DAY  # without a clock; 0: never
    quiet: tuple[int, int] | None = None  # hours of the day, UTC, in which nothing is sent


def habits(settings: Mapping[str, bytes]) -> Habits:
    """The habits in a user's settings."""
    chosen = settings.get("reminders", b"").decode("utf-8", "replace")
    interval = INTERVALS.get(chosen, INTERVALS[USUAL_INTERVAL])
    return Habits(interval, read_quiet(settings.get("quiet", b"").decode("utf-8", "replace")))


def read_quiet(text: str) -> tuple[int, int] | None:
    """Quiet hours in UTC of "22-8" or "22-8+3" (three hours ahead of UTC)."""
    match = _QUIET.fullmatch(text.strip())
    if match is None:
        return None
    begin, end = int(match[1]), int(match[2])
    ahead = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    if begin > 24 or end > 24 or abs(ahead) > 14 or begin % 24 == end % 24:
        return None
    return (begin - ahead) % 24, (end - ahead) % 24


def after_quiet(at: float, quiet: tuple[int, int] | None) -> float:
    """The same time, or the end of the quiet hours that it falls into."""
    if quiet is None:
        return at
    begin, end = (hour * HOUR for hour in quiet)
    second = at % DAY
    inside = begin <= second < end if begin < end else second >= begin or second < end
    return at + (end - second) % DAY if inside else at


def reminder_due(wait: Wait, clock: Clock, mine: Habits) -> float | None:
    """When this wait's next reminder is due, or None if there is none."""
    count = wait.reminded
    if clock.limit:
        due = [wait.since + share * clock.limit for share in SHARES if clock.limit * share >= MINUTE]
        if clock.rule == "remind":
            due += [wait.since + factor * clock.limit for factor in (1, 2, 4)]
        at = due[count] if count < len(due) else None
    elif mine.interval and count < MOST_REMINDERS:
        at = wait.since + mine.interval * 2**count  # one, two, four, eight days
    else:
        at = None
    return None if at is None else after_quiet(at, mine.quiet)


def expiry(wait: Wait, clock: Clock) -> float | None:
    """When this wait's time is up, if that has consequences."""
    return wait.since + clock.limit if clock.limit and clock.rule != "remind" else None


def clock_of(live: LiveTable, seat: int) -> Clock:
    """The clock of a seat: the whole channel has at least its time to vote."""
    clock = live.table.clock
    if not clock.limit or not live.table.seats[seat].by_vote:
        return clock
    return replace(clock, limit=max(clock.limit, live.table.crowd.time))


def vote_due(live: LiveTable, wait: Wait) -> int | None:
    """When the votes on a question are counted; None if it is no question to the channel, or nobody voted."""
    if not live.table.seats[wait.seat].by_vote:
        return None
    mine = [ballot for ballot in live.ballots if (ballot.seat, ballot.stamp) == (wait.seat, wait.asked_at)]
    return closing(mine, live.table.crowd)


def flag_due(live: LiveTable) -> int | None:
    """When the bank is empty that runs now; None if none runs."""
    seat = running_seat(live)
    if seat is None or not live.banks.left:
        return None
    return running_end(live.banks.at, live.banks.left[seat], live.table.bank.quiet)


def move_due(wait: Wait, pace: int) -> float:
    """When a computer's pause before its answer is over."""
    return wait.since + pace


def next_wake(live: LiveTable, now: float, people: Mapping[str, Habits] | None = None) -> float | None:
    """When the alarm of a table should ring. Without `people` it may be too early, never too late."""
    table = live.table
    if live.over:
        return now + UNFINISHED
    if table.paused:
        return None
    times: list[float | None] = [flag_due(live)]
    for wait in live.waits:
        player = table.seats[wait.seat].player
        if not player:
            times.append(max(now, move_due(wait, table.pace)))
            continue
        mine = (people or {}).get(player) or Habits(min(filter(None, INTERVALS.values())))
        clock = clock_of(live, wait.seat)
        times += [reminder_due(wait, clock, mine), expiry(wait, clock), vote_due(live, wait)]
    return min((time for time in times if time is not None), default=None)


def missed_turn(live: LiveTable, seat: int) -> str:
    """Who plays the rest of this turn for a player who missed its beginning: CLOCK, SKIP or COMPUTER.

    Empty if the player did not miss it. So an absent player costs the others one period a turn.
    """
    for moment in reversed(live.recent):
        if any(isinstance(event, TurnStarted) for event in moment.events):
            break
        act, by = moment.entry.act, moment.entry.by
        if isinstance(act, SeatAct | ForgetAct) and act.seat == seat:
            break
        if moment.action is None or moment.action.player != seat or by in (NOBODY, STANDING):
            continue
        if by in (CLOCK, SKIP) or (by == COMPUTER and live.table.seats[seat].player):
            return by
        break
    return ""


# -- idle tables ------------------------------------------------------------------------------------


def idle_warning(patience: float) -> float:
    """How long before an idle table is closed its players are warned."""
    return min(IDLE_WARNING, patience / 2)


def _idle(live: LiveTable) -> tuple[int, list[Moment]]:
    """The time of the last entry that is not by the clock, and the entries since."""
    since, after = live.table.started, []
    for moment in reversed(live.recent):
        if moment.entry.by != CLOCK:
            since = max(since, moment.entry.at)
            break
        after.append(moment)
    return since, after


def warned_at(live: LiveTable) -> int | None:
    """When the players were warned; None if there were other entries since."""
    found = [moment.entry for moment in _idle(live)[1] if isinstance(moment.entry.act, WarnAct)]
    return found[0].at if found else None


def idle_due(live: LiveTable, patience: float) -> float:
    """When the players should be warned or, if they were, the table closed; never without a warning."""
    warned = warned_at(live)
    if warned is not None:
        return max(_idle(live)[0] + patience, warned + idle_warning(patience))
    return _idle(live)[0] + patience - idle_warning(patience)
