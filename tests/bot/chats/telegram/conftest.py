"""Several workers on one store, for the tests of Telegram that need them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.chats.telegram import updates
from bot.chats.telegram.workers import membership
from tests.support.redis_servers import Server
from tests.support.telegram.people import PATIENCE


@pytest.fixture
def quick_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are heard of sooner than in real life, and missed only when they go."""
    monkeypatch.setattr(membership, "BEAT", 0.1)
    monkeypatch.setattr(membership, "LEASE", PATIENCE)
    monkeypatch.setattr(membership, "SETTLED", 0.5)
    monkeypatch.setattr(updates, "ACKNOWLEDGE_WITHIN", PATIENCE)  # an answer says all that there is to say


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("redis"))
    yield running
    running.stop()
