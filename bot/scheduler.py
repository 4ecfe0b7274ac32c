"""The loop that handles due alarms: every worker runs one, and the store gives each alarm to one of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from bot.cache import LruCache
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.service import Service
from bot.documents import NeedsNewer
from bot.tasks import end
from storage import Deadline, StorageError, Store
from storage.port import ALARM

PACE = 0.5  # seconds between looks: news for a channel of another worker come that late
SOON = 0.05  # ... while more may be due than could be taken
AT_ONCE = 32
LEASE = 120.0  # seconds: computer players may have a lot to think about
KEPT = 5000  # channels that are left to a newer version

log = logging.getLogger(__name__)


async def ring_alarms(
    service: Service,
    store: Store,
    post: Callable[[list[Outgoing]], Awaitable[None]],
    wanted: Callable[[str, float], bool],
    pace: float = PACE,
    deliver: Callable[[list[Outgoing]], Awaitable[None]] | None = None,
) -> None:
    """Handle due alarms that are `wanted` here until cancelled; a table that fails does not block others.

    `deliver` sends what follows from no table, and returns when it stands there: nobody finds out later that
    it does not.
    """

    left: LruCache[str, float] = LruCache(KEPT)  # until when a channel is left to a newer version

    def wanted_here(channel: str, late: float) -> bool:
        return (left.get(channel) or 0.0) < time.monotonic() and wanted(channel, late)

    async def leave(due: Deadline) -> None:
        """Leave an alarm to a worker of a newer version: it is due again at once, but not here."""
        left[due.channel] = time.monotonic() + LEASE
        await store.deadlines.schedule(due.channel, due.name, due.due)

    async def ring(due: Deadline) -> None:
        give_up = time.monotonic() + LEASE / 2
        try:
            while True:
                try:
                    send = post if deliver is None or due.name == ALARM else deliver
                    await send(await service.alarm(due.channel, time.time(), due.name))
                    await store.deadlines.acknowledge(due)
                    return
                except StorageError as error:  # the next move of a computer must not wait for the lease
                    log.warning("alarm_waits_for_store channel=%s error=%s", due.channel, error)
                    if time.monotonic() > give_up:
                        return
                    await asyncio.sleep(pace)
        except NeedsNewer as error:
            log.warning("alarm_left_to_newer_version channel=%s found=%s", due.channel, error)
            await leave(due)
        except Exception:  # it comes back when its lease ends
            log.exception("alarm_failed channel=%s", due.channel)

    running: set[asyncio.Task[None]] = set()
    try:
        while True:
            found: list[Deadline] = []
            free = AT_ONCE - len(running)
            try:
                if free:
                    found = await store.deadlines.claim(
                        time.time(), lease=LEASE, limit=free, wanted=wanted_here
                    )
            except StorageError as error:
                log.warning("alarms_wait_for_store error=%s", error)
            except Exception:  # every clock depends on this loop
                log.exception("alarms_not_claimed")
            for due in found:
                task = asyncio.create_task(ring(due))
                running.add(task)
                task.add_done_callback(running.discard)
            await asyncio.sleep(SOON if len(found) == free else pace)
    finally:
        await end(*running)
