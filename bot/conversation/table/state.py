"""A running table as it stands after so many lines of its log: the table, the game, and who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.conversation.table.model import Entry, Table, administer, decode, read_entry
from engine import notation, record
from engine.actions import Action
from engine.events import Event
from engine.game import apply, new_game
from engine.state import GameState

# What bad data may raise.
BROKEN = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)
REMEMBERED = 80  # moments kept in memory: enough for a digest of the last rounds


@dataclass(frozen=True, slots=True)
class Wait:
    """A prompt that somebody has not answered yet."""

    seat: int
    ask: str
    asked_at: int
    since: int
    reminded: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the log and what came of it."""

    entry: Entry
    action: Action | None
    events: tuple[Event, ...]
    stands: int  # lines of the game that stood after it


@dataclass(frozen=True, slots=True)
class Live:
    """A table at one version (the number of lines in its log)."""

    channel: str
    table: Table
    state: GameState
    version: int
    stands: int  # lines of the game that were not undone
    waits: tuple[Wait, ...]
    recent: tuple[Moment, ...]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.table.game


class UndoneBefore(Exception):
    """The line takes back what is no longer in memory: the whole log must be read."""


def opened(channel: str, table: Table, at: int) -> Live:
    """A table at its first tile."""
    state, events = new_game(table.setup)
    moment = Moment(Entry(at, table.opener, ""), None, events, 0)
    return Live(channel, table, state, 0, 0, _waits(state, (), at), (moment,))


def advanced(live: Live, entry: Entry, stands: list[GameState] | None = None) -> Live:
    """The table after one more line. Raises UndoneBefore, and whatever the engine raises for a bad line.

    `stands` are the states after so many lines that were not undone; a full replay keeps them.
    """
    facts = entry.act
    if facts is not None:
        return _administered(live, entry, facts)
    action = None
    events: tuple[Event, ...] = ()
    if entry.line.startswith(record.UNDO):
        if stands is None:
            raise UndoneBefore
        back = record.undo_target(entry.line, live.stands)
        del stands[back + 1 :]
        state = stands[-1] = record.undone(stands[-1], live.state.ply + 1)
    else:
        action = notation.read(live.state.rules, entry.line)
        state, events = apply(live.state, action)
        back = live.stands + 1
        if stands is not None:
            stands.append(state)
    return _moved(live, state, Moment(entry, action, events, back))


def acted(live: Live, entry: Entry, action: Action) -> Live:
    """The table after an action that has just been chosen; raises IllegalAction."""
    state, events = apply(live.state, action)
    return _moved(live, state, Moment(entry, action, events, live.stands + 1))


def _moved(live: Live, state: GameState, moment: Moment) -> Live:
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
    if moment.stands <= live.stands:  # an undo: what it took back did not happen
        past = tuple(old for old in past if old.action is None or old.stands <= moment.stands)
    return replace(
        live,
        table=table,
        state=state,
        version=live.version + 1,
        stands=moment.stands,
        waits=waits,
        recent=(*past, moment)[-REMEMBERED:],
    )


def _administered(live: Live, entry: Entry, facts: dict[str, object]) -> Live:
    table = administer(live.table, entry, facts)
    waits = live.waits
    if facts["do"] == "resume":  # the clock stood still meanwhile
        rest = entry.at - live.table.paused
        waits = tuple(replace(wait, since=wait.since + rest) for wait in waits)
    if facts["do"] in ("seat", "forget"):  # whoever comes new has the whole time
        waits = tuple(
            replace(wait, since=entry.at, reminded=0) if wait.seat == facts["seat"] else wait
            for wait in waits
        )
    if facts["do"] == "remind":
        waits = tuple(
            replace(wait, reminded=wait.reminded + 1) if wait.seat == facts["seat"] else wait
            for wait in waits
        )
    moment = Moment(entry, None, (), live.stands)
    recent = (*live.recent, moment)[-REMEMBERED:]
    return replace(live, table=table, waits=waits, version=live.version + 1, recent=recent)


def _waits(state: GameState, before: Sequence[Wait], at: int) -> tuple[Wait, ...]:
    known = {(wait.seat, wait.ask, wait.asked_at): wait for wait in before}
    return tuple(
        known.get((asked.player, asked.ask, asked.asked_at))
        or Wait(asked.player, asked.ask, asked.asked_at, at)
        for asked in state.questions
    )


def replayed(channel: str, setup: bytes, log: Sequence[bytes]) -> tuple[Live, list[GameState]]:
    """A table from its whole log, and the state after each line of the game that stands."""
    table = decode(setup)
    live = opened(channel, table, table.started)
    stands = [live.state]
    for line in log:
        live = advanced(live, read_entry(line), stands)
    return live, stands


def game_lines(log: Sequence[bytes]) -> tuple[str, ...]:
    """The lines of the log that belong to the game: what an engine record holds."""
    entries = [read_entry(line) for line in log]
    return tuple(entry.line for entry in entries if not entry.line.startswith("!"))
