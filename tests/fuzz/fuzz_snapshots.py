"""States as bytes: BadRecord, BadSetup, or a state."""

from __future__ import annotations

from engine import record
from engine.game import new_game
from engine.record import BadRecord
from engine.setup import BadSetup, agree
from tests.fuzz import tables

SEEDS = [
    record.encode(tables.live().state),
    record.encode(new_game(agree(2, seed="fuzz")).state),
    b'{"format":"bastide-record","version":1}',
    b"[]",
]


def fuzz(data: bytes) -> None:
    """Decode."""
    try:
        record.decode(data)
    except (BadRecord, BadSetup) as error:
        assert str(error)
