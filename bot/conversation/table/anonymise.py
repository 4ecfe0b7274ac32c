"""A game without somebody's name: the same moves, a neutral name, and an id that leads to nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.table.model import Entry, Table, administer, decode, read_entry
from bot.conversation.table.state import BROKEN
from engine.setup import SEAT_LETTERS

GONE = "gone:"  # begins an id that leads to nobody


@dataclass(frozen=True, slots=True)
class Anonymous:
    """A game in other words: `names` are what was taken out, `table` is how the seats stand at last."""

    setup: bytes
    log: tuple[bytes, ...]
    names: frozenset[str]
    table: Table | None  # None: it could not be read, and only ids were replaced


def mentions(user: str, setup: bytes, log: Sequence[bytes]) -> bool:
    """Whether a game may know somebody; a longer id that begins alike is a false alarm, and harmless."""
    wanted = user.encode()
    return wanted in setup or any(wanted in line for line in log)


def seat_name(language: str, seat: int) -> str:
    """What a seat is called when nobody may be named."""
    return catalogue(language).label("seat.forgotten", seat=SEAT_LETTERS[seat])


def computer_title(language: str, name: str) -> str:
    """What the computer is called on somebody's seat."""
    return catalogue(language).label("seat.computer", name=name)


def anonymised(user: str, setup: bytes, log: Sequence[bytes]) -> Anonymous:
    """The game without this person; it replays to the same state."""
    gone = _free_id(setup, log)
    try:
        return _Scribe(user, gone, decode(setup)).write(log)
    except BROKEN:  # of another version: its ids can be found all the same
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
    """Writes one game anew."""

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
            facts = entry.act
            table = table if facts is None else administer(table, entry, facts)
        return Anonymous(setup, tuple(lines), frozenset(self._names), table)

    def _called(self, seat: int, name: str) -> str:
        self._names.add(name)
        return seat_name(self._language, seat)

    def _entry(self, entry: Entry) -> Entry:
        by = self._gone if entry.by == self._user else entry.by
        facts = entry.act
        if facts is None or facts["do"] != "seat":
            return replace(entry, by=by)
        if facts["player"] == self._user:
            facts |= {"player": self._gone, "name": self._called(facts["seat"], facts["name"])}
        elif not facts["player"] and facts["seat"] in self._owned:
            name = seat_name(self._language, facts["seat"])
            facts |= {"name": computer_title(self._language, name)}
        return Entry(entry.at, by, "! " + json.dumps(facts, ensure_ascii=False))


def summary_of(summary: bytes, table: Table | None) -> bytes:
    """The line of a list of games, with the names that the seats have now."""
    content = json.loads(summary)
    if table is None or len(content["names"]) != len(table.seats):
        return summary
    return json.dumps({**content, "names": table.names()}, ensure_ascii=False).encode()
