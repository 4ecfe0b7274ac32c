"""Reviews of finished games: computed in the background, cached, and kept in the store."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from bot.cache import LruCache
from bot.conversation.protocol.ports import ComputerPlayer
from bot.conversation.protocol.reviews import PlainReview, read_review, write_review
from bot.documents import Document, NeedsNewer
from engine.game import rules_of
from engine.plain import BadData
from engine.players import GameReview
from engine.record import Record
from storage.errors import StorageError
from storage.port import Store
from storage.records import FinishedTable

KEPT = 64  # reviews in memory
STORED = 20  # reviews of a channel in the store: those of its last games
REVIEWS = ".reviews"  # ends the name under which those of a channel are kept; they hold no names
PATIENCE = 5.0  # seconds to wait for a review: most take longer when they are first asked for

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SavedReview:
    """A review, and when its game ended."""

    ended: float
    review: PlainReview


REVIEW = Document(SavedReview)


class ReviewCache:
    """Reviews by game, pending or ready; a lost one is computed again."""

    def __init__(self, computer: ComputerPlayer, store: Store, patience: float = PATIENCE) -> None:
        self._computer = computer
        self._store = store
        self._patience = patience
        self._tasks: LruCache[str, asyncio.Task[GameReview]] = LruCache(KEPT, dropped=asyncio.Task.cancel)
        self._done: LruCache[str, float] = LruCache(KEPT)  # the share of the work, while it is pending

    async def of(self, finished: FinishedTable, record: Record) -> GameReview | None:
        """The review of a game, or None while it is pending; raises NoAnswer."""
        task = self._tasks.get(finished.game) or self._start(finished, record)
        done, _ = await asyncio.wait([task], timeout=self._patience)
        return task.result() if done and not task.cancelled() else None

    def progress(self, game: str) -> float:
        """The share of a pending review that is done."""
        return self._done.get(game) or 0.0

    def _start(self, finished: FinishedTable, record: Record) -> asyncio.Task[GameReview]:
        game = finished.game
        task = self._tasks[game] = asyncio.create_task(self._found(finished, record))
        task.add_done_callback(lambda done: self._ended(game, done))
        return task

    async def _found(self, finished: FinishedTable, record: Record) -> GameReview:
        """The review that the store has, or else a new one; the store may fail."""

        def note(share: float) -> None:
            self._done[finished.game] = share

        try:
            kept = await self._store.users.channel_setting(_place(finished), finished.game)
            if kept is not None:
                return read_review(rules_of(record.setup), REVIEW.read(kept).review)
        except (StorageError, NeedsNewer, ValueError) as error:
            log.warning("review_not_read game=%s error=%s", finished.game, error)
        review = await self._computer.review(record, note)
        try:
            await self._keep(finished, review)
        except StorageError as error:
            log.warning("review_not_kept game=%s error=%s", finished.game, error)
        return review

    async def _keep(self, finished: FinishedTable, review: GameReview) -> None:
        """Write a review, and drop those of the channel's oldest games."""
        users, place = self._store.users, _place(finished)
        data = REVIEW.write(SavedReview(finished.ended, write_review(review)))
        await users.set_channel_setting(place, finished.game, data)
        found = await users.channel_settings(place)
        for game in sorted(found, key=lambda game: -_ended(found[game]))[STORED:]:
            await users.set_channel_setting(place, game, None)

    def _ended(self, game: str, task: asyncio.Task[GameReview]) -> None:
        """Drop a review that failed, so that the next request starts again."""
        failed = not task.cancelled() and task.exception()
        if failed:
            log.error("review_failed game=%s error=%s", game, task.exception())
        if (failed or task.cancelled()) and self._tasks.get(game) is task:
            del self._tasks[game]


def _place(finished: FinishedTable) -> str:
    return f"{finished.channel}{REVIEWS}"


def _ended(kept: bytes) -> float:
    try:
        return REVIEW.read(kept).ended
    except (NeedsNewer, BadData):
        return 0.0
