"""A running table in memory: the table, the game, and the open prompts after a line of the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.conversation.table.acts import Act, BallotAct, ForgetAct, RemindAct, ResumeAct, SeatAct, administer
from bot.conversation.table.bank import BankState, only_one, opened_bank
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Table
from bot.conversation.table.polls.crowd import Ballot, cast
from bot.documents import NeedsNewer
from engine import notation, record
from engine.actions import Action
from engine.events import Event
from engine.game import apply, new_game
from engine.setup import BadSetup
from engine.state import GameState

NO_BANKS = BankState()
REMEMBERED = 80  # moments in memory: enough for a digest of the last rounds


@dataclass(frozen=True, slots=True)
class Wait:
    """An open prompt."""

    seat: int
    ask: str
    asked_at: int
    since: int
    reminded: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the log with its action and events."""

    entry: Entry
    action: Action | None
    events: tuple[Event, ...]
    stands: int  # lines of the game that were not undone, after this one
    version: int  # of the table, after it
    turn: int = 0  # the turn in which it was played
    ask: str = ""  # what it answered


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table at one version (the number of lines in its log)."""

    channel: str
    table: Table
    state: GameState
    version: int
    stands: int  # lines of the game that were not undone
    waits: tuple[Wait, ...]
    recent: tuple[Moment, ...]
    banks: BankState = NO_BANKS
    ballots: tuple[Ballot, ...] = ()  # on the open question of the channel's seat

    @property
    def over(self) -> bool:
        """Whether the game is over: played to its end, decided by the banks, or closed."""
        return self.state.over or self.table.decided or self.table.closed

    @property
    def game(self) -> str:
        """The game's id."""
        return self.table.game


class UndoneBefore(Exception):
    """The line undoes more than is in memory: the whole log must be read."""


def opened(channel: str, table: Table, at: int) -> LiveTable:
    """A table at its first tile; raises BadSetup and NeedsNewer."""
    try:
        state, events = new_game(table.setup)
    except BadSetup as error:
        raise _of_newer(error) from None
    moment = Moment(Entry(at, table.opener, ""), None, events, 0, 0)
    banks = opened_bank(table.bank, len(table.seats), at, state.turn)
    return LiveTable(channel, table, state, 0, 0, _waits(state, (), at), (moment,), banks)


def advanced(live: LiveTable, entry: Entry, stands: list[GameState] | None = None) -> LiveTable:
    """The table after one more line; raises UndoneBefore, NeedsNewer, and what is UNREADABLE (`history.py`).

    `stands` are the states after each line that was not undone; only a full replay has them.
    """
    act = entry.act
    if act is not None:
        return _administered(live, entry, act)
    action = None
    events: tuple[Event, ...] = ()
    if entry.line.startswith(record.UNDO):
        if stands is None:
            raise UndoneBefore
        back = record.undo_target(entry.line, live.stands)
        del stands[back + 1 :]
        state = stands[-1] = record.undone(stands[-1], live.state.ply + 1)
    else:
        action = _action(live, entry.line)
        state, events = apply(live.state, action)
        back = live.stands + 1
        if stands is not None:
            stands.append(state)
    return _moved(live, state, _moment(live, entry, action, events, back))


def _action(live: LiveTable, line: str) -> Action:
    try:
        return notation.read(live.state.rules, line)
    except notation.BadNotation as error:
        raise _of_newer(error) from None


def _of_newer(error: BadSetup | notation.BadNotation) -> Exception:
    """NeedsNewer for what was played once and names something that this version does not know."""
    newer = error.code.startswith("unknown_") or error.code == "wrong_length"
    return NeedsNewer(str(error)) if newer else error


def acted(live: LiveTable, entry: Entry, action: Action) -> LiveTable:
    """The table after a new action; raises IllegalAction."""
    state, events = apply(live.state, action)
    return _moved(live, state, _moment(live, entry, action, events, live.stands + 1))


def _moment(
    live: LiveTable, entry: Entry, action: Action | None, events: tuple[Event, ...], stands: int
) -> Moment:
    asked = [wait.ask for wait in live.waits if action is not None and wait.seat == action.player]
    version, ask = live.version + 1, asked[0] if asked else ""
    return Moment(entry, action, events, stands, version, live.state.turn, ask)


def _moved(live: LiveTable, state: GameState, moment: Moment) -> LiveTable:
    vote = live.table.vote
    table = (
        replace(live.table, vote=None) if vote is not None and vote.kind in ("undo", "skip") else live.table
    )
    if moment.action is not None:
        seat = table.seats[moment.action.player]
        if seat.misses and moment.entry.by == seat.player:
            table = table.with_seat(moment.action.player, misses=0)
    waits = _waits(state, live.waits, moment.entry.at)
    past = live.recent
    if moment.stands <= live.stands:  # an undo: drop the moments that it takes back
        past = tuple(old for old in past if old.action is None or old.stands <= moment.stands)
    return replace(
        live,
        table=table,
        state=state,
        version=live.version + 1,
        stands=moment.stands,
        waits=waits,
        recent=(*past, moment)[-REMEMBERED:],
        banks=counted_banks(live, moment.entry.at).earned(table.bank, live.state.player, state.turn),
        ballots=_standing(live.ballots, waits),
    )


def _standing(ballots: tuple[Ballot, ...], waits: Sequence[Wait]) -> tuple[Ballot, ...]:
    """The ballots on questions that are still open."""
    asked = {(wait.seat, wait.asked_at) for wait in waits}
    return tuple(ballot for ballot in ballots if (ballot.seat, ballot.stamp) in asked)


def _administered(live: LiveTable, entry: Entry, act: Act) -> LiveTable:
    moment = Moment(entry, None, (), live.stands, live.version + 1)
    return replace(
        live,
        table=administer(live.table, act, entry.at),
        waits=tuple(_wait_after(live, wait, act, entry.at) for wait in live.waits),
        version=live.version + 1,
        recent=(*live.recent, moment)[-REMEMBERED:],
        banks=counted_banks(live, entry.at),
        ballots=_ballots_after(live, entry, act),
    )


def _ballots_after(live: LiveTable, entry: Entry, act: Act) -> tuple[Ballot, ...]:
    match act:
        case BallotAct(seat=seat, stamp=stamp, move=move):
            return cast(live.ballots, Ballot(entry.by, seat, stamp, move, entry.at))
        case ResumeAct():  # nobody could vote during the pause
            pause = entry.at - live.table.paused
            return tuple(replace(ballot, since=ballot.since + pause) for ballot in live.ballots)
    return live.ballots


def counted_banks(live: LiveTable, at: int) -> BankState:
    """The banks at a time after the last line."""
    return live.banks.counted(live.table.bank, running_seat(live), at)


def running_seat(live: LiveTable) -> int | None:
    """The seat whose bank runs: its user is the only one asked, and the table is not paused."""
    seat = only_one([wait.seat for wait in live.waits])
    if seat is None or live.table.paused or live.over or not live.table.seats[seat].player:
        return None
    return None if seat in live.table.flagged else seat


def _wait_after(live: LiveTable, wait: Wait, act: Act, at: int) -> Wait:
    match act:
        case ResumeAct():  # the clock did not run during the pause
            return replace(wait, since=wait.since + at - live.table.paused)
        case SeatAct(seat=wait.seat) | ForgetAct(seat=wait.seat):  # a new player has the whole time
            return replace(wait, since=at, reminded=0)
        case RemindAct(seat=wait.seat):
            return replace(wait, reminded=wait.reminded + 1)
    return wait


def _waits(state: GameState, before: Sequence[Wait], at: int) -> tuple[Wait, ...]:
    known = {(wait.seat, wait.ask, wait.asked_at): wait for wait in before}
    return tuple(
        known.get((asked.player, asked.ask, asked.asked_at))
        or Wait(asked.player, asked.ask, asked.asked_at, at)
        for asked in state.questions
    )
