"""Reviews of finished games: computed in the background and cached."""

from __future__ import annotations

import asyncio
import logging

from bot.cache import LruCache
from bot.conversation.protocol.ports import ComputerPlayer
from engine.players import GameReview
from engine.record import Record

KEPT = 64  # reviews in memory
PATIENCE = 5.0  # seconds to wait for a review: most take longer when they are first asked for

log = logging.getLogger(__name__)


class ReviewCache:
    """Reviews by game, pending or ready; a lost one is computed again."""

    def __init__(self, computer: ComputerPlayer, patience: float = PATIENCE) -> None:
        self._computer = computer
        self._patience = patience
        self._tasks: LruCache[str, asyncio.Task[GameReview]] = LruCache(KEPT, dropped=asyncio.Task.cancel)
        self._done: LruCache[str, float] = LruCache(KEPT)  # the share of the work, while it is pending

    async def of(self, game: str, record: Record) -> GameReview | None:
        """The review of a game, or None while it is pending; raises NoAnswer."""
        task = self._tasks.get(game) or self._start(game, record)
        done, _ = await asyncio.wait([task], timeout=self._patience)
        return task.result() if done and not task.cancelled() else None

    def progress(self, game: str) -> float:
        """The share of a pending review that is done."""
        return self._done.get(game) or 0.0

    def _start(self, game: str, record: Record) -> asyncio.Task[GameReview]:
        def note(share: float) -> None:
            self._done[game] = share

        task = self._tasks[game] = asyncio.create_task(self._computer.review(record, note))
        task.add_done_callback(lambda done: self._ended(game, done))
        return task

    def _ended(self, game: str, task: asyncio.Task[GameReview]) -> None:
        """Drop a review that failed, so that the next request starts again."""
        failed = not task.cancelled() and task.exception()
        if failed:
            log.error("review_failed game=%s error=%s", game, task.exception())
        if (failed or task.cancelled()) and self._tasks.get(game) is task:
            del self._tasks[game]
