"""What a restart finds: a whole game, several workers at once, alarms, commands that come again."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace

import pytest

from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.repository import Policy
from storage.errors import Unavailable
from storage.open import RedisStore
from tests.bot.conversation.test_play import table, whose
from tests.support.empty_store import empty_store
from tests.support.stage import CHANNEL, Stage, option_choices, play_once, play_to_end


@pytest.fixture
def store() -> RedisStore:
    return empty_store()


async def test_a_whole_game(store: RedisStore) -> None:
    stage = Stage(store)
    message = await stage.open("Anna", "Boris", wishes="computers=1 river abbot")
    end = await play_to_end(stage, message, random.Random(4))
    assert end.slot == "g1.end"
    assert await store.tables.load(CHANNEL) is None
    finished = await store.archive.of_channel(CHANNEL)
    assert [game.game for game in finished] == ["g1"]
    assert (await store.statistics.of_user("web:anna"))["games"] == 1
    assert await store.users.seats("web:anna") == []
    summary = json.loads(finished[0].summary)
    won = dict(zip(summary["names"], summary["places"], strict=True))["Anna"] == 1
    mine = (await stage.say("Anna", "/mygames"))[0].text
    assert "/replay g1" in mine
    assert f"1 game played to the end, {int(won)} won" in mine
    assert (await stage.say("Anna", "/replay"))[0].picture is not None
    assert await store.deadlines.next_due() is None


async def test_a_restart_in_the_middle_loses_nothing(store: RedisStore) -> None:
    stage = Stage(store)
    message = await stage.open("Anna", "Boris", wishes="princess_dragon")
    rng = random.Random(9)
    for _ in range(12):
        message = await play_once(stage, message, rng)
    again = Stage(store)
    again.people = stage.people
    assert (await table(again)).state == (await table(stage)).state
    end = await play_to_end(again, message, rng)
    assert end.slot == "g1.end"


async def test_a_computer_plays_once_though_four_workers_look_at_the_clock(store: RedisStore) -> None:
    policy = Policy(burst=10**9, computer_pace=2)
    stages = [Stage(store, policy=policy) for _ in range(4)]
    message = await stages[0].open("Anna", wishes="computers=1")
    for turn in range(1, 9):
        if option_choices(message):
            (message,) = await stages[turn % 4].say("Anna", "/play 1a nobody")
            assert await stages[0].tick(stages[0].now) == []
        for stage in stages:
            stage.now += 2
        told = await asyncio.gather(*(stage.tick(stage.now) for stage in stages))
        (message,) = [one for messages in told for one in messages]
        assert message.notify == ("web:anna",)
        states = [(await table(stage)).state for stage in stages]
        assert all(state == states[0] for state in states)


async def test_four_workers_press_at_once(store: RedisStore) -> None:
    stages = [Stage(store) for _ in range(4)]
    await stages[0].open("Anna", "Boris")
    for _ in range(10):
        mine, _ = await whose(stages[0])
        before = (await table(stages[0])).version
        answers = await asyncio.gather(*(stage.say(mine, "/play 1a nobody") for stage in stages))
        assert sum(group[0].to is None for group in answers) == 1
        assert 1 <= (await table(stages[0])).version - before <= 2


async def test_an_alarm_rings_once_for_all_workers(store: RedisStore) -> None:
    stages = [Stage(store) for _ in range(3)]
    await stages[0].open("Anna", "Boris", wishes="clock=1h rule=safe")
    later = stages[0].now + 3600
    told = await asyncio.gather(*(stage.tick(later) for stage in stages))
    assert sum(len(messages) for messages in told) == 1
    assert (await table(stages[0])).state.turn == 2
    due = await store.deadlines.next_due()
    assert due is not None
    assert due > later


async def test_ending_that_was_interrupted_is_sent_later(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(store)
    message = await stage.open("Anna", "Boris", wishes="farmers=off")

    async def cut_off(*_: object, **__: object) -> None:
        raise Unavailable("the server went away")

    with monkeypatch.context() as patch:
        patch.setattr(store.tables, "finish", cut_off)
        rng = random.Random(6)
        for _ in range(500):
            message = await play_once_or_fail(stage, message, rng)
            if "can't reach my memory" in message.text:
                break
    assert (await table(stage)).state.over
    told = await stage.tick(stage.now + 3600)
    assert told[0].slot == "g1.end"
    assert "Anna wins!" in told[0].text
    assert await store.tables.load(CHANNEL) is None


async def play_once_or_fail(stage: Stage, message: Outgoing, rng: random.Random) -> Outgoing:
    try:
        return await play_once(stage, message, rng)
    except AssertionError:
        return stage.said[-1]


async def test_command_that_comes_again_after_a_crash_is_done_once(store: RedisStore) -> None:
    stage = Stage(store)
    await stage.open("Anna", wishes="computers=1")
    move = Command.line(stage.people["Anna"], CHANNEL, stage.now, "/play 1a nobody")
    move = replace(move, request="tg77")
    assert await stage.handle(move)
    after = (await table(stage)).version
    again = Stage(store)  # the process died before it could note what it had done
    assert await again.handle(move) == []
    assert (await table(again)).version == after
    assert await again.handle(replace(move, request="tg78"))
    assert (await table(again)).version > after


async def test_lobby_command_that_comes_again_is_done_once(store: RedisStore) -> None:
    stage = Stage(store)
    await stage.say("Anna", "/new")
    one = replace(Command.line(stage.people["Anna"], CHANNEL, stage.now, "/computer easy"), request="tg5")
    assert await stage.handle(one)
    assert await Stage(store).handle(one) == []
    lobby = decode_lobby((await store.lobbies.load(CHANNEL)).data or b"")
    assert len(lobby.guests) == 2
