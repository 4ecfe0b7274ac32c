"""Metrics for the operator, in the format of Prometheus; docs/operations.md has a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

from bot.cache import LruCache
from bot.conversation.protocol.messages import Outgoing
from bot.operations.events import Watch

PLATFORMS = ("discord", "telegram", "web")
KEPT = 10_000  # turns that are not shown yet
TURN = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # seconds
STORE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 4.0, 10.0)


@dataclass(slots=True)
class TimedTurn:
    """A command that is running."""

    platform: str
    began: float
    saved: bool = False


_turn: ContextVar[TimedTurn | None] = ContextVar("turn", default=None)


def platform_of(channel: str) -> str:
    """The platform of a channel; few and known, because each is a line in the figures."""
    name = channel.partition(":")[0]
    return name if name in PLATFORMS else "other"


class Metrics(Watch):
    """The watch that counts; `registry` is published."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._unseen: LruCache[tuple[str, str], float] = LruCache(KEPT)  # saved and not shown yet
        self.registry = registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=registry)

        def timed(name: str, what: str, label: str, buckets: tuple[float, ...]) -> Histogram:
            return Histogram(f"bastide_{name}_seconds", what, [label], registry=registry, buckets=buckets)

        self.command = timed("command", "From a command to its answer, before it is shown", "platform", TURN)
        self.turn_saved = timed("turn_saved", "From a command to its move being saved", "platform", TURN)
        self.turn_shown = timed("turn_shown", "From a command to its move being shown", "platform", TURN)
        self.picture = timed("picture", "Time to draw a picture", "kind", TURN)
        self.computer = timed("computer", "From a question to a computer player's answer", "level", TURN)
        self.store = timed("store", "Time of a request to the store, tries included", "operation", STORE)
        self.trouble = Counter(
            "bastide_store_trouble",
            "Requests that the store refused (conflict: another writer came first) or could not answer",
            ["operation", "outcome"],
            registry=registry,
        )
        self.requests = Counter(
            "bastide_platform_requests",
            "Answers of a platform by status; 429 is its rate limit",
            ["platform", "status"],
            registry=registry,
        )
        self.alarms = Counter("bastide_alarms", "Deadlines handled", ["outcome"], registry=registry)
        self.late = Gauge("bastide_deadline_lag_seconds", "Age of the oldest due deadline", registry=registry)
        self.tables = Gauge("bastide_open_tables", "Tables with a running game", registry=registry)
        self.waiting = Gauge("bastide_waiting", "What waits for its turn", ["queue"], registry=registry)
        self.connected = Gauge("bastide_connected", "Whether a chat is there", ["chat"], registry=registry)
        for platform in PLATFORMS[:2]:  # so that a rate can be taken before the first
            self.requests.labels(platform, "429")
        for outcome in ("conflict", "failed"):
            self.trouble.labels("save", outcome)

    # -- the port -----------------------------------------------------------------------------------

    def stored(self, operation: str, seconds: float, outcome: str) -> None:
        """Time the store; the first save of a command is the moment from which its move stands."""
        self.store.labels(operation).observe(seconds)
        if outcome != "ok":
            self.trouble.labels(operation, outcome).inc()
            return
        turn = _turn.get()
        if operation == "save" and turn is not None and not turn.saved:
            turn.saved = True
            self.turn_saved.labels(turn.platform).observe(self._clock() - turn.began)

    def drawn(self, kind: str, seconds: float) -> None:
        """Time a picture."""
        self.picture.labels(kind).observe(seconds)

    def answered(self, platform: str, status: int) -> None:
        """Count an answer."""
        self.requests.labels(platform, str(status)).inc()

    def shown(self, channel: str, slot: str) -> None:
        """The message of this slot is shown now."""
        began = self._unseen.pop((channel, slot), None)
        if began is not None:
            self.turn_shown.labels(platform_of(channel)).observe(self._clock() - began)

    # -- turns --------------------------------------------------------------------------------------

    @contextmanager
    def turn(self, channel: str) -> Iterator[TimedTurn]:
        """Time a command from here on."""
        turn = TimedTurn(platform_of(channel), self._clock())
        token = _turn.set(turn)
        try:
            yield turn
        finally:
            _turn.reset(token)
            self.command.labels(turn.platform).observe(self._clock() - turn.began)

    def told(self, turn: TimedTurn, messages: list[Outgoing]) -> None:
        """Note the messages of a command that saved a move: they should be shown soon."""
        if not turn.saved:
            return
        for message in messages:
            if message.to is None and message.slot:
                self._unseen.setdefault((message.channel, message.slot), turn.began)
