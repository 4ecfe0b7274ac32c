"""An older and a newer version of the program serve the same tables: this one is the older."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command
from bot.conversation.table.channels import MEMBER, Member, read_channels
from bot.conversation.table.news import News
from bot.delivery.publisher import Publisher
from bot.documents import NeedsNewer
from bot.scheduler import ring_alarms
from bot.tasks import end
from storage.port import ALARM
from tests.support.newer_program import NewerStage
from tests.support.stage import CHANNEL, Stage, play_once, play_to_end

COMMANDS = ("/board", "/new", "/join", "/start", "/pause", "/resign", "/score", "/rules", "/play 1a", "/end")
SENTENCE = "needs the newer version"


@pytest.fixture
def newer() -> NewerStage:
    return NewerStage()


@pytest.fixture
def older(newer: NewerStage) -> Stage:
    stage = Stage(newer.store)
    stage.people = newer.people
    stage.person("Chef", admin=True)
    return stage


async def everything(stage: Stage) -> list[bytes]:
    """All that is kept, but what a stage notes of those who have spoken on it."""
    lines = [line async for line in stage.store.backup.dump()]
    return [line for line in lines if b'"owner": "user:' not in line]


async def refused(stage: Stage, name: str, line: str) -> None:
    """The older program says why it does nothing, and does nothing."""
    await stage.say(name, "/help")
    before = await everything(stage)
    (answer,) = await stage.say(name, line)
    assert SENTENCE in answer.text, line
    assert "/end" not in answer.text
    assert (answer.to, answer.choices) == (stage.person(name).id, ())
    assert await everything(stage) == before, line


async def test_whole_game_is_played_by_both_if_it_has_nothing_new(older: Stage, newer: NewerStage) -> None:
    message = await newer.open("Anna", "Boris", wishes="river computers=1")
    rng = random.Random(3)
    for _ in range(20):
        message = await play_once(older, message, rng)
        message = await play_once(newer, message, rng)
    end = await play_to_end(older, message, rng)
    assert end.slot == "g1.end"


@pytest.mark.parametrize("line", COMMANDS)
async def test_table_with_a_new_setting_is_touched_by_the_newer_alone(
    line: str, older: Stage, newer: NewerStage
) -> None:
    newer.gambit = True
    message = await newer.open("Anna", "Boris")
    for name in ("Anna", "Chef"):
        await refused(older, name, line)
    assert (await play_once(newer, message, random.Random(1))).slot.startswith("g1.")


async def test_admin_cannot_put_away_a_game_that_the_newer_goes_on_with(
    older: Stage, newer: NewerStage
) -> None:
    message = await newer.open("Anna", "Boris")
    message = await play_once(older, message, random.Random(1))  # until now it has the table in memory
    await newer.dance()
    for line in COMMANDS:
        await refused(older, "Chef", line)
    older.service.repository.forget(CHANNEL)
    await refused(older, "Chef", "/end")
    await older.service.channel_deleted(CHANNEL, older.now)
    assert (await older.store.tables.load(CHANNEL)).ply == len(await log_of(older))
    end = await play_to_end(newer, (await newer.say("Anna", "/board"))[0], random.Random(1))
    assert end.slot == "g1.end"


async def log_of(stage: Stage) -> tuple[bytes, ...]:
    record = await stage.store.tables.load(CHANNEL)
    assert any(b'"dance"' in line for line in record.log)
    return record.log  # type: ignore[no-any-return]


@pytest.mark.parametrize("line", ["/join", "/start", "/options farmers=off", "/new", "/board", "/end"])
async def test_lobby_with_a_new_setting_is_touched_by_the_newer_alone(
    line: str, older: Stage, newer: NewerStage
) -> None:
    newer.gambit = True
    await newer.say("Anna", "/new public=1")
    await newer.say("Boris", "/join")
    for name in ("Anna", "Chef"):
        await refused(older, name, line)
    assert "No public tables" in (await older.say("Clara", "/find"))[0].text
    assert "Anna" in (await newer.say("Clara", "/find"))[0].text  # it stays on the list
    assert (await newer.say("Anna", "/start"))[-1].slot.startswith("g1.")


async def test_lists_name_a_newer_table_and_keep_it(older: Stage, newer: NewerStage) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris")
    for line in ("/tables", "/mygames"):
        assert SENTENCE in (await older.say("Anna", line))[0].text
    assert SENTENCE not in (await newer.say("Anna", "/mygames"))[0].text


async def test_alarm_of_a_newer_table_stays_due(older: Stage, newer: NewerStage) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris", wishes="clock=1h")
    before = await everything(older)
    with pytest.raises(NeedsNewer):
        await older.ring(2 * 3600)
    assert await everything(older) == before
    newer.now = older.now
    assert "Anna" in markup.plain((await newer.ring())[0].text)


async def test_alarm_of_a_newer_table_is_left_to_others_at_once(
    older: Stage, newer: NewerStage, caplog: pytest.LogCaptureFixture
) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris", wishes="clock=1h")
    deadlines = older.store.deadlines
    due = await deadlines.next_due()
    ringing = ring_alarms(
        older.service, older.store, older.service.repository.post, lambda *_: True, pace=0.01
    )
    loop = asyncio.create_task(ringing)
    while "alarm_left" not in caplog.text or await deadlines.next_due() != due:
        await asyncio.sleep(0.01)
    for number in range(3):  # it goes on, and does not take the first one again
        await deadlines.schedule(f"web:{number}", ALARM, due - 1)
        while await deadlines.next_due() != due:
            await asyncio.sleep(0.01)
    await end(loop)
    assert caplog.text.count("alarm_left") == 1


async def test_news_of_a_newer_table_are_left_to_a_newer_worker(
    older: Stage, newer: NewerStage, caplog: pytest.LogCaptureFixture
) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris")
    await older.store.links.join("telegram:7", CHANNEL, MEMBER.write(Member("ru")))
    await older.store.screens.mark("telegram:7", "g1.1")
    chat: Any = SimpleNamespace(prefix="telegram:", rings=lambda *_: True)  # it is told nothing
    older.service.repository.chats = [chat]
    publisher = Publisher(older.service, older.store, "older")
    publisher.kick("telegram:7", News("g1.1"))
    while "news_left_to_newer_version" not in caplog.text:
        await asyncio.sleep(0.01)
    await publisher.close()
    assert await older.store.screens.marked() == {"telegram:7": "g1.1"}
    assert await older.store.screens.claim("telegram:7", "newer", now=time.time(), lease=1.0) is not None


async def test_what_a_channel_should_show_is_why_it_shows_nothing(older: Stage, newer: NewerStage) -> None:
    newer.gambit = True
    question = await newer.open("Anna", "Boris")
    service, ask = older.service, Command.line(older.person("Anna"), CHANNEL, older.now, "/play 1")
    (said,) = await service.retell(CHANNEL, older.now, [question.slot])
    assert SENTENCE in said.text
    assert said.to is None
    assert await service.card(CHANNEL, older.now) is None
    assert await service.suggest(ask) == []
    assert await service.invite(CHANNEL, "ABCDEF", ask.who, older.now) == []
    assert await service.boards.table(CHANNEL) is None
    assert [card.id for card in await service.share_cards(ask.who, older.now)] == ["bot"]


async def test_forgotten_user_is_told_to_come_back_for_the_rest(older: Stage, newer: NewerStage) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris")
    record = await older.store.tables.load(CHANNEL)
    asked = await older.say("Anna", "/forget")
    answers = await older.press("Anna", asked[0].choices[0].token)
    assert "again in a few minutes" in answers[-1].text
    assert await older.store.tables.load(CHANNEL) == record
    assert CHANNEL in await older.store.users.seen("web:anna")
    answers = await newer.press("Anna", asked[0].choices[0].token)
    assert answers[-1].text.startswith("Done")
    assert b"web:anna" not in (await older.store.tables.load(CHANNEL)).setup


async def test_finished_game_of_a_newer_table_is_kept_for_it(older: Stage, newer: NewerStage) -> None:
    newer.gambit = True
    await newer.open("Anna", "Boris")
    await newer.say("Anna", "/end")
    for line in ("/replay g1", "/record g1"):
        await refused(older, "Anna", line)
    newer.gambit = False
    assert (await older.say("Anna", "/new"))[-1].slot == "lobby.g1"  # the channel is free again


async def test_channel_is_told_by_the_older_and_keeps_what_the_newer_noted() -> None:
    note = MEMBER.write(Member("ru", name="Boris", unknown={"colour": "red"}))
    found = read_channels("web:hall", {"telegram:7": note}).members["telegram:7"]
    again = MEMBER.read(replace(found, told=replace(found.told, game="g1", version=3)).encode())
    assert (again.told.version, again.unknown) == (3, {"colour": "red"})
    with pytest.raises(NeedsNewer):  # it must not be taken for a channel that is no guest
        read_channels("web:hall", {"telegram:7": note.replace(b'"version":2', b'"version":3')})


async def test_settings_of_a_group_are_not_replaced_by_their_defaults(older: Stage) -> None:
    users = older.store.users
    await users.set_channel_setting(CHANNEL, "daily", b'{"version":2,"daily":{"on":true,"hard":true}}')
    for line in ("/daily", "/daily on", "/daily off"):
        await refused(older, "Chef", line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentence_names_no_command_in_any_language(language: str) -> None:
    texts = catalogue(language)
    assert "/" not in markup.plain(texts.text("needs_newer"))
    assert "/forget" in texts.text("forget.later")
