"""The stand-in and the bot as fixtures: whatever a test does, no request may break the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.adapters.telegram_bot import BotProcess
from tests.adapters.telegram_stand_in import TOKEN, StandIn


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    stand_in = StandIn()
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest.fixture
async def bot(server: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot at work; at the end it stops cleanly, and its log holds no trace and no token."""
    process = BotProcess(server, tmp_path)
    await process.start()
    yield process
    assert await process.stop() == 0
    assert "Traceback" not in process.log, process.log
    assert TOKEN not in process.log
    assert not server.violations, server.violations[:3]
