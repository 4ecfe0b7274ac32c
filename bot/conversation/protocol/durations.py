"""Durations in words."""

from __future__ import annotations

from bot.conversation.protocol.catalogue import Catalogue

MINUTE, HOUR, DAY = 60, 3600, 86400


def duration(texts: Catalogue, seconds: int) -> str:
    """A duration in its largest whole unit."""
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= size and seconds % size == 0:
            return texts.text(f"time.{unit}", n=seconds // size)
    return texts.text("time.minutes", n=max(1, round(seconds / MINUTE)))


def exactly(texts: Catalogue, seconds: int) -> str:
    """A duration to the second below an hour, in two units above."""
    if seconds < HOUR:
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    units = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))
    parts = []
    for unit, size in units:
        count, seconds = divmod(seconds, size)
        parts += [texts.text(f"time.{unit}", n=count)] if count else []
    return " ".join(parts[:2])


def roughly(texts: Catalogue, seconds: float) -> str:
    """A duration, rounded to its largest unit."""
    unit = next((size for size in (DAY, HOUR) if seconds >= size), MINUTE)
    return duration(texts, max(MINUTE, int(seconds) // unit * unit))
