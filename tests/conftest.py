"""For all tests: the same examples and bags everywhere, a time limit, an order that keeps workers busy."""

from __future__ import annotations

import asyncio
import functools
import gc
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import none

from tests.support.known_bag import use_known_bag

SLOW = (  # the slowest modules, the longest first: no worker should begin one of them at the end
    "tests/bot/chats/telegram/test_games.py",
    "tests/bot/chats/telegram/test_faults.py",
    "tests/bot/chats/web/test_page.py",
    "tests/bot/chats/test_contract.py",
    "tests/bot/chats/discord/test_faults.py",
    "tests/bot/chats/test_topology.py",
    "tests/bot/chats/test_linked.py",
    "tests/bot/chats/web/test_faults.py",
    "tests/storage/test_replicas.py",
    "tests/bot/chats/telegram/test_workers.py",
    "tests/bot/chats/telegram/test_router.py",
    "tests/bot/chats/web/test_amount.py",
    "tests/bot/chats/discord/test_fifty_tables.py",
    "tests/bot/operations/test_at_work.py",
    "tests/bot/chats/discord/test_games.py",
    "tests/bot/cli/test_old_data.py",
    "tests/tools/test_load.py",
    "tests/storage/test_faults.py",
    "tests/bot/cli/test_backup.py",
    "tests/bot/chats/test_together.py",
    "tests/bot/chats/web/test_board_page.py",
    "tests/tools/test_telegram_kills.py",
    "tests/bot/chats/test_doors.py",
    "tests/bot/operations/test_bad_days.py",
)
SOONER = 60.0  # seconds before pytest ends a test that hangs, one that waits is ended where it waits

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Limit every coroutine, and deal the tests to the workers.

    The trace of a coroutine that is ended by its own loop shows the line at which it hung.
    """
    seconds = float(config.getini("faulthandler_timeout")) - SOONER
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = limited(item.obj, seconds)
    items[:] = dealt(items, int(getattr(config, "workerinput", {}).get("workercount", 1)))


class UnknownTexts(logging.Handler):
    """What is logged of texts that English lacks, in this test."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


_UNKNOWN = UnknownTexts()
logging.getLogger("bot.conversation.protocol.catalogue").addHandler(_UNKNOWN)


@pytest.fixture(autouse=True)
def unknown_texts() -> Iterator[list[str]]:
    """The texts that were asked for and are in no catalogue: there must be none."""
    yield _UNKNOWN.lines
    found = _UNKNOWN.lines[:]
    _UNKNOWN.lines.clear()
    assert found == []


def pytest_collection_finish() -> None:
    """The same bag in every game, and the garbage collector away from all that was imported."""
    use_known_bag()
    first_example()
    gc.freeze()


@given(none())
def first_example(nothing: None) -> None:
    """Hypothesis makes its source of chance now: it could not see who holds it, once that is frozen."""
    assert nothing is None


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in as many shares of one size as there are workers, each with slow modules at its start.

    pytest-xdist (worksteal) cuts the list into such shares; a worker that is done takes tests from the end
    of another's.
    """
    slow: dict[str, list[pytest.Item]] = {module: [] for module in SLOW}
    rest = []
    for item in items:
        slow.get(item.nodeid.partition("::")[0], rest).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, module in enumerate(SLOW):
        shares[number % workers] += slow[module]
    for number, share in enumerate(shares):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        count = max(0, size - len(share))
        share += rest[:count]
        rest = rest[count:]
    return [item for share in shares for item in share] + rest


def limited(test: Callable[..., Awaitable[None]], seconds: float) -> Callable[..., Awaitable[None]]:
    """The test with a limit; raises TimeoutError."""

    @functools.wraps(test)
    async def within(**given: Any) -> None:
        async with asyncio.timeout(seconds):
            await test(**given)

    return within
