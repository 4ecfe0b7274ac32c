"""The log of a table: lines `TIME AUTHOR ACTION`, `TIME AUTHOR undo N`, `TIME AUTHOR ! {"do": ACT, …}`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from bot.conversation.table.acts import ACTS, Act
from bot.documents import NeedsNewer, facts_of, packed, restored, unpacked
from engine.plain import BadData

COMPUTER = "computer"  # the author of an entry: a computer player
NOBODY = "-"  # ... there was only one option
STANDING = "standing"  # ... a standing answer decided
CLOCK = "clock"  # ... the time was up
SKIP = "skip"  # ... the turn was skipped, by an admin or a vote


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: when, by whom, and an action, `undo N`, or an act on the table."""

    at: int
    by: str
    line: str

    def encode(self) -> bytes:
        """The entry as bytes."""
        return f"{self.at} {self.by} {self.line}".encode()

    @property
    def act(self) -> Act | None:
        """The act on the table, or None if the line belongs to the game; raises BadData and NeedsNewer."""
        if not self.line.startswith("!"):
            return None
        facts = unpacked(self.line[1:])
        if not isinstance(facts, dict):
            raise BadData(f"no act: {self.line}")
        do = str(facts.pop("do", ""))
        if do not in ACTS:
            raise NeedsNewer(f"unknown act: {do}")
        return restored(ACTS[do], facts)


def act_entry(at: float, by: str, act: Act) -> Entry:
    """An act as an entry."""
    return Entry(int(at), by, "! " + packed({"do": act.do, **facts_of(act)}).decode())


def read_entry(data: bytes) -> Entry:
    """The entry of these bytes; raises BadData."""
    try:
        at, by, line = data.decode().split(" ", 2)
        return Entry(int(at), sys.intern(by), line)  # a few authors write all lines
    except ValueError as error:
        raise BadData(f"no entry: {error}") from None


def game_lines(log: Iterable[bytes]) -> tuple[str, ...]:
    """The lines of the log that belong to the game: what an engine record holds."""
    entries = map(read_entry, log)
    return tuple(entry.line for entry in entries if not entry.line.startswith("!"))
