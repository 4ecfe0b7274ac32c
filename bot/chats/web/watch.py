"""A running or finished game for spectators: turn by turn, in words and with the board as it was."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.cache import LruCache
from bot.chats.web.page_format import runs
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.show.story import told
from bot.conversation.show.words import Words
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.model import Table
from bot.conversation.table.state import Moment
from bot.documents import NeedsNewer
from engine.game import view_for
from engine.state import GameState
from storage import Store

KEPT = 16


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn: what happened in it and how the game stood then."""

    moments: tuple[Moment, ...]
    view: GameState


@dataclass(frozen=True, slots=True)
class Story:
    """A game from its first tile to where it stands."""

    game: str
    version: int
    finished: bool
    table: Table
    steps: tuple[PastTurn, ...]

    def shown(self, language: str) -> dict[str, Any]:
        """The story for the page, in a language."""
        words = Words(catalogue(language), self.table)
        return {
            "game": self.game,
            "version": self.version,
            "finished": self.finished,
            "names": list(self.table.names()),
            "steps": [
                {
                    "ply": step.view.ply,
                    "scores": list(step.view.scores),
                    "lines": [runs(line) for line in told(words, step.view, step.moments)],
                }
                for step in self.steps
            ],
        }

    def picture(self, ply: int, theme: str = "") -> BoardPicture:
        """The board as it stood at a ply, or before the turn that was under way then."""
        step = next((step for step in reversed(self.steps) if step.view.ply <= ply), self.steps[0])
        return BoardPicture(
            game=self.game,
            ply=step.view.ply,
            names=self.table.names(),
            theme=theme or "day",
            language=self.table.language,
            view=step.view,
        )

    def step(self, ply: int) -> PastTurn | None:
        """The step after which the game stood at a ply."""
        return next((step for step in self.steps if step.view.ply == ply), None)


def retell(game: str, setup: bytes, log: tuple[bytes, ...], finished: bool) -> Story:
    """Read a game from its log; moves that were undone are left out."""
    history = GameHistory("watch", setup, log)
    steps = [PastTurn((), view_for(history.states[0], None))]
    steps += [PastTurn(moments, view_for(state, None)) for moments, state in history.turns()]
    return Story(game, len(log), finished, history.table, tuple(steps))


class Stories:
    """Games to watch; the latest are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LruCache[tuple[str, str], Story] = LruCache(KEPT)

    def forget(self) -> None:
        """Drop all games from memory: a user's name was removed from some."""
        self._kept.clear()

    async def find(self, channel: str, game: str = "") -> Story | None:
        """The game of this id, or the one that runs, or else the last one; of a guest at its home.

        None if there is none that can be read.
        """
        channel = await self._store.links.home(channel) or channel
        running = await self._store.tables.load(channel, known=(game, 0) if game else None)
        if running is not None and running.start:
            running = await self._store.tables.load(channel, known=(running.game, 0))
        if running is not None and game in ("", running.game):
            return await self._told(channel, running.game, running.setup, running.log, False)
        if not game:
            last = await self._store.archive.of_channel(channel, limit=1)
            game = last[0].game if last else ""
        if not game:
            return None
        known = self._kept.get((channel, game))
        if known is not None and known.finished:
            return known
        record = await self._store.archive.load(channel, game)
        if record is None:
            return None
        return await self._told(channel, game, record.setup, record.log, True)

    async def _told(
        self, channel: str, game: str, setup: bytes, log: tuple[bytes, ...], finished: bool
    ) -> Story | None:
        known = self._kept.get((channel, game))
        if known is None or (known.version, known.finished) != (len(log), finished):
            try:
                known = await asyncio.to_thread(retell, game, setup, log, finished)
            except (NeedsNewer, *UNREADABLE):
                return None
            self._kept[channel, game] = known
        return known
