"""Reviews of finished games, worked out beside the play and kept for whoever asks next."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from bot.conversation.protocol.ports import ComputerPlayer
from engine.players import Costly
from engine.record import Record

KEPT = 64  # reviews in memory
PATIENCE = 5.0  # seconds: a game with all boxes takes longer, and whoever asked is told to come back

Review = tuple[tuple[Costly, ...], ...]

log = logging.getLogger(__name__)


class Reviews:
    """Reviews that are worked out or ready; what is lost is worked out again."""

    def __init__(self, computer: ComputerPlayer, patience: float = PATIENCE) -> None:
        self._computer = computer
        self._patience = patience
        self._known: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()

    async def of(self, game: str, record: Record) -> Review | None:
        """The review of a game, or None if it takes longer; raises NoAnswer."""
        task = self._known.get(game)
        if task is None:
            task = self._known[game] = asyncio.create_task(self._computer.review(record))
            task.add_done_callback(lambda done: self._done(game, done))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)[1].cancel()
        self._known.move_to_end(game)
        done, _ = await asyncio.wait([task], timeout=self._patience)
        if not done or task.cancelled():
            return None
        return task.result()

    def _done(self, game: str, task: asyncio.Task[Review]) -> None:
        if task.cancelled() or task.exception() is not None:  # the next who asks starts anew
            if self._known.get(game) is task:
                del self._known[game]
            if not task.cancelled():
                log.error("no review of game %s: %s", game, task.exception())
