"""What a new server adds to messages; what an old one does not know is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.conversation.protocol.catalogue import catalogue
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, Group, buttons
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
