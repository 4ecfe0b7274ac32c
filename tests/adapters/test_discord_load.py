"""Fifty tables at once on one process with two shards: everybody is answered in time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.adapters.discord_bot import Bot
from tests.adapters.discord_checks import breaches
from tests.adapters.discord_people import Game, User
from tests.adapters.discord_stand_in import Discord

TABLES = 50
SECONDS = 10.0
SAMPLE = 7  # every so many requests are checked against the specification, after the clock has stopped


async def test_fifty_tables_at_once(tmp_path: Path) -> None:
    """Ninety-nine of a hundred presses are acknowledged within a second while fifty tables play."""
    async with Discord(guilds=2, shards=2, check=False) as discord, Bot(discord, tmp_path):
        games = []
        for number in range(TABLES):
            users = [User(discord, f"{1000 + number}{seat}", f"P{seat}") for seat in range(2)]
            games.append(Game(discord, await discord.new_channel(number % 2), users))
        await asyncio.gather(*(game.open() for game in games))
        discord.world.interactions.clear()
        until = time.monotonic() + SECONDS

        async def play(game: Game) -> None:
            while time.monotonic() < until and await game.step():
                pass

        await asyncio.gather(*(play(game) for game in games))
        times = sorted(discord.world.latencies())
        assert len(times) >= TABLES
        assert times[int(len(times) * 0.99)] < 1.0, times[-10:]
        print(f"{len(times)} presses, median {times[len(times) // 2]:.3f} s, worst {times[-1]:.3f} s")
        found = [line for request in discord.unchecked[::SAMPLE] for line in breaches(*request)]
        assert found == []
        assert discord.world.breaches == []
