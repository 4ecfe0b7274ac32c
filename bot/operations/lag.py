"""How late deadlines are, and how many tables are open: read from the store now and then."""

from __future__ import annotations

import asyncio
import logging
import time

from bot.operations.metrics import Metrics
from storage import StorageError, Store

PACE = 10.0  # seconds between looks
LATE = 30.0  # seconds; normally a deadline is claimed within two or three
JUMP = 60.0  # a smaller jump of the clock is not logged
AGAIN = 300.0  # seconds until the same warning is repeated
COUNT = 60.0  # seconds between counts of the tables, at least ...
SHARE = 100  # ... and so many times as long as a count takes: counting stays below a hundredth of the time

log = logging.getLogger(__name__)


class Lateness:
    """Logs when deadlines become late, now and then while they are, and when they are on time again."""

    def __init__(self) -> None:
        self._said: float | None = None

    def note(self, lag: float, now: float) -> None:
        """Take the lateness of the oldest deadline."""
        if lag < LATE:
            if self._said is not None:
                log.info("deadlines_on_time")
            self._said = None
        elif self._said is None or now - self._said >= AGAIN:
            self._said = now
            log.warning("deadlines_late seconds=%.0f", lag, extra={"lag": round(lag, 1)})


class WallClock:
    """Logs when the time of day jumps: clocks of games go by it, so they end early or late."""

    def __init__(self, now: float, steady: float) -> None:
        self._offset = now - steady

    def note(self, now: float, steady: float) -> None:
        """Take the time of day, and one that never jumps."""
        jumped = now - steady - self._offset
        if abs(jumped) >= JUMP:
            log.warning("clock_jumped seconds=%+.0f", jumped)
            self._offset = now - steady


async def measure_lag(store: Store, metrics: Metrics, *, count: bool, pace: float = PACE) -> None:
    """Look at the store until cancelled; tables are counted only if `count`."""
    lateness = Lateness()
    clock = WallClock(time.time(), time.monotonic())
    next_count = 0.0
    while True:
        clock.note(time.time(), time.monotonic())
        try:
            due = await store.deadlines.next_due()
            now = time.time()
            lag = max(0.0, now - due) if due is not None else 0.0
            metrics.late.set(lag)
            lateness.note(lag, now)
            if count and time.monotonic() >= next_count:
                began = time.monotonic()
                metrics.tables.set(await store.tables.count())
                took = time.monotonic() - began
                next_count = began + max(COUNT, SHARE * took)
        except StorageError as error:  # the scheduler logs it
            log.debug("lag_unknown error=%s", error)
        await asyncio.sleep(pace)
