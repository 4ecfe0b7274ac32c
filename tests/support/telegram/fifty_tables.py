"""Fifty tables at once on Telegram: how long people wait until a press is answered."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.telegram.bot import telegram
from tests.support.telegram.people import Group, Players, TelegramUser
from tests.support.telegram.stand_in import Chat


async def many_tables(folder: Path, pause: float, limit: int) -> tuple[list[float], int]:
    """(the seconds until each press was answered, sorted; the most requests to a group in any minute).

    People wait `pause` seconds between their presses.
    """

    async def sit_down(table: Players, late: float) -> None:
        await asyncio.sleep(late)
        await table.open()
        for _ in range(3):
            message = await table.ready()
            if message is None:
                raise AssertionError("a table stands still")
            await table.step(message)
            await asyncio.sleep(pause)

    async with telegram(folder, TELEGRAM_GROUP_PER_MINUTE=str(limit)) as (server, _):
        people = [(TelegramUser(100 + n, f"A{n}"), TelegramUser(300 + n, f"B{n}", "bg")) for n in range(50)]
        tables = [Players(Group(server, Chat(-5000 - n)), pair, n) for n, pair in enumerate(people)]
        await asyncio.gather(*(sit_down(table, n * pause / 10) for n, table in enumerate(tables)))
        busiest = max(table.group.chat.busiest() for table in tables)
    return sorted(server.latency), busiest
