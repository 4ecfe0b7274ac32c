"""Fifty tables at once on one process with two shards: how long everybody waits for an acknowledgement."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.support.discord.bot import Bot
from tests.support.discord.checks import breaches
from tests.support.discord.people import Game, User
from tests.support.discord.stand_in import Discord

TABLES = 50
SAMPLE = 7  # every so many requests are checked against the specification, after the clock has stopped


async def fifty_tables(folder: Path, seconds: float) -> tuple[list[float], list[str]]:
    """(the seconds until each press was acknowledged, sorted; what broke the specification or a limit)."""
    async with Discord(guilds=2, shards=2, check=False) as discord, Bot(discord, folder):
        games = []
        for number in range(TABLES):
            users = [User(discord, f"{1000 + number}{seat}", f"P{seat}") for seat in range(2)]
            games.append(Game(discord, await discord.new_channel(number % 2), users))
        await asyncio.gather(*(game.open() for game in games))
        discord.world.interactions.clear()
        until = time.monotonic() + seconds

        async def play(game: Game) -> None:
            while time.monotonic() < until and await game.step():
                pass

        await asyncio.gather(*(play(game) for game in games))
        found = [line for request in discord.unchecked[::SAMPLE] for line in breaches(*request)]
        return sorted(discord.world.latencies()), found + list(discord.world.breaches)
