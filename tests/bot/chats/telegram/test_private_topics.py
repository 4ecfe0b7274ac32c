"""Topics in private chats: each table has its own, and so has what is told about a group."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from telegram.error import BadRequest

from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.topics import PrivateTopics, topic_link
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.table.channels import TITLE
from tests.bot.chats.telegram.test_chat import stored
from tests.support.empty_store import empty_store
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, Group, Players, TelegramUser, buttons, moves, text_of
from tests.support.telegram.stand_in import Chat, StandIn

ZOE = TelegramUser(90210, "Zoe <&>")


async def topic(chat: Chat, group: Group, name: str) -> Group:
    """The topic of this name, once it is there."""
    number = await group.until(
        lambda: next((one for one, known in chat.topic_names.items() if known == name), 0)
    )
    return Group(group.server, chat, number)


async def test_every_table_has_a_topic_of_the_private_chat(tmp_path: Path) -> None:
    server = StandIn()
    server.private_topics = True
    async with telegram(tmp_path, server=server) as (_, bot):
        main = Group(server, Chat(ZOE.id, "private"))
        await main.say(ZOE, "/start")
        await main.seen("Bastide")
        tables = []
        for number in (1, 2):
            await main.say(ZOE, "/new computers=1_easy")
            tables.append(await topic(main.chat, main, f"Table {number}"))
            await tables[-1].until(lambda there=tables[-1]: buttons(there.last))
        for there in tables:
            await there.say(ZOE, "/start")
            await there.until(lambda there=there: moves(there.last))
        assert len({moves(there.last)[0].partition(":")[0] for there in tables}) == 2
        assert len(main.messages()) == 1

        # what is about a group has one topic, which is named after it; a look that is typed there is about it
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        await Players(group, (ANNA, ZOE)).open()
        await group.pressed(ZOE, "Score")
        club = await topic(main.chat, main, "Club")
        await club.until(lambda: "photo" in club.last)
        for line in ("/fields", "/score"):
            before = len(club.messages())
            await club.say(ZOE, line)
            await club.until(lambda before=before: len(club.messages()) > before)
            assert "photo" in club.last
        await bot.kill()
        await bot.start()
        before = len(club.messages())
        await group.pressed(ZOE, "Score")
        await club.until(lambda: len(club.messages()) > before)
        assert sorted(main.chat.topic_names.values()) == ["Club", "Table 1", "Table 2"]

        # a topic that is deleted: everything comes in the chat itself, and its buttons count
        for there in (club, tables[0]):
            there.chat.topics.discard(there.topic or 0)
        await group.pressed(ZOE, "Bag")
        await main.seen("tiles left")
        while not moves(main.last):
            now = tables[0].last
            await main.answer(await main.press(ZOE, now, moves(now)[0]))
            await main.until(
                lambda now=now: moves(main.last) or (moves(tables[0].last) and tables[0].last != now)
            )
        turn = main.last
        assert moves(turn)[0].endswith(f"@{tables[0].topic}")
        await main.answer(await main.press(ZOE, turn, moves(turn)[-1]))
        await main.until(lambda: main.last != turn)

        await main.say(ZOE, "/forget")
        await main.until(lambda: any("!forget.yes" in data for _, data in buttons(main.last)))
        await main.pressed(ZOE, catalogue("en").label("button.forget"))
        await group.seen("Player B")
        await main.until(lambda: b"90210" not in stored(tmp_path))
        assert b"Zoe" not in stored(tmp_path)
        assert not any("Traceback" in text_of(one) for one in main.messages())


async def test_a_topic_is_opened_once_and_without_topics_there_is_the_chat() -> None:
    made: list[str] = []

    async def create(_: int, name: str) -> Any:
        if name == "Closed":
            raise BadRequest("the chat is not a forum")
        made.append(name)
        return SimpleNamespace(message_thread_id=70 + len(made))

    me = SimpleNamespace(has_topics_enabled=True)
    bot: Any = SimpleNamespace(bot=me, create_forum_topic=create)
    users = empty_store().users
    await users.set_channel_setting("telegram:-1", TITLE, b"Club")
    await users.set_channel_setting("telegram:-2", TITLE, b"Closed")
    for _ in range(2):  # the second time after a restart
        topics = PrivateTopics(bot, users)
        assert await topics.opened(7, 5001, "Table {n}") == ChatTopic(7, 71)
        assert await topics.about(7, "telegram:-1") == ChatTopic(7, 72)
        assert await topics.about(7, "telegram:-2") == ChatTopic(7)  # it cannot be opened
    assert await topics.group(ChatTopic(7, 72)) == "telegram:-1"
    assert await topics.group(ChatTopic(7, 71)) == ""
    assert await topics.opened(7, 5002, "Table {n}") == ChatTopic(7, 73)
    assert made == ["Table 1", "Club", "Table 2"]
    me.has_topics_enabled = False
    assert await topics.about(7, "telegram:-1") == ChatTopic(7)
    assert await topics.opened(7, 5003, "Table {n}") is None
    assert topic_link("telegram:7:71") == ""  # nothing leads to a topic of a private chat
