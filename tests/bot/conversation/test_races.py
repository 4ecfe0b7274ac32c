"""Many hands at once: one winner, the others see what stands now, nothing is applied twice."""

from __future__ import annotations

import asyncio
import random

from tests.bot.conversation.test_play import table, whose
from tests.support.empty_store import empty_store
from tests.support.stage import CHANNEL, Stage, option_choices


async def workers(count: int = 4) -> list[Stage]:
    store = empty_store()
    stages = [Stage(store) for _ in range(count)]
    for stage in stages:
        for name in ("Anna", "Boris", "Clara"):
            stage.person(name)
    return stages


async def test_the_same_press_on_four_workers_plays_once() -> None:
    stages = await workers()
    await stages[0].open("Anna", "Boris")
    for _ in range(20):
        mine, _ = await whose(stages[0])
        before = (await table(stages[0])).version
        answers = await asyncio.gather(*(stage.say(mine, "/play 1a nobody") for stage in stages))
        public = [answer for group in answers for answer in group if answer.to is None]
        private = [answer for group in answers for answer in group if answer.to is not None]
        after = (await table(stages[0])).version
        assert 1 <= after - before <= 2
        assert len(public) == 1
        assert len(private) == 3


async def test_different_choices_at_once_have_one_winner() -> None:
    stages = await workers()
    message = await stages[0].open("Anna", "Boris")
    rng = random.Random(8)
    for _ in range(15):
        mine, _ = await whose(stages[0])
        first = (await stages[0].press(mine, rng.choice(option_choices(message)).token))[0]
        if first.to is None:
            message = first
            continue
        tokens = [choice.token for choice in option_choices(first)]
        picks = [rng.choice(tokens) for _ in stages]
        answers = await asyncio.gather(
            *(stage.press(mine, token) for stage, token in zip(stages, picks, strict=True))
        )
        public = [answer for group in answers for answer in group if answer.to is None]
        assert len(public) == 1
        message = public[0]
        states = [(await table(stage)).state for stage in stages]
        assert all(state == states[0] for state in states)


async def test_all_players_join_at_the_same_time() -> None:
    stages = await workers()
    await stages[0].say("Anna", "/new")
    names = ["Boris", "Clara", "Dora", "Emil"]
    await asyncio.gather(*(stage.say(name, "/join") for stage, name in zip(stages, names, strict=True)))
    await stages[0].say("Anna", "/start")
    live = await table(stages[0])
    assert sorted(seat.name for seat in live.table.seats) == ["Anna", *names]


async def test_start_pressed_by_all_starts_one_game() -> None:
    stages = await workers()
    await stages[0].say("Anna", "/new")
    await stages[0].say("Boris", "/join")
    answers = await asyncio.gather(*(stage.say("Anna", "/start") for stage in stages))
    assert sum(len(group) == 2 for group in answers) == 1
    assert await stages[0].store.tables.count() == 1


async def test_a_move_and_a_kick_at_once() -> None:
    for _ in range(5):
        stages = await workers(2)
        await stages[0].open("Anna", "Boris", "Clara")
        mine, _ = await whose(stages[0])
        await asyncio.gather(stages[0].say(mine, "/play 1a nobody"), stages[1].say("Anna", "/kick Clara"))
        live = await table(stages[0])
        assert live.table.seats[2].player == ""
        assert live.state == (await table(stages[1])).state


async def test_chaos_on_one_table() -> None:
    stages = await workers(3)
    await stages[0].open("Anna", "Boris", "Clara", wishes="computers=1")
    rng = random.Random(11)
    lines = [
        "/play 1a nobody",
        "/play 2a 1",
        "/play pass",
        "/undo",
        "/board",
        "/skip",
        "/pause",
        "/resume",
        "/score",
    ]
    for _ in range(40):
        await asyncio.gather(
            *(stage.say(rng.choice(["Anna", "Boris", "Clara"]), rng.choice(lines)) for stage in stages)
        )
    for stage in stages:
        assert all("Something broke" not in answer.text for answer in stage.said)
    lives = [await table(stage) for stage in stages]
    assert all(live.state == lives[0].state and live.version == lives[0].version for live in lives)
    fresh = Stage(stages[0].store)
    assert (await table(fresh)).state == lives[0].state
    assert await stages[0].store.tables.load(CHANNEL) is not None
