"""Whole games on Telegram: the unmodified bot, its real library, real sockets, people who press buttons."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from bot.conversation.protocol.catalogue import catalogue
from engine.game import GAMES
from tests.support.telegram.bot import telegram
from tests.support.telegram.fifty_tables import many_tables
from tests.support.telegram.inline import words_of
from tests.support.telegram.people import ANNA, BORIS, VERA, Group, Players, TelegramUser, buttons, text_of
from tests.support.telegram.stand_in import BOT, Chat, StandIn

EVERYTHING = " ".join([*(box.key for box in GAMES["carcassonne"].boxes), "river_with_carcassonne=allowed"])
TABLES = {
    "base": ((ANNA, BORIS, VERA), "computers=1_easy"),
    "over hill and dale": ((BORIS, VERA), "over_hill_and_dale"),
    "every box": ((ANNA, BORIS), EVERYTHING),
}

SOMETHING = {"message_id": 3, "date": 1, "text": "the rules of our group"}


async def play(server: StandIn, number: int, name: str) -> None:
    """One table from the lobby to the final score."""
    rights = {"admins": (ANNA.id, BOT["id"]), "may_pin": number > 0, "may_react": number != 1}
    group = Group(server, Chat(-1001 - number, **rights))
    theirs = await server.notice(group.chat, ANNA.data, pinned_message=SOMETHING | {"chat": group.chat.data})
    people, wishes = TABLES[name]
    players = Players(group, people, name)
    await players.open(wishes)
    end = await players.play()
    assert end is not None
    said = "\n".join(text_of(one) for one in group.messages()[-6:])  # the ranking leads a long end
    assert re.search(r"^1\. ", said, re.MULTILINE), name
    shown = end["message_id"]
    await group.until(  # old controls go
        lambda: [one["message_id"] for one in group.messages() if buttons(one)] == [shown]
    )
    await group.until(lambda: not group.chat.pinned)  # the board was pinned, where the bot may
    assert group.chat.pins == (number > 0)
    await group.until(lambda: list(group.chat.notices) == [theirs])  # the lines about its own pins are gone
    await group.until(lambda: group.chat.reactions == ({shown: "🏆"} if number != 1 else {}))


async def test_whole_games_by_pressing(tmp_path: Path) -> None:
    """Several tables at once, each from the lobby to the final score, with every kind of decision."""
    server = StandIn()
    server.inline.on = True
    async with telegram(tmp_path, server=server):
        await asyncio.gather(*(play(server, number, name) for number, name in enumerate(TABLES)))
        assert len(server.answers) == len(server.delivered)  # every press is answered
        await results_are_shared(server)


async def results_are_shared(server: StandIn) -> None:
    """By the button below a result its players post it in any chat, with its picture; nobody else does."""
    group = Group(server, server.chats[-1001])
    rows = group.last["reply_markup"]["inline_keyboard"]
    game = next(one["switch_inline_query"] for row in rows for one in row if "switch_inline_query" in one)
    shared = await server.inline.cards(BORIS, group, game)
    assert list(shared) == [f"result.{game}"]
    assert shared[f"result.{game}"]["photo_file_id"] == group.last["photo"][-1]["file_id"]
    assert re.search(r"^1\. ", words_of(shared[f"result.{game}"]), re.MULTILINE)
    assert not await server.inline.cards(TelegramUser(99, "Stranger"), group, game)


async def test_many_tables_at_once(tmp_path: Path) -> None:
    """Every press is answered while fifty tables play; how soon, `make bench` measures."""
    times, _ = await many_tables(tmp_path, pause=0.0, limit=100_000)
    assert len(times) >= 50 * 5


async def test_topic_is_a_channel_of_its_own(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        chat = Chat(-1002, admins=(ANNA.id,))
        tables = [Players(Group(server, chat, topic), (ANNA, VERA), topic) for topic in (None, 7, 9)]
        await asyncio.gather(*(table.open() for table in tables))
        await asyncio.gather(*(table.play(4) for table in tables))
        games = {buttons(table.shown())[0][1].partition(":")[0] for table in tables}
        assert len(games) == 3
        # a message that Telegram no longer shows to the bot: the button itself knows its topic
        message = await tables[1].ready()
        assert message is not None
        data = next(data for _, data in buttons(message) if data.endswith("@7"))
        answer = await tables[1].group.answer(await tables[1].group.press(ANNA, message, data, old=True))
        assert answer.get("text") != catalogue("en").label("stale")  # as it would be in another topic
