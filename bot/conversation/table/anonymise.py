"""Remove a user from a game: the same moves, a neutral name, and an id of no user."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.table.acts import SeatAct, administer
from bot.conversation.table.history import UNREADABLE
from bot.conversation.table.log import Entry, act_entry, read_entry
from bot.conversation.table.model import Table, decode_table
from engine.setup import SEAT_LETTERS

GONE = "gone:"  # begins the id that replaces a user's


@dataclass(frozen=True, slots=True)
class Anonymous:
    """A rewritten game: the names that were removed, and the table after the last line."""

    setup: bytes
    log: tuple[bytes, ...]
    names: frozenset[str]
    table: Table | None  # None: the game could not be read, and only ids were replaced


def mentions(user: str, setup: bytes, log: Sequence[bytes]) -> bool:
    """Whether a game may mention a user; a longer id with the same beginning is a harmless false alarm."""
    wanted = user.encode()
    return wanted in setup or any(wanted in line for line in log)


def seat_name(language: str, seat: int) -> str:
    """The neutral name of a seat."""
    return catalogue(language).label("seat.forgotten", seat=SEAT_LETTERS[seat])


def computer_title(language: str, name: str) -> str:
    """The name of the computer on a player's seat."""
    return catalogue(language).label("seat.computer", name=name)


def anonymised(user: str, setup: bytes, log: Sequence[bytes]) -> Anonymous:
    """The game without this user; it replays to the same state. Raises NeedsNewer."""
    gone = _free_id(setup, log)
    try:
        return _Scribe(user, gone, decode_table(setup)).write(log)
    except UNREADABLE:  # broken: ids can still be found
        by = f" {user} ".encode()
        texts = (setup, *(line.replace(by, f" {gone} ".encode(), 1) for line in log))
        quoted = re.compile(b'(?<=")' + re.escape(json.dumps(user)[1:-1].encode()) + b'(?=")')
        setup, *lines = (quoted.sub(gone.encode(), text) for text in texts)
        return Anonymous(setup, tuple(lines), frozenset(), None)


def _free_id(setup: bytes, log: Sequence[bytes]) -> str:
    number = 1
    while mentions(f"{GONE}{number}", setup, log):
        number += 1
    return f"{GONE}{number}"


class _Scribe:
    """Rewrites one game."""

    def __init__(self, user: str, gone: str, table: Table) -> None:
        self._user = user
        self._gone = gone
        self._owned = {index for index, seat in enumerate(table.seats) if seat.owner == user}
        self._language = table.language
        self._names: set[str] = set()
        seats = []
        for index, seat in enumerate(table.seats):
            changes: dict[str, Any] = {}
            if index in self._owned:
                changes |= {"owner": gone, "name": self._called(index, seat.name)}
            if seat.player == user:
                changes["player"] = gone
                changes["title"] = self._called(index, seat.title) if seat.title else ""
            seats.append(replace(seat, **changes))
        opener = gone if table.opener == user else table.opener
        self._table = replace(table, seats=tuple(seats), opener=opener)

    def write(self, log: Sequence[bytes]) -> Anonymous:
        setup = self._table.encode()
        lines, table = [], self._table
        for line in log:
            entry = self._entry(read_entry(line))
            lines.append(entry.encode())
            act = entry.act
            table = table if act is None else administer(table, act, entry.at)
        return Anonymous(setup, tuple(lines), frozenset(self._names), table)

    def _called(self, seat: int, name: str) -> str:
        self._names.add(name)
        return seat_name(self._language, seat)

    def _entry(self, entry: Entry) -> Entry:
        by = self._gone if entry.by == self._user else entry.by
        act = entry.act
        if not isinstance(act, SeatAct):
            return replace(entry, by=by)
        if act.player == self._user:
            act = replace(act, player=self._gone, name=self._called(act.seat, act.name))
        elif not act.player and act.seat in self._owned:
            act = replace(act, name=computer_title(self._language, seat_name(self._language, act.seat)))
        return act_entry(entry.at, by, act)
