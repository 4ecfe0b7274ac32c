"""The bot in front of the stand-in for Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.locales.languages import LANGUAGES
from tests.support.running_bot import RunningBot
from tests.support.telegram.stand_in import TOKEN, StandIn

LISTS = 1 + len(LANGUAGES)  # of commands: one for each language, and one for all others


class BotProcess(RunningBot):
    """The bot; it is ready when it has told Telegram its commands."""

    def __init__(self, server: StandIn, folder: Path, **environment: str) -> None:
        own = {
            "BASTIDE_DATA": str(folder / "data"),
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": server.url,
            "TELEGRAM_GROUP_PER_MINUTE": "100000",
        }
        super().__init__(folder, **(own | environment))
        self.server = server

    def ready(self) -> bool:
        return len(self.server.commands) == LISTS

    async def start(self) -> None:
        self.server.commands.clear()
        await super().start()


@asynccontextmanager
async def telegram(
    folder: Path, *, server: StandIn | None = None, **environment: str
) -> AsyncIterator[tuple[StandIn, BotProcess]]:
    """The stand-in and the bot at work; no request may break the rules of the API.

    At the end the bot stops cleanly, and its log holds no traceback and no token.
    """
    server = server or StandIn()
    await server.start()
    bot = BotProcess(server, folder, **environment)
    try:
        await bot.start()
        yield server, bot
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log, bot.log
        assert TOKEN not in bot.log
        assert not server.violations, server.violations[:3]
        assert bot.starts > 1 or not server.repeated  # only a bot that was restarted answers twice
    finally:
        await bot.kill()
        await server.stop()
