"""Looks at the store now and then: how late deadlines are, and how many tables are open."""

from __future__ import annotations

import asyncio
import logging
import time

from bot.operations.metrics import Metrics
from storage import StorageError, Store

PACE = 10.0  # seconds between looks
LATE = 30.0  # seconds: a deadline is taken up within two or three when all is well
AGAIN = 300.0  # seconds until the same warning is repeated
COUNT = 60.0  # seconds between counts of the tables, at least ...
SHARE = 100  # ... and so many times as long as a count takes, so that counting stays a hundredth of the work

log = logging.getLogger(__name__)


class Lateness:
    """Says when deadlines begin to lag, while they do now and then, and when it is over."""

    def __init__(self) -> None:
        self._said: float | None = None

    def note(self, lag: float, now: float) -> None:
        """Take note of how late the oldest deadline is."""
        if lag < LATE:
            if self._said is not None:
                log.info("deadlines are on time again")
            self._said = None
        elif self._said is None or now - self._said >= AGAIN:
            self._said = now
            log.warning("deadlines lag: the oldest is %.0f s late", lag, extra={"lag": round(lag, 1)})


async def look_out(store: Store, metrics: Metrics, *, count: bool, pace: float = PACE) -> None:
    """Keep looking, for ever; tables are counted only if somebody reads the figures."""
    lateness = Lateness()
    next_count = 0.0
    while True:
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
        except StorageError as error:  # the alarms speak of it
            log.debug("nothing can be seen: %s", error)
        await asyncio.sleep(pace)
