"""Discord, Telegram and the room in one process: a table on each, at the same time."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from tests.bot.chats.contract.discord import DiscordPlatform
from tests.bot.chats.contract.place import Place
from tests.bot.chats.contract.room import open_room
from tests.bot.chats.contract.telegram import TelegramPlatform
from tests.support.discord.bot import Bot
from tests.support.discord.stand_in import Discord
from tests.support.telegram.stand_in import TOKEN, StandIn


async def test_one_process_serves_all_chats(tmp_path: Path) -> None:
    telegram = StandIn()
    await telegram.start()
    more = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": telegram.url, "COMPUTER_PACE": "0"}
    try:
        async with Discord() as discord, Bot(discord, tmp_path, **more) as bot:
            places: list[Place] = [
                await DiscordPlatform(discord, bot).place(),
                await TelegramPlatform(telegram, bot).place(),
            ]
            room, lives = await open_room("tower", lambda: _link(bot))
            try:
                await asyncio.gather(*(_play(place) for place in (*places, room)))
            finally:
                for life in lives:
                    life.cancel()
                await asyncio.gather(*lives, return_exceptions=True)
            assert await bot.stop() == 0
            assert discord.world.breaches == telegram.violations == []
    finally:
        await telegram.stop()


def _link(bot: Bot) -> str:
    found = re.search(r"The room is open: (http://\S+)/", bot.log)
    assert found is not None
    return found[1]


async def _play(place: Place) -> None:
    await place.open("Boris")
    for _ in range(3):
        await place.move()
