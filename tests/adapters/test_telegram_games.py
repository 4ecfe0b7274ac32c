"""Whole games on Telegram: the unmodified bot, its real library, real sockets, people who press buttons."""

from __future__ import annotations

import asyncio
import statistics
from pathlib import Path

import pytest

from bot.conversation.catalogue import catalogue
from tests.adapters.telegram_bot import telegram
from tests.adapters.telegram_people import ANNA, BORIS, VERA, Group, Players, Somebody, buttons, text_of
from tests.adapters.telegram_stand_in import Chat

TABLES = {
    "base": ((ANNA, BORIS, VERA), "computers=1_easy"),
    "princess and dragon": ((ANNA, BORIS), "princess_dragon"),
    "bazaars": ((ANNA, BORIS, VERA), "bazaars bazaar_mode=auction"),
    "over hill and dale": ((BORIS, VERA), "over_hill_and_dale"),
    "every box": ((ANNA, BORIS), "royal_gift"),
}


@pytest.mark.parametrize("name", TABLES)
async def test_a_whole_game(tmp_path: Path, name: str) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, admins=(ANNA.id,)))
        people, wishes = TABLES[name]
        players = Players(group, people, name)
        await players.open(wishes)
        end = await players.play()
        assert end is not None
        assert "1." in text_of(end)
        await group.until(
            lambda: [one for one in group.messages() if buttons(one)] == [end]
        )  # old controls go
        assert len(server.answers) == len(server.delivered)  # every press is answered


async def test_many_tables_at_once(tmp_path: Path) -> None:
    """Presses are answered at once while fifty tables play: about ten presses a second."""

    async def sit_down(table: Players, late: float) -> None:
        await asyncio.sleep(late)
        await table.open()
        for _ in range(3):
            message = await table.ready()
            assert message is not None
            await table.step(message)
            await asyncio.sleep(2)

    async with telegram(tmp_path) as (server, _):
        people = [(Somebody(100 + n, f"A{n}"), Somebody(300 + n, f"B{n}", "bg")) for n in range(50)]
        tables = [Players(Group(server, Chat(-5000 - n)), pair, n) for n, pair in enumerate(people)]
        await asyncio.gather(*(sit_down(table, n / 5) for n, table in enumerate(tables)))
        assert len(server.latency) >= 50 * 5
        assert statistics.quantiles(server.latency, n=100)[98] < 1.0


async def test_a_topic_is_a_channel_of_its_own(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        chat = Chat(-1002, admins=(ANNA.id,))
        tables = [Players(Group(server, chat, topic), (ANNA, VERA), topic) for topic in (None, 7, 9)]
        await asyncio.gather(*(table.open() for table in tables))
        await asyncio.gather(*(table.play(4) for table in tables))
        games = {buttons(table.group.last)[0][1].partition(":")[0] for table in tables}
        assert len(games) == 3
        # a message that Telegram no longer shows to the bot: the button itself knows its topic
        message = await tables[1].ready()
        assert message is not None
        data = next(data for _, data in buttons(message) if data.endswith("@7") and "!undo" in data)
        answer = await tables[1].group.answer(await tables[1].group.press(ANNA, message, data, old=True))
        assert answer.get("text") != catalogue("en").label("stale")  # as it would be in another topic
