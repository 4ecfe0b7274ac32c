"""The campaign of kills on Telegram in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.telegram_kills import campaign


@pytest.mark.parametrize(("webhook", "moments"), [(False, 3), (True, 2)])
async def test_command_is_done_once_or_answered_although_the_bot_is_killed(
    tmp_path: Path, moments: int, *, webhook: bool
) -> None:
    assert await campaign(tmp_path, moments, webhook=webhook) == []
