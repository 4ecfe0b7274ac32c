"""The first five minutes: the welcome, a game against the computer at once, how to play, tips."""

from __future__ import annotations

import random

import pytest

from bot.chats.web.room_links import RoomLinks
from bot.conversation.commands.person.tips import KINDS, SETTING
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.show.lesson import PAGES
from tests.bot.conversation.test_play import table
from tests.support.stage import CHANNEL, Stage, option_choices, play_once


def token(message: Outgoing, name: str) -> str:
    return next(choice.token for choice in message.choices if choice.token.split(":")[2].startswith(name))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_start_where_nothing_is_open_is_a_welcome_of_five_lines(language: str) -> None:
    stage = Stage(language=language)
    (welcome,) = await stage.say("Anna", "/start")
    assert welcome.to is None
    assert len(welcome.text.splitlines()) == 5
    assert [choice.token.split(":")[2] for choice in welcome.choices] == ["!practice", "!howto", "!invite"]
    assert await stage.service.welcome(CHANNEL, stage.now, language) == [welcome]


async def test_one_press_starts_a_first_game_against_one_computer() -> None:
    stage = Stage()
    (welcome,) = await stage.say("Anna", "/start")
    (turn,) = await stage.press("Anna", token(welcome, "!practice"))
    assert turn.notify == ("web:anna",)
    assert option_choices(turn)
    assert welcome.slot in turn.closes
    live = await table(stage)
    assert [seat.player for seat in live.table.seats] == ["web:anna", ""]
    assert dict(live.table.setup.options)["farmers"] == "off"
    assert live.table.seats[1].level == "beginner"


async def test_practice_leaves_the_table_of_others_alone() -> None:
    stage = Stage()
    await stage.say("Boris", "/new")
    assert "already an open table" in (await stage.say("Anna", "/practice"))[0].text
    await stage.say("Anna", "/join")
    await stage.say("Boris", "/start")
    assert "already a game" in (await stage.say("Anna", "/practice"))[0].text


async def test_a_lone_person_in_a_private_chat_plays_at_once() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    assert "2 to 5 players" in (await stage.say("Anna", "/start"))[0].text
    start = Command(stage.person("Anna"), CHANNEL, stage.now, name="start", private=True)
    answers = await stage.handle(start)
    assert option_choices(answers[-1])
    assert [seat.player for seat in (await table(stage)).table.seats] == ["web:anna", ""]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_how_to_play_has_pages_with_pictures(language: str) -> None:
    stage = Stage(language=language)
    (page,) = await stage.say("Anna", "/howto")
    for number in range(1, len(PAGES) + 1):
        assert page.to == "web:anna"
        assert page.text == catalogue(language).text(f"howto.{number}")
        assert isinstance(page.picture, BoardPicture)
        assert page.alt
        assert token(page, "!practice")
        if number < len(PAGES):
            (page,) = await stage.press("Anna", token(page, "!howto"))
    assert not any("!howto" in choice.token for choice in page.choices)
    assert "/howto 1" in markup.plain((await stage.say("Anna", "/howto 9"))[0].text)


async def test_invite_opens_a_table_and_tells_how_friends_come() -> None:
    stage = Stage()
    opened, code = await stage.say("Anna", "/invite")
    assert opened.slot == "lobby.g1"
    assert "/link" in code.text
    assert len(await stage.say("Anna", "/invite")) == 1  # the table stands there already


@pytest.mark.parametrize(
    ("host", "url", "address", "said"),
    [
        ("127.0.0.1", "", "http://localhost:8080/r/tower", "bastide play --host 0.0.0.0"),
        ("0.0.0.0", "", "http://localhost:8080/r/tower", "in place of localhost"),  # noqa: S104
        ("192.168.1.5", "", "http://192.168.1.5:8080/r/tower", "can join"),
        ("127.0.0.1", "https://play.example.org/", "https://play.example.org/r/tower", "can join"),
    ],
)
async def test_invite_in_a_room_leads_with_its_link(host: str, url: str, address: str, said: str) -> None:
    stage = Stage()
    stage.service.repository.rooms = links = RoomLinks("web:", host, url)
    links.port = 8080
    _, message = await stage.say("Anna", "/invite")
    lines = markup.plain(message.text).splitlines()
    assert lines[0].endswith(f": {address}")
    assert said in lines[1]
    assert "Code:" in lines[2]
    (token,) = [choice.token for choice in message.choices if choice.label == "Stop inviting"]
    await stage.press("Anna", token)
    (later,) = await stage.say("Anna", "/invite")  # who opens the link comes all the same
    assert markup.plain(later.text).splitlines() == lines[:2]


async def test_every_tip_is_given_once_and_forgotten_with_the_user() -> None:
    stage = Stage(newcomers=True)
    message = await stage.open("Anna", wishes="computers=1")
    rng = random.Random(4)
    while not message.slot.endswith(".end"):
        message = await play_once(stage, message, rng)
    texts = catalogue("en")
    tips = [said for said in stage.said if said.text.startswith("💡")]
    assert [said.text.removeprefix("💡 ") for said in tips] == [texts.text(f"tip.{name}") for name in KINDS]
    assert all(said.to == "web:anna" and said.harmless for said in tips)
    assert SETTING in await stage.store.users.settings("web:anna")
    (sure,) = await stage.say("Anna", "/forget")
    await stage.press("Anna", token(sure, "!forget"))
    assert SETTING not in await stage.store.users.settings("web:anna")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tip_fits_into_a_toast(language: str) -> None:
    assert all(len(catalogue(language).text(f"tip.{name}")) <= 195 for name in KINDS)
