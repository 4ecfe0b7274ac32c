"""What nobody uses is put away in time, and never without a word."""

from __future__ import annotations

import json

import pytest

from bot.conversation.protocol.durations import DAY
from bot.conversation.table.lobby import Lobby, decode_lobby
from bot.conversation.table.repository import Policy
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import CHANNEL, Stage

POLICY = Policy(burst=10**9, keep_idle=60 * DAY, keep_lobby=14 * DAY)


def stage_with(language: str = "en") -> Stage:
    return Stage(policy=POLICY, language=language)


async def wait(stage: Stage, days: float) -> list[str]:
    """Days pass; the alarm rings whenever it is due. What was said, reminders left out."""
    said = []
    end = stage.now + days * DAY
    for _ in range(200):
        due = await stage.store.deadlines.next_due()
        if due is None or due >= end:
            break
        stage.now = max(stage.now, due)
        told = await stage.tick(stage.now)
        said += [message.text for message in told if not (message.fresh and message.notify)]
    stage.now = end
    return said


@pytest.mark.parametrize("wishes", ["", "clock=7d rule=remind"])
async def test_an_abandoned_table_is_warned_and_then_put_away(wishes: str) -> None:
    stage = stage_with()
    await stage.open("Anna", "Boris", wishes=wishes)
    assert await wait(stage, 56.9) == []
    (warning,) = await wait(stage, 0.2)
    assert "in 3 days" in warning
    assert await wait(stage, 2.8) == []
    (end,) = await wait(stage, 0.2)
    assert "without a winner" in end
    assert await stage.service.repository.load(CHANNEL) is None
    assert await stage.store.users.seats("web:anna") == []
    assert await stage.store.deadlines.next_due() is None


async def test_a_move_after_the_warning_keeps_the_table() -> None:
    stage = stage_with()
    await stage.open("Anna", "Boris")
    assert len(await wait(stage, 58)) == 1
    mine, _ = await whose(stage)
    await stage.say(mine, "/play 1a nobody")
    assert await wait(stage, 56) == []
    assert len(await wait(stage, 2)) == 1
    assert (await table(stage)).state.ply > 0


async def test_a_paused_table_is_put_away_too() -> None:
    stage = stage_with()
    await stage.open("Anna", "Boris")
    await stage.say("Anna", "/pause")
    assert len(await wait(stage, 58)) == 1
    assert len(await wait(stage, 3)) == 1
    assert await stage.service.repository.load(CHANNEL) is None


async def test_a_bot_that_was_away_warns_all_the_same() -> None:
    stage = stage_with()
    await stage.open("Anna", "Boris")
    stage.now += 200 * DAY
    warning = (await stage.tick(stage.now))[0]
    assert "in 3 days" in warning.text
    assert warning.notify == ("web:anna", "web:boris")
    assert await wait(stage, 2.9) == []
    assert len(await wait(stage, 0.2)) == 1


async def test_a_table_is_kept_for_good_where_the_host_wants_that() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert await wait(stage, 1000) == []
    assert await stage.service.repository.load(CHANNEL) is not None


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "for 14 days"), ("ru", "14 дней"), ("bg", "14 дни")],
)
async def test_lobby_that_is_not_started_is_closed(language: str, words: str) -> None:
    stage = stage_with(language=language)
    await stage.say("Anna", "/new")
    await wait(stage, 10)
    await stage.say("Boris", "/join")
    assert await wait(stage, 13.9) == []
    (closed,) = await wait(stage, 0.2)
    assert words in closed
    assert (await stage.store.lobbies.load(CHANNEL)).data is None
    assert await stage.store.users.seats("web:boris") == []


async def test_a_lobby_that_was_started_in_time_is_a_table() -> None:
    stage = stage_with()
    await stage.open("Anna", "Boris")
    assert await wait(stage, 20) == []
    assert (await table(stage)).version >= 0


def test_a_lobby_of_an_older_version_can_be_read() -> None:
    lobby = Lobby("g1", "web:anna", "en")
    assert "touched" not in json.loads(lobby.encode())["lobby"]
    assert decode_lobby(lobby.encode()) == lobby
