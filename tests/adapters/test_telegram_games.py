"""Whole games on Telegram: the unmodified bot, its real library, real sockets, people who press buttons."""

from __future__ import annotations

import asyncio
import statistics

import pytest

from tests.adapters.telegram_bot import BotProcess
from tests.adapters.telegram_fixtures import bot, server
from tests.adapters.telegram_people import ANNA, BORIS, VERA, Group, Players, Somebody, buttons, text_of
from tests.adapters.telegram_stand_in import COUNTED, Chat, StandIn

__all__ = ("bot", "server")

TABLES = {
    "base": "computers=3_easy",
    "princess and dragon": "princess_dragon computers=3_easy",
    "bazaars": "bazaars bazaar_mode=auction computers=3_easy",
    "over hill and dale": "over_hill_and_dale computers=2_easy",
    "every box": "royal_gift max_players=6 computers=4_easy",
}


@pytest.mark.parametrize("name", TABLES)
async def test_a_whole_game(server: StandIn, bot: BotProcess, name: str) -> None:
    group = Group(server, Chat(-1001, admins=(ANNA.id,)))
    players = Players(group, (ANNA, BORIS), name)
    await players.open(TABLES[name])
    end = await players.play()
    assert end is not None
    assert "1." in text_of(end)
    await asyncio.sleep(1.2)
    pressable = [message["message_id"] for message in group.messages() if buttons(message)]
    assert pressable == [end["message_id"]]  # old controls are gone


async def test_many_tables_at_once(server: StandIn, bot: BotProcess) -> None:
    people = [(Somebody(100 + n, f"A{n}"), Somebody(300 + n, f"B{n}", "bg")) for n in range(50)]
    tables = [
        Players(Group(server, Chat(-5000 - n, admins=())), pair, n) for n, pair in enumerate(people)
    ]
    await asyncio.gather(*(table.open() for table in tables))
    await asyncio.gather(*(table.play(4) for table in tables))
    slowest = statistics.quantiles(server.latency, n=100)[98]
    assert len(server.latency) >= 50 * 6
    print(f'{len(server.latency)} presses, p99 {slowest:.3f} s')
    assert slowest < 1.0, slowest


async def test_a_topic_is_a_channel_of_its_own(server: StandIn, bot: BotProcess) -> None:
    chat = Chat(-1002, admins=(ANNA.id,))
    tables = [
        Players(Group(server, chat, topic), (ANNA, VERA), topic) for topic in (None, 7, 9)
    ]
    await asyncio.gather(*(table.open() for table in tables))
    await asyncio.gather(*(table.play(6) for table in tables))
    games = {buttons(table.group.last)[0][1].partition(":")[0] for table in tables}
    assert len(games) == 3
    message = await tables[1].ready()
    assert message is not None
    data = next(data for _, data in buttons(message) if "!why" in data)
    query = await tables[1].group.press(VERA, message, data, old=True)  # too old for Telegram to show it
    assert "stale" not in (await tables[1].group.answer(query)).get("text", "")
    assert all(method in COUNTED for _, method in chat.requests)
