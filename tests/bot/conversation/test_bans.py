"""Bans and limits: admins decide who plays, every refusal is answered and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.conversation.commands.group import bans
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command
from bot.conversation.table.repository import Policy
from tests.bot.conversation.test_play import table
from tests.support.stage import CHANNEL, Stage, option_choices

PERSONAL = {name for name, row in COMMANDS.items() if row.for_banned}


async def banned_table(language: str = "en") -> Stage:
    """Anna, an admin, plays with Boris, and bans him."""
    stage = Stage(language=language)
    stage.person("Anna", admin=True)
    await stage.open("Anna", "Boris", "Clara")
    await stage.say("Anna", "/ban Boris")
    return stage


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_banned_user_is_refused_in_private_and_changes_nothing(language: str) -> None:
    stage = await banned_table(language)
    polite = catalogue(language).text("banned")
    before = await table(stage)
    for name in sorted(set(COMMANDS) - PERSONAL):
        (answer,) = await stage.say("Boris", f"/{name}")
        assert (answer.text, answer.to) == (polite, "web:boris"), name
    message = (await stage.say("Anna", "/board"))[0]
    for choice in message.choices:
        (answer,) = await stage.press("Boris", choice.token)
        assert (answer.text, answer.to) == (polite, "web:boris"), choice
    assert (await table(stage)).version == before.version


async def test_a_banned_user_may_still_resign_and_be_forgotten() -> None:
    stage = await banned_table()
    assert {"forget", "resign"} <= PERSONAL
    for name in sorted(PERSONAL):
        assert (await stage.say("Boris", f"/{name}"))[0].text != catalogue("en").text("banned"), name
    token = f"{(await table(stage)).game}:0:!resign.yes"
    assert "gives up" in (await stage.press("Boris", token))[0].text
    assert await stage.say("Boris", "hello everybody") == []


async def test_only_admins_ban_and_not_themselves() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    for line in ("/ban Boris", "/unban Boris", "/ban"):
        assert "Only an admin" in (await stage.say("Anna", line))[0].text
    stage.person("Anna", admin=True)
    assert "yourself" in (await stage.say("Anna", "/ban Anna"))[0].text
    assert "Nobody is banned" in (await stage.say("Anna", "/ban"))[0].text
    assert (await stage.say("Boris", "/board"))[0].to is None


async def test_a_ban_offers_to_kick_the_banned_player() -> None:
    stage = Stage()
    stage.person("Anna", admin=True)
    await stage.open("Anna", "Boris", "Clara")
    (answer,) = await stage.say("Anna", "/ban Boris")
    assert answer.to == "web:anna"
    (kick,) = answer.choices
    assert "was removed" in (await stage.press("Anna", kick.token))[0].text
    assert (await table(stage)).table.people() == ["web:anna", "web:clara"]


async def test_a_ban_is_listed_and_lifted() -> None:
    stage = await banned_table()
    assert "1. Boris" in (await stage.say("Anna", "/ban"))[0].text
    await stage.say("Anna", "/ban <@!777>")
    assert "2. " in (await stage.say("Anna", "/unban nobody"))[0].text
    assert "again" in (await stage.say("Anna", "/unban boris"))[0].text
    assert (await stage.say("Boris", "/board"))[0].to is None
    assert "again" in (await stage.say("Anna", "/unban 777"))[0].text
    assert "Nobody is banned" in (await stage.say("Anna", "/unban 1"))[0].text


async def test_a_ban_holds_in_the_whole_group_and_nowhere_else() -> None:
    stage = Stage()
    anna, boris = stage.person("Anna", admin=True), stage.person("Boris")
    thread = Command(anna, "web:thread1", stage.now, "ban", ("web:boris1",), group="web:group")
    await stage.handle(replace(thread, name="new", args=()))
    stage.people["Boris"] = boris = replace(boris, id="web:boris1")
    assert "can't play in this group" in (await stage.handle(thread))[0].text
    opening = Command(boris, "web:thread2", stage.now, "new", group="web:group")
    assert (await stage.handle(opening))[0].to == boris.id
    assert (await stage.handle(replace(opening, group="web:elsewhere")))[0].to is None


async def test_a_banned_admin_is_not_refused() -> None:
    stage = await banned_table()
    stage.person("Boris", admin=True)
    assert (await stage.say("Boris", "/board"))[0].to is None


async def test_a_forgotten_user_stays_banned_without_a_name() -> None:
    stage = await banned_table()
    assert "Done" in (await stage.press("Boris", "me:0:!forget.yes"))[-1].text
    assert (await stage.say("Boris", "/new"))[0].text == catalogue("en").text("banned")
    listed = (await stage.say("Anna", "/ban"))[0].text
    assert "1. a person who asked to be forgotten" in listed
    assert "Boris" not in listed
    assert "again" in (await stage.say("Anna", "/unban 1"))[0].text


async def test_a_full_ban_list_refuses_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bans, "MOST", 1)
    stage = await banned_table()
    assert "holds 1 person" in (await stage.say("Anna", "/ban Clara"))[0].text


# -- limits ------------------------------------------------------------------------------------------------


async def test_one_user_cannot_use_up_the_limit_of_a_channel() -> None:
    stage = Stage(policy=Policy(burst=3, channel_burst=5, per=60.0))
    for _ in range(20):
        await stage.say("Eve", "/rules")
    assert "slow down" in stage.last()
    assert [len(await stage.say("Anna", "/rules")) for _ in range(2)] == [1, 1]
    assert "slow down" not in stage.last()
    (answer,) = await stage.say("Boris", "/rules")
    assert "very busy here" in answer.text
    assert answer.to == "web:boris"
    assert "very busy" not in (await stage.say("Boris", "/rules", "web:elsewhere"))[0].text


async def test_a_command_that_is_too_long_is_refused() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    before = await table(stage)
    for line in ("/play " + "x" * 500, "/play " + "7 " * 60, "/rules " + "я" * 401):
        assert "Too long" in (await stage.say("Anna", line))[0].text
    assert (await table(stage)).version == before.version


async def test_computers_beyond_the_seats_of_a_lobby_are_refused() -> None:
    stage = Stage()
    answers = await stage.say("Anna", "/new computers=5 computers=5 computers=5")
    assert answers[0].to == "web:anna"
    await stage.say("Anna", "/new computers=5")
    assert (await stage.say("Anna", "/options computers=1"))[0].to == "web:anna"
    assert option_choices((await stage.say("Anna", "/start"))[-1]) != []


async def test_forget_of_a_user_without_a_seat_changes_no_table() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.press("Eve", "me:0:!forget.yes")
    assert (await table(stage)).table.people() == ["web:anna", "web:boris"]
    assert (await stage.say("Boris", "/board"))[0].channel == CHANNEL
