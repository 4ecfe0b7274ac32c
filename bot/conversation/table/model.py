"""A table beside its game: who sits where, the clock, a vote, a pause. Values, replaced and never changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine import plain
from engine.setup import Setup

COMPUTER = "computer"  # who acted, when it was a computer player
NOBODY = "-"  # ... when there was nothing to choose
STANDING = "standing"  # ... when a standing answer decided
CLOCK = "clock"  # ... when the time was up
RULES = ("remind", "safe", "computer", "drop")  # what happens when the time is up


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a decision may take (seconds; 0: as long as it likes) and what happens then."""

    limit: int = 0
    rule: str = "remind"
    misses: int = 3  # with `drop`: how many decisions may be missed


NO_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `player` acts on it now; empty means the computer does."""

    owner: str  # who sat down first; empty for a computer
    name: str
    player: str
    level: str = "normal"
    misses: int = 0
    standing: tuple[tuple[str, str], ...] = ()  # ask -> rule, see `bot.conversation.table.standing_answers`
    title: str = ""  # the name of whoever acts now, if it is not the owner

    @property
    def shown(self) -> str:
        """The name to show."""
        return self.title or self.name


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

    def seat_of(self, user: str) -> int | None:
        """The seat on which this person acts."""
        for index, seat in enumerate(self.seats):
            if seat.player == user:
                return index
        return None

    def people(self) -> list[str]:
        """Everybody who acts on a seat."""
        return [seat.player for seat in self.seats if seat.player]

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
        return json.dumps({"version": 1, "table": plain.dump(self)}, ensure_ascii=False).encode()


def decode(data: bytes) -> Table:
    """The table of these bytes."""
    table: Table = plain.restore(Table, json.loads(data)["table"])
    return table


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: when, by whom, and an action, `undo N`, or `! {…}` for an act on the table."""

    at: int
    by: str
    line: str

    def encode(self) -> bytes:
        """The entry as bytes."""
        return f"{self.at} {self.by} {self.line}".encode()

    @property
    def act(self) -> dict[str, Any] | None:
        """The act on the table, or None if the line belongs to the game."""
        if not self.line.startswith("!"):
            return None
        act: dict[str, Any] = json.loads(self.line[1:])
        return act


def read_entry(data: bytes) -> Entry:
    """The entry of these bytes."""
    at, by, line = data.decode().split(" ", 2)
    return Entry(int(at), by, line)


def act(at: float, by: str, do: str, **facts: Any) -> Entry:
    """An act on the table as a line."""
    return Entry(int(at), by, "! " + json.dumps({"do": do, **facts}, ensure_ascii=False))


# -- what an act does to a table --------------------------------------------------------------------


def _seat(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001  # one signature for all
    title = "" if facts["player"] and facts["player"] == table.seats[facts["seat"]].owner else facts["name"]
    changes: dict[str, Any] = {"player": facts["player"], "title": title, "misses": 0, "standing": ()}
    leaving = table.seats[facts["seat"]].player
    if facts["why"] in ("resign", "kick"):  # they do not come back
        changes["owner"] = ""
    new = replace(table.with_seat(facts["seat"], **changes), vote=None)
    people = new.people()
    if changes.get("owner") == "" and leaving == table.opener and people:
        new = replace(new, opener=people[0])
    return new


def _forget(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    """Somebody is not to be known any more: as owner of the seat, as its player, or as both."""
    seat = table.seats[facts["seat"]]
    changes: dict[str, Any] = {}
    if facts["owner"]:
        changes |= {"owner": "", "name": facts["name"]}
    if facts["player"]:
        changes |= {"player": "", "misses": 0, "standing": ()}
    if facts["title"] is not None:
        changes["title"] = facts["title"]
    new = replace(table.with_seat(facts["seat"], **changes), vote=None)
    people = new.people()
    if table.opener in (seat.owner, seat.player) and table.opener not in people:
        new = replace(new, opener=people[0] if people else "")
    return new


def _pause(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return replace(table, paused=entry.at)


def _resume(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return replace(table, paused=0)


def _vote(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return replace(table, vote=Vote(facts["kind"], facts["seat"], facts["about"], facts["stamp"]))


def _agree(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    if table.vote is None:
        return table
    yes = tuple(sorted({*table.vote.yes, facts["seat"]}))
    return replace(table, vote=replace(table.vote, yes=yes))


def _refuse(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return replace(table, vote=None)


def _standing(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    rules = dict(table.seats[facts["seat"]].standing)
    if facts["rule"]:
        rules[facts["ask"]] = facts["rule"]
    else:
        rules.pop(facts["ask"], None)
    return table.with_seat(facts["seat"], standing=tuple(sorted(rules.items())))


def _miss(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return table.with_seat(facts["seat"], misses=table.seats[facts["seat"]].misses + 1)


def _nothing(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:  # noqa: ARG001
    return table


ACTS: dict[str, Callable[[Table, Entry, dict[str, Any]], Table]] = {
    "seat": _seat,
    "forget": _forget,
    "pause": _pause,
    "resume": _resume,
    "vote": _vote,
    "agree": _agree,
    "refuse": _refuse,
    "standing": _standing,
    "miss": _miss,
    "warn": _nothing,  # that the table is about to be put away
    "remind": _nothing,  # counted with the prompt it is about
    "end": _nothing,  # the table goes to the archive with it
}


def administer(table: Table, entry: Entry, facts: dict[str, Any]) -> Table:
    """The table after an act."""
    return ACTS[facts["do"]](table, entry, facts)
