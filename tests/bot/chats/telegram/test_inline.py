"""Inline mode: what a user can post in any chat is theirs."""

from __future__ import annotations

from pathlib import Path

from bot.conversation.protocol.catalogue import catalogue
from tests.support.telegram.bot import telegram
from tests.support.telegram.inline import words_of
from tests.support.telegram.people import ANNA, BORIS, VERA, Group, buttons, text_of
from tests.support.telegram.stand_in import BOT, Chat, StandIn

ME = f"https://t.me/{BOT['username']}"


def link_of(card: dict[str, object]) -> str:
    """Where the button of a card leads."""
    ((button,),) = card["reply_markup"]["inline_keyboard"]  # type: ignore[index]
    return str(button["url"])


async def test_an_invitation_from_any_chat_leads_to_the_table(tmp_path: Path) -> None:
    server = StandIn()
    server.inline.on = True
    async with telegram(tmp_path, server=server):
        group = Group(server, Chat(-1001, title="Secret club", admins=(ANNA.id,)))
        cards = await server.inline.cards(ANNA, group)
        assert list(cards) == ["bot"]  # no table yet
        assert link_of(cards["bot"]) == f"{ME}?startgroup=true"
        await group.say(ANNA, "/new river")
        await group.until(lambda: buttons(group.last))

        cards = await server.inline.cards(ANNA, group)
        table = next(card for name, card in cards.items() if name.startswith("table."))
        assert "Anna" in words_of(table)
        assert "Secret club" not in str(cards)
        assert list(await server.inline.cards(BORIS, group)) == ["bot"]  # it is not his
        assert list(await server.inline.cards(ANNA, group, "no such thing")) == []

        home = Group(server, Chat(VERA.id, "private"))
        start = link_of(table).partition("?start=")[2]
        assert link_of(table) == f"{ME}?start={start}"
        await home.say(VERA, f"/start {start}")
        await home.until(lambda: any("!join" in data for _, data in buttons(home.last)))
        await home.pressed(VERA, catalogue("bg").label("button.join"))
        await group.until(lambda: any("Вера" in text_of(one) for one in group.messages()))

        await group.say(ANNA, "/link off")  # the table takes no more guests: nobody is invited
        while list(await server.inline.cards(ANNA, group)) != ["bot"]:
            await group.server.wait(group.chat.id, 0.1)
