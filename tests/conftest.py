"""What holds for all tests: the same examples on every machine, however slow, and no test hangs for ever."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

SOONER = 60.0  # seconds before pytest ends a test that hangs, one that waits is ended where it waits

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The trace of a coroutine that is ended by its own loop shows the line at which it hung."""
    seconds = float(config.getini("faulthandler_timeout")) - SOONER
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = limited(item.obj, seconds)


def limited(test: Callable[..., Awaitable[None]], seconds: float) -> Callable[..., Awaitable[None]]:
    """The test with a limit; raises TimeoutError."""

    @functools.wraps(test)
    async def within(**given: Any) -> None:
        async with asyncio.timeout(seconds):
            await test(**given)

    return within
