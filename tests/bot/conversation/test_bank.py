"""The time bank: not a second is lost or added by moves, pauses, restarts and quiet hours."""

from __future__ import annotations

import random

import pytest

from bot.conversation.protocol.durations import DAY, HOUR, MINUTE
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.tokens import PressOption, PressPair, read
from bot.conversation.service import Service
from bot.conversation.table.bank import Bank, BankState, opened_bank, running_end, running_seconds
from bot.conversation.table.due import read_bank
from bot.conversation.table.repository import Policy, Repository
from bot.conversation.table.state import LiveTable
from bot.conversation.table.summaries import SUMMARY
from tests.support.stage import CHANNEL, QuickComputer, Stage

SEQUENCES = 10_000
Step = tuple[int, int | None, bool]  # until when, who was the only one asked, whether their turn ends


def awake(start: int, end: int, quiet: tuple[int, int] | None) -> int:
    """The seconds that are not quiet, hour by hour."""
    found, at = 0, start
    while at < end:
        stop = min(end, at - at % HOUR + HOUR)
        hour = at // HOUR % 24
        silent = quiet is not None and (hour - quiet[0]) % 24 < (quiet[1] - quiet[0]) % 24
        found += 0 if silent else stop - at
        at = stop
    return found


def random_steps(rng: random.Random) -> list[Step]:
    """Moves, pauses (nobody is asked), and clocks of workers that are a little behind."""
    at, found = rng.randrange(DAY), []
    for _ in range(rng.randrange(1, 9)):
        at += rng.choice((-1, 0, 1, rng.randrange(90), rng.randrange(3 * HOUR), rng.randrange(2 * DAY)))
        found.append((at, rng.choice((None, 0, 1, 2)), rng.random() < 0.5))
    return found


def replayed(bank: Bank, start: int, steps: list[Step]) -> BankState:
    """What a worker finds that reads everything anew."""
    state = opened_bank(bank, 3, start, 1)
    for number, (at, asked, ended) in enumerate(steps, start=2):
        state = state.counted(bank, asked, at)
        if ended and asked is not None:
            state = state.earned(bank, asked, number)
    return state


def test_no_sequence_loses_or_adds_a_second() -> None:
    rng = random.Random(19)
    for _ in range(SEQUENCES):
        quiet = rng.choice((None, (22, 8), (0, 6), (13, 14), (23, 1)))
        bank = Bank(rng.randrange(MINUTE, 3 * DAY), rng.choice((0, 10, HOUR)), quiet=quiet)
        steps = random_steps(rng)
        start = steps[0][0] - rng.randrange(HOUR)
        expected, now = [bank.seconds] * 3, start
        for at, asked, ended in steps:
            if asked is not None:
                expected[asked] -= awake(now, max(now, at), quiet)
                expected[asked] += bank.increment if ended else 0
            now = max(now, at)
        state = replayed(bank, start, steps)
        assert list(state.left) == expected, (bank, start, steps)
        assert state.at == now
        cut = rng.randrange(len(steps) + 1)  # another worker goes on from where the first has stopped
        first = replayed(bank, start, steps[:cut])
        for number, (at, asked, ended) in enumerate(steps[cut:], start=cut + 2):
            first = first.counted(bank, asked, at)
            first = first.earned(bank, asked, number) if ended and asked is not None else first
        assert first == state


def test_a_bank_ends_when_its_seconds_have_run() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        quiet = rng.choice((None, (22, 8), (0, 6), (13, 14), (23, 1)))
        start, seconds = rng.randrange(40 * DAY), rng.choice((1, MINUTE, HOUR, rng.randrange(1, 3 * DAY)))
        end = running_end(start, seconds, quiet)
        assert running_seconds(start, end, quiet) == awake(start, end, quiet) == seconds
        assert awake(start, end - 1, quiet) == seconds - 1  # no sooner


@pytest.mark.parametrize(
    ("text", "bank"),
    [
        ("15m", Bank(900)),
        ("3d+6h", Bank(3 * DAY, 6 * HOUR)),
        ("5m+10s", Bank(300, 10)),
        ("off", Bank()),
        ("off+6h", None),
        ("15m+", None),
        ("soon", None),
        ("99d", None),
    ],
)
def test_banks_are_read(text: str, bank: Bank | None) -> None:
    assert read_bank(text) == bank


# -- at a table -----------------------------------------------------------------------------------------


async def live_of(stage: Stage) -> LiveTable:
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    return live


async def move(stage: Stage) -> list[Outgoing]:
    """Who is asked plays the first way there is."""
    live = await live_of(stage)
    seat = live.table.seats[live.waits[0].seat]
    name = stage.name_of(seat.player)
    said = await stage.say(name, "/board")
    token = said[-1].choices[0].token
    answers = await stage.press(name, token)
    for answer in answers:
        plays = [c.token for c in answer.choices if isinstance(read(c.token), PressPair | PressOption)]
        if answer.preview and plays:
            return await stage.press(name, plays[-1])
    return answers


def seconds_left(live: LiveTable) -> list[int]:
    return list(live.banks.left)


async def test_the_bank_runs_only_for_who_is_asked_and_not_in_a_pause() -> None:
    stage = Stage()
    first = await stage.open("Anna", "Boris", wishes="bank=15m")
    assert "15:00" in first.text
    live = await live_of(stage)
    seat = live.waits[0].seat
    stage.now += 70
    await stage.say("Anna", "/pause")
    stage.now += 5000
    await stage.say("Anna", "/resume")
    stage.now += 30
    turn = live.state.turn
    while (await live_of(stage)).state.turn == turn:
        await move(stage)
    live = await live_of(stage)
    assert live.banks.left[seat] == 900 - 100
    assert live.banks.left[1 - seat] == 900
    assert "13:20" in stage.said[-1].text


async def test_an_increment_is_earned_once_a_turn() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=5m+10s")
    live = await live_of(stage)
    seat, turn = live.waits[0].seat, live.state.turn
    while (await live_of(stage)).state.turn == turn:
        await move(stage)
    assert (await live_of(stage)).banks.left[seat] == 310
    name = stage.name_of(live.table.seats[seat].player)
    other = "Boris" if name == "Anna" else "Anna"
    await stage.say(name, "/undo")
    await stage.say(other, "/agree")
    assert (await live_of(stage)).state.turn == turn
    while (await live_of(stage)).state.turn == turn:
        await move(stage)
    assert (await live_of(stage)).banks.left[seat] == 310


async def test_no_bank_runs_in_the_quiet_hours_of_the_table() -> None:
    stage = Stage()  # it is midnight
    await stage.open("Anna", "Boris", wishes="bank=1h quiet=22-8")
    seat = (await live_of(stage)).waits[0].seat
    stage.now += 8 * HOUR + 60
    await stage.say("Anna", "/pause")
    assert (await live_of(stage)).banks.left[seat] == HOUR - 60


async def test_restarts_and_two_workers_find_the_same_banks() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=30m+30s")
    other = Service(Repository(stage.store, QuickComputer(), Policy()))  # type: ignore[arg-type]
    rng = random.Random(3)
    for number in range(12):
        stage.now += rng.randrange(100)
        if number % 4 == 3:
            await stage.say("Anna", "/pause")
            stage.now += rng.randrange(10_000)
            await stage.say("Anna", "/resume")
        await move(stage)
        stage.service, other = other, stage.service  # the next move is another worker's
        fresh = Service(Repository(stage.store, QuickComputer(), Policy()))  # type: ignore[arg-type]
        lives = [await service.repository.load(CHANNEL) for service in (stage.service, other, fresh)]
        assert len({live.banks for live in lives if live is not None}) == 1


async def test_an_empty_bank_loses_a_duel() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=15m")
    live = await live_of(stage)
    seat = live.waits[0].seat
    assert await stage.ring(899) == []
    (end,) = await stage.ring(1)
    winner, loser = live.table.seats[1 - seat].name, live.table.seats[seat].name
    assert f"{winner} wins" in end.text.replace("<b>", "").replace("</b>", "")
    assert loser in end.text
    assert await stage.store.tables.count() == 0
    (finished,) = await stage.archived()
    assert SUMMARY.read(finished.summary).places == (1 + (seat == 0), 1 + (seat == 1))
    assert await stage.ring(60) == []


async def test_a_move_after_the_last_second_comes_too_late() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=15m")
    stage.now += 901
    await move(stage)
    assert await stage.store.tables.count() == 0  # the alarm was late, the rule is not


async def test_the_computer_plays_on_for_an_empty_bank() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Vera", wishes="bank=15m flag=computer")
    live = await live_of(stage)
    seat = live.waits[0].seat
    name = live.table.seats[seat].name
    await stage.ring(900)
    live = await live_of(stage)
    assert not live.table.seats[seat].player
    assert live.table.flagged == (seat,)
    await stage.say(name, "/substitute back")
    assert not (await live_of(stage)).table.seats[seat].player


async def test_three_players_go_on_without_who_lost_on_time() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Vera", wishes="bank=15m")
    seat = (await live_of(stage)).waits[0].seat
    await stage.ring(900)
    live = await live_of(stage)
    assert not live.over
    second = live.waits[0].seat
    await stage.ring(900)
    assert await stage.store.tables.count() == 0
    last = next(index for index in range(3) if index not in (seat, second))
    places = tuple(1 if index == last else 2 for index in range(3))
    assert SUMMARY.read((await stage.archived())[0].summary).places == places


async def test_an_empty_bank_may_be_only_a_reminder() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=15m flag=remind")
    (told,) = await stage.ring(900)
    assert "time bank is empty" in told.text
    assert await stage.ring(3600) == []
    await move(stage)
    assert (await live_of(stage)).version > 1


async def test_a_game_that_was_decided_before_a_crash_is_archived_later() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="bank=15m")
    live = await live_of(stage)
    lines = (b'! {"do": "flag", "seat": %d}' % live.waits[0].seat,)
    entry = b"%d clock " % int(stage.now + 900)
    await stage.store.tables.save(CHANNEL, game=live.game, expected=0, log=[entry + line for line in lines])
    await stage.ring(901)
    assert await stage.store.tables.count() == 0
    assert len(await stage.archived()) == 1


async def test_the_world_championship_is_one_word() -> None:
    stage = Stage()
    (lobby,) = await stage.say("Anna", "/new wcc")
    assert "15 min" in lobby.text
    await stage.say("Boris", "/join")
    (full,) = await stage.say("Vera", "/join")
    assert full.to is not None
    await stage.say("Anna", "/start")
    table = (await live_of(stage)).table
    assert (table.bank, table.aids, table.setup.boxes) == (Bank(900), False, ())
    assert dict(table.setup.options)["tie_break"] == "starter"


def test_counting_stops_at_the_last_line() -> None:
    assert BankState((5, 5), 10, 1).counted(Bank(5), 0, 9) == BankState((5, 5), 10, 1)
