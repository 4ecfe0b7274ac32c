"""A person is asked to play for another: only that person may answer, and nothing is saved before."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from tests.bot.conversation.test_play import table
from tests.support.stage import Stage


def button(message: Outgoing, label: str) -> str:
    return next(choice.token for choice in message.choices if choice.label == label)


async def test_a_person_who_is_named_is_asked_and_takes_the_seat() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    (asked,) = await stage.say("Anna", "/substitute Dana")
    assert asked.to is None
    assert "@Dana, Anna is asking you to take over" in markup.plain(asked.text)
    assert (await table(stage)).version == 0
    accept = button(asked, "I'll play")
    for other in ("Boris", "Clara", "Anna"):
        assert "for someone else" in (await stage.press(other, accept))[0].text
    told = await stage.press("Dana", accept)
    assert told[0].to is None
    seat = (await table(stage)).table.seats[0]
    assert (seat.player, seat.owner, seat.shown) == ("web:dana", "web:anna", "Dana")
    assert "moved on" in (await stage.press("Dana", accept))[0].text
    await stage.say("Anna", "/substitute back")
    assert (await table(stage)).table.seats[0].player == "web:anna"


async def test_a_person_who_is_named_may_decline() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    (asked,) = await stage.say("Anna", "/substitute @dana")
    decline = button(asked, "No, thanks")
    assert "for someone else" in (await stage.press("Clara", decline))[0].text
    (told,) = await stage.press("Dana", decline)
    assert told.to is None
    assert "Dana can't take over from Anna" in markup.plain(told.text)
    assert (await table(stage)).version == 0


async def test_a_mention_is_asked_by_its_id() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    (asked,) = await stage.say("Anna", "/substitute <@81>")
    assert asked.notify == ("web:81",)
    assert '<u id="web:81">' in asked.text


async def test_the_opener_may_ask_for_an_absent_player() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert "opener" in (await stage.say("Boris", "/substitute Anna Dana"))[0].text
    (asked,) = await stage.say("Anna", "/substitute Boris Dana")
    await stage.press("Dana", button(asked, "I'll play"))
    assert (await table(stage)).table.seats[1].player == "web:dana"


async def test_a_seated_player_cannot_stand_in() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    (asked,) = await stage.say("Anna", "/substitute Clara")
    forged = button(asked, "I'll play").replace(".A.", ".B.")
    assert "moved on" in (await stage.press("Clara", forged))[0].text
    assert (await table(stage)).version == 0
