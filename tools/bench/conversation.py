"""What a turn costs from a command to its picture, and a thousand tables in one process.

python -m tools.bench conversation
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles

from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.service import Service
from bot.conversation.table.model import decode_table
from bot.conversation.table.repository import Policy
from bot.pictures.draw import draw
from storage.open import RedisStore, open_store
from tests.support.stage import CHANNEL, NOON, QuickComputer, Stage, option_choices
from tools.bench.table import Row

TITLE = "Conversation"
MOVES = 300  # timed one by one, over several games
TABLES = 1000
WEIGHED = 200  # tables whose memory is counted
MIDDLE = 36  # turns played at an open table: half of the tiles
LATE = 55  # turns after which a game is ended and the next begins
TURNS = 2  # played at each of the thousand
AT_ONCE = 16
POLICY = Policy(burst=10**9)


@dataclass(frozen=True, slots=True)
class MadePress:
    """A choice that answers a question, and who pressed it."""

    who: Person
    token: str


async def chosen(stage: Stage, message: Outgoing, rng: random.Random, made: list[MadePress]) -> MadePress:
    """What a player who is asked decides, after the first of two taps; `made` notes what that tap played."""
    while True:
        choice = rng.choice(option_choices(message))
        live = await stage.service.repository.load(CHANNEL)
        assert live is not None
        seat = live.table.seats["abcdef".index(choice.token.split(":")[2][0])]
        who = Person(seat.player, seat.name, "en")
        kind = choice.token.split(":")[2][1]
        if kind not in "AC":
            return MadePress(who, choice.token)
        message = (await stage.service.handle(Command(who, CHANNEL, NOON, token=choice.token)))[0]
        if message.preview and kind == "C":
            return MadePress(who, rng.choice(option_choices(message)).token)
        if not message.preview:
            made.append(MadePress(who, choice.token))  # there was but one way to lay the tile


def turn_of(message: Outgoing) -> int:
    """The turn that a message asks about."""
    return int(message.slot.split(".")[1])


async def timed(service: Service, channel: str, press: MadePress) -> tuple[Outgoing, float]:
    """The answer to a press, and how long it took."""
    began = time.perf_counter()
    answers = await service.handle(Command(press.who, channel, NOON, token=press.token))
    took = time.perf_counter() - began
    assert answers[0].to is None, answers[0].text
    return answers[0], took


async def one_by_one(store: RedisStore) -> list[Row]:
    """Moves one after the other: as they come, with their picture, and after the process forgot the table."""
    stage = Stage(store, policy=POLICY)
    rng = random.Random(1)
    moves: list[float] = []
    whole: list[float] = []
    forgotten: list[float] = []
    while len(moves) < MOVES:
        message = await stage.open("Anna", "Boris")
        number = 0
        while turn_of(message) < LATE:
            number += 1
            press = await chosen(stage, message, rng, [])
            forget = turn_of(message) >= MIDDLE and number % 2 == 0
            if forget:
                stage.service.repository.forget(CHANNEL)
            message, took = await timed(stage.service, CHANNEL, press)
            (forgotten if forget else moves).append(took)
            if number % 6 == 5 and message.picture is not None:
                began = time.perf_counter()
                draw(message.picture)
                whole.append(took + time.perf_counter() - began)
        await stage.say("Anna", "/end")
    return [
        Row("load, apply and save", 1 / median(moves), "a second"),
        *spread("load, apply and save", moves),
        *spread("the same after a restart (the log is replayed)", forgotten),
        *spread("whole turn: command to encoded picture", whole),
    ]


def spread(name: str, taken: list[float]) -> list[Row]:
    """The usual and the slow."""
    return [
        Row(f"{name}, p50", median(taken) * 1000, "ms"),
        Row(f"{name}, p99", quantiles(taken, n=100)[98] * 1000, "ms"),
    ]


async def thousand(store: RedisStore) -> list[Row]:
    """The same game in its middle at many tables, so that the same presses can be made at all of them."""
    stage = Stage(store, policy=POLICY)
    stage.ids = 1000  # the store has finished games with the first ids
    rng = random.Random(2)
    message = await stage.open("Anna", "Boris")
    while turn_of(message) < MIDDLE:
        message, _ = await timed(stage.service, CHANNEL, await chosen(stage, message, rng, []))
    middle = await store.tables.load(CHANNEL)
    assert middle is not None
    presses: list[MadePress] = []
    while len(presses) < TURNS:
        presses.append(await chosen(stage, message, rng, presses))
        message, _ = await timed(stage.service, CHANNEL, presses[-1])
    del presses[TURNS:]
    for number in range(TABLES):
        setup = replace(decode_table(middle.setup), game=f"t{number}").encode()
        await store.tables.create(_channel(number), game=f"t{number}", setup=setup)
        await store.tables.save(_channel(number), game=f"t{number}", expected=0, log=middle.log)
    weight = await _weight(store)
    service = Service.on(store, QuickComputer(), POLICY)
    for number in range(TABLES):
        await service.repository.load(_channel(number))
    gc.collect()
    taken: list[float] = []
    began, worked = time.perf_counter(), time.process_time()
    for press in presses:
        for first in range(0, TABLES, AT_ONCE):
            group = range(first, min(first + AT_ONCE, TABLES))
            answers = await asyncio.gather(*(_at_table(service, number, press) for number in group))
            taken += [took for _, took in answers]
    rate = len(taken) / (time.perf_counter() - began)
    work = (time.process_time() - worked) / len(taken)
    name = f"{TABLES:,} open tables, {AT_ONCE} commands at once"
    return [
        Row(f"{name}: turns", rate, "a second"),
        *spread(f"{name}: a turn", taken),
        Row(f"{name}: processor time of a turn", work * 1000, "ms"),
        Row(f"memory of an idle table, {MIDDLE} turns played", weight, "KB"),
    ]


def _channel(number: int) -> str:
    return f"web:t{number}"


def _at_table(service: Service, number: int, press: MadePress) -> Awaitable[tuple[Outgoing, float]]:
    token = f"t{number}:{press.token.partition(':')[2]}"
    return timed(service, _channel(number), replace(press, token=token))


async def _weight(store: RedisStore) -> float:
    """Kilobytes that a table in memory takes; what all tables share is there already."""
    room = Service.on(store, QuickComputer(), POLICY).repository
    await room.load(_channel(TABLES - 1))
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(WEIGHED):
            await room.load(_channel(number))
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / WEIGHED / 1000
    finally:
        tracemalloc.stop()


async def measure() -> list[Row]:
    """Everything on one embedded server, which waits for the disk as it does for players."""
    with tempfile.TemporaryDirectory() as name:
        async with await open_store(folder=Path(name)) as store:
            alone = await one_by_one(store)
            return alone + await thousand(store)


def rows() -> list[Row]:
    """All figures of the conversation."""
    return asyncio.run(measure())
