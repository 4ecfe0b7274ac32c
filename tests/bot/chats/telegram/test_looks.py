"""What a new server adds to messages; what an old one does not know is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.conversation.protocol.catalogue import catalogue
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, Group, buttons, text_of
from tests.support.telegram.stand_in import Chat, StandIn

EN = catalogue("en")


@pytest.mark.parametrize("modern", [True, False])
async def test_a_decided_question_in_private_keeps_disabled_buttons(tmp_path: Path, *, modern: bool) -> None:
    async with telegram(tmp_path, server=StandIn(modern=modern)) as (server, _):
        home = Group(server, Chat(ANNA.id, "private"))
        await home.say(ANNA, "/forget")
        asked = await home.until(lambda: next(filter(buttons, home.messages()), None))
        (button,) = asked["reply_markup"]["inline_keyboard"][0]
        assert button.get("style") == ("danger" if modern else None)
        await home.pressed(ANNA, EN.label("button.forget"))
        left = await home.until(
            lambda: (now := home.chat.messages[asked["message_id"]]) and not buttons(now) and now
        )
        rows = left.get("reply_markup", {}).get("inline_keyboard", [])
        ticked = f"✓ {EN.label('button.forget')}"
        assert rows == ([[{"text": ticked, "disabled": {}}]] if modern else [])


async def test_mygames_names_groups_and_topics_and_opens_them(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        club = Group(server, Chat(-1001234, title="Club <&>"))
        topic = Group(server, Chat(-1005678, title="Forum"), 7)
        home = Group(server, Chat(ANNA.id, "private"))
        for table in (club, topic):
            await table.say(ANNA, "/new")
            await table.until(lambda table=table: buttons(table.last))
        await home.say(ANNA, "/mygames")
        listed = await home.seen("Club <&>: ")
        assert "\nForum · Evening: " in text_of(listed)
        rows = listed["reply_markup"]["inline_keyboard"]
        ways = {one["url"]: one["text"] for row in rows for one in row}
        assert ways == {
            f"https://t.me/c/1234/{club.last['message_id']}": "Open: Club <&>",
            f"https://t.me/c/5678/7/{topic.last['message_id']}": "Open: Forum · Evening",
        }
