"""Results of a group: exactly one for each finished game, even if its end is interrupted."""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import count
from typing import Any

import pytest

from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import ResultCard
from bot.conversation.table.earlier_games import take_in_all, take_in_once
from bot.conversation.table.results import GameResult, decode_result
from storage import FinishedTable, Store, Unavailable
from tests.support.empty_store import empty_store
from tests.support.stage import CHANNEL, Stage, option_choices, play_once, play_to_end

YES = "me:0:!forget.yes"


async def kept(stage: Stage, group: str = CHANNEL) -> list[GameResult]:
    return [decode_result(line) for line in await stage.store.results.load(group)]


async def almost_over(stage: Stage, wishes: str = "") -> tuple[Outgoing, random.Random]:
    """A game of two before its last move."""
    seed = random.Random(7)
    message = await stage.open("Anna", "Boris", wishes=wishes)
    while True:
        live = await stage.service.repository.load(CHANNEL)
        assert live is not None
        if len(live.state.bag) == 0:
            return message, seed
        message = await play_once(stage, message, seed)


async def test_result_holds_what_was_played() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris", "Clara", wishes="river clock=1d farmers=off")
    for _ in range(20):
        stage.now += 40
        message = await play_once(stage, message, random.Random(3))
    mine = stage.name_of(message.notify[0])
    await stage.say(mine, "/hint")
    stage.now += 40
    await play_to_end(stage, message, random.Random(3))
    (result,) = await kept(stage)
    (game,) = await stage.archived()
    assert (result.game, result.channel, result.kind) == (game.game, CHANNEL, "carcassonne")
    assert (result.boxes, result.options, result.clock) == (("river",), (("farmers", "off"),), 86400)
    assert [seat.user for seat in result.seats] == ["web:anna", "web:boris", "web:clara"]
    assert min(seat.place for seat in result.seats) == 1
    assert all(seat.score == sum(points for _, points in seat.points) for seat in result.seats)
    assert [seat.hints for seat in result.seats if seat.name == mine] == [1]
    assert {seat.ended for seat in result.seats} == {"played"}
    assert 0 < result.tiles <= 83
    assert result.started < result.ended
    assert not result.rated
    assert decode_result(result.encode()) == result


@pytest.mark.parametrize(
    ("said", "ended"), [("/resign", "resign"), ("/kick Boris", "kick"), ("/substitute B computer", "away")]
)
async def test_result_says_how_a_seat_ended(said: str, ended: str) -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    answers = await stage.say("Boris" if said == "/resign" else "Anna", said)
    if said == "/resign":
        answers = await stage.press("Boris", answers[0].choices[0].token)
    message = answers[0]
    while not message.slot.endswith(".end"):
        message = await play_once(stage, message, random.Random(2)) if message.notify else message
        if "computers" in message.slot:
            message = (await stage.ring(60.0))[-1]
    (result,) = await kept(stage)
    assert [seat.ended for seat in result.seats] == ["played", ended]
    assert result.seats[1].user == "web:boris"
    assert result.ranks()[1] > result.ranks()[0]


class Flaky:
    """A part of the store whose calls fail from some moment on, as if the process had been killed."""

    def __init__(self, part: Any, fuse: list[int]) -> None:
        self._part, self._fuse = part, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)

        async def call(*args: Any, **values: Any) -> Any:
            if self._fuse[0] == 0:
                raise Unavailable("killed")
            self._fuse[0] -= 1
            return await found(*args, **values)

        return call


async def test_an_end_that_is_interrupted_anywhere_gives_one_result() -> None:
    first = Stage()
    before = await almost_over(first)
    saved = [line async for line in first.store.backup.dump()]
    for calls in count():
        message, rng = deepcopy(before)
        store = empty_store()
        for line in saved:
            await store.backup.restore(line)
        stage = Stage(store)
        stage.people = first.people
        parts = ("tables", "results", "statistics", "archive", "deadlines", "users")
        whole = {name: getattr(store, name) for name in parts}
        fuse = [calls]
        for name in parts:
            setattr(store, name, Flaky(whole[name], fuse))
        while fuse[0] > 0 and not message.slot.endswith(".end"):
            try:
                message = await play_once(stage, message, rng)
            except AssertionError:  # the answer was that the store does not answer
                break
        if fuse[0] > 0:  # nothing was left to interrupt
            break
        for name in parts:
            setattr(store, name, whole[name])
        stage.service.repository.forget(CHANNEL)
        live = await stage.service.repository.load(CHANNEL)
        while live is not None:
            message = (await stage.say("Anna", "/board"))[-1]
            if option_choices(message):
                message = await play_once(stage, message, rng)
            live = await stage.service.repository.load(CHANNEL)
        await stage.ring(120.0)
        assert len(await kept(stage)) == len(await stage.archived()) == 1, calls
    assert calls > 8


async def test_earlier_games_are_taken_in_once() -> None:
    stage = Stage()
    for seed in range(2):
        await play_to_end(stage, await stage.open("Anna", "Boris"), random.Random(seed))
    before = await kept(stage)
    earlier = Stage()  # on a store that keeps the games alone
    for game in await stage.archived():
        await put_away(earlier.store, game)
    repository = earlier.service.repository
    assert await take_in_once(repository, "web:") == 2
    assert await kept(earlier) == before
    assert await take_in_once(repository, "web:") == 0
    assert await take_in_all(repository) == 0
    assert await kept(earlier) == before


async def put_away(store: Store, game: FinishedTable) -> None:
    """Have a finished game in another store."""
    here = {"channel": game.channel, "game": game.game}
    await store.tables.create(**here, setup=game.setup)
    ply = await store.tables.save(**here, expected=0, log=game.log)
    await store.tables.finish(**here, expected=ply, summary=game.summary, ended=game.ended)


async def test_a_closed_table_has_no_result() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.say("Anna", "/end")
    assert await kept(stage) == []


async def test_forget_takes_the_name_out_of_all_results_of_a_group() -> None:
    stage = Stage()
    for seed in range(2):
        await play_to_end(stage, await stage.open("Anna", "Boris"), random.Random(seed))
    before = await kept(stage)
    await stage.press("Anna", YES)
    for old, new in zip(before, await kept(stage), strict=True):
        assert [seat.user for seat in new.seats] == ["gone:1", "web:boris"]
        assert new.seats[0].name == "Player A"
        assert [seat.score for seat in new.seats] == [seat.score for seat in old.seats]
    assert not any(b"nna" in line for line in await stage.store.results.load(CHANNEL))


async def test_an_empty_bank_loses_in_the_result_too() -> None:
    stage = Stage()
    first = await stage.open("Anna", "Boris", wishes="bank=15m")
    late = first.notify[0]
    (end,) = await stage.ring(16 * 60)
    assert isinstance(end.picture, ResultCard)
    (result,) = await kept(stage)
    seats = {seat.user: (seat.place, seat.ended) for seat in result.seats}
    assert seats[late] == (2, "flag")
    assert sorted(seats.values()) == [(1, "played"), (2, "flag")]
