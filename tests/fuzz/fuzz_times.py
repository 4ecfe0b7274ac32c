"""Durations and quiet hours."""

from __future__ import annotations

from bot.conversation.protocol.durations import DAY
from bot.conversation.table.due import LEAST, MOST, after_quiet, habits, read_limit, read_quiet
from tests.fuzz import tables
from tests.support.stage import NOON

SEEDS = [
    b"10m",
    b"2h",
    b"3d",
    b"0",
    "5ч".encode(),
    "нет".encode(),
    b"22-8",
    b"22-8+3",
    b"0-24",
    b"24-0-14",
    b"9999m",
]


def fuzz(data: bytes) -> None:
    """Read it as both, and as a setting that was stored."""
    text = tables.text_of(data)
    limit = read_limit(text)
    assert limit is None or limit == 0 or LEAST <= limit <= MOST
    quiet = read_quiet(text)
    if quiet is not None:
        assert all(0 <= hour < 24 for hour in quiet)
        assert NOON <= after_quiet(NOON, quiet) < NOON + DAY
    assert habits({"quiet": data, "reminders": data}).interval >= 0
