"""The service and the computer players, measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.ports import ComputerPlayer
from bot.conversation.service import Service
from bot.operations.metrics import Metrics
from engine import players
from engine.actions import Action
from engine.players import GameReview, Hint, Position
from engine.record import Record
from engine.state import GameState
from storage.port import ALARM


class MeasuredService(Service):
    """The service, timed."""

    def __init__(self, service: Service, metrics: Metrics) -> None:
        super().__init__(service.repository)
        self._metrics = metrics

    async def handle(self, command: Command) -> list[Outgoing]:
        """Run a command."""
        with self._metrics.turn(command.channel) as turn:
            messages = await super().handle(command)
        self._metrics.told(turn, messages)
        return messages

    async def alarm(self, channel: str, at: float, name: str = ALARM) -> list[Outgoing]:
        """Handle the alarm of a table."""
        outcome = "failed"
        try:
            messages = await super().alarm(channel, at, name)
            outcome = "ok"
        finally:
            self._metrics.alarms.labels(outcome).inc()
        return messages


class MeasuredComputers:
    """Computer players, timed; `waiting` is the number of questions that no process has taken yet."""

    def __init__(self, computers: ComputerPlayer, places: int, metrics: Metrics) -> None:
        self._computers = computers
        self._places = places
        self._metrics = metrics
        self._asked = 0

    @property
    def waiting(self) -> int:
        """Questions that wait for a process."""
        return max(0, self._asked - self._places)

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        """The choice for a seat."""
        with self._thinking(level if level in players.LEVELS else "other"):
            return await self._computers.choose(view, seat, level)

    async def hint(self, view: GameState, seat: int) -> Hint:
        """Advice for a seat."""
        with self._thinking("hint"):
            return await self._computers.hint(view, seat)

    async def review(self, game: Record, progress: Callable[[float], None]) -> GameReview:
        """What cost each player most."""
        with self._thinking("review"):
            return await self._computers.review(game, progress)

    async def position(self, seed: str) -> Position | None:
        """A position of the day."""
        with self._thinking("position"):
            return await self._computers.position(seed)

    @contextmanager
    def _thinking(self, what: str) -> Iterator[None]:
        began = time.perf_counter()
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1
            self._metrics.computer.labels(what).observe(time.perf_counter() - began)
