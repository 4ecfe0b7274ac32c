"""Whole games as text: read and replayed, or refused with a reason."""

from __future__ import annotations

from bot.conversation.table.log import game_lines
from engine import record
from engine.notation import BadNotation
from engine.record import BadRecord, Record
from engine.refusals import IllegalAction
from engine.setup import BadSetup
from tests.engine.golden import FOLDER
from tests.fuzz import tables

MOST = 40  # lines that are replayed
SEEDS = [
    Record(tables.live().table.setup, game_lines(tables.stored()[1])).write().encode(),
    *(b"\n".join(path.read_bytes().split(b"\n")[:30]) for path in sorted(FOLDER.glob("*.txt"))[:6]),
    b"bastide-record 1\ngame carcassonne\nplayers 2\nboxes\noptions\nfirst -\nseed x\nsalt y\nstack\n\nundo 0\n",
]


def fuzz(data: bytes) -> None:
    """Read, replay the first lines, write and read again."""
    try:
        found = record.read(tables.text_of(data))
        for _ in record.replay(Record(found.setup, found.lines[:MOST])):
            pass
    except (BadRecord, BadSetup, BadNotation, IllegalAction) as error:
        assert str(error)
        return
    assert record.read(found.write()) == found
