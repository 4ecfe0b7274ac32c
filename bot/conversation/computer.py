"""The engine's computer players behind the conversation's port: thinking happens off the event loop."""

from __future__ import annotations

import asyncio

from engine import players
from engine.actions import Action
from engine.record import Record
from engine.state import GameState

LEVELS = tuple(level for level in players.LEVELS if level != "random")  # random is for tests


class EngineComputer:
    """Chooses with the players of the engine, from a view alone."""

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        """The choice for a seat; a level that is gone plays as normal."""
        known = level if level in players.LEVELS else "normal"
        return await asyncio.to_thread(players.choose, known, view, seat)

    async def hint(self, view: GameState, seat: int) -> players.Hint:
        """What a seat could play, and why."""
        return await asyncio.to_thread(players.hint, view, seat)

    async def review(self, game: Record) -> tuple[tuple[players.Costly, ...], ...]:
        """The moves that cost each seat of a game most."""
        return await asyncio.to_thread(players.review, game)
