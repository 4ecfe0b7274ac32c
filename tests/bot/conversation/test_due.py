"""Deadlines and reminders: the arithmetic, and what happens when an alarm rings. Time is always told."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES
from bot.conversation.protocol.durations import DAY, HOUR, MINUTE
from bot.conversation.table.due import (
    Habits,
    after_quiet,
    habits,
    read_limit,
    read_quiet,
    reminder_due,
)
from bot.conversation.table.model import Clock
from bot.conversation.table.state import Wait
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import CHANNEL, NOON, Stage

MIDNIGHT = NOON  # the scripts' time begins at midnight UTC


async def move(stage: Stage) -> None:
    """The active player does something."""
    mine, _ = await whose(stage)
    asked = (await table(stage)).waits[0].ask
    await stage.say(mine, "/play 1a nobody" if asked == "place" else "/play pass")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("10m", 600), ("2h", 7200), ("3d", 3 * DAY), ("14d", 14 * DAY), ("5", 300), ("1ч", 3600), ("none", 0)],
)
def test_limits_that_are_understood(text: str, seconds: int) -> None:
    assert read_limit(text) == seconds


@pytest.mark.parametrize("text", ["15d", "-1", "x", "1.5h", "9999999d", ""])
def test_limits_that_are_not(text: str) -> None:
    assert read_limit(text) is None


def test_quiet_hours() -> None:
    assert read_quiet("22-8") == (22, 8)
    assert read_quiet("22-8+3") == (19, 5)
    assert read_quiet("1-7-5") == (6, 12)
    assert [read_quiet(text) for text in ("", "25-8", "8-8", "a-b", "1-2+99")] == [None] * 5
    night = (22, 8)
    assert after_quiet(MIDNIGHT + 23 * HOUR, night) == MIDNIGHT + DAY + 8 * HOUR
    assert after_quiet(MIDNIGHT + 3 * HOUR, night) == MIDNIGHT + 8 * HOUR
    assert after_quiet(MIDNIGHT + 12 * HOUR, night) == MIDNIGHT + 12 * HOUR
    assert after_quiet(MIDNIGHT + 13 * HOUR, (12, 14)) == MIDNIGHT + 14 * HOUR


def test_reminders_come_more_and_more_slowly_and_stop() -> None:
    due = [reminder_due(Wait(0, "place", 0, 0, count), Clock(), Habits(DAY)) for count in range(6)]
    assert due == [DAY, 2 * DAY, 4 * DAY, 8 * DAY, 16 * DAY, None]
    assert reminder_due(Wait(0, "place", 0, 0), Clock(), Habits(0)) is None
    assert habits({"reminders": b"12h", "quiet": b"22-8"}) == Habits(12 * HOUR, (22, 8))


async def test_without_a_clock_people_are_reminded_after_their_own_interval() -> None:
    stage = Stage()
    asked = await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    assert await stage.store.deadlines.next_due() <= stage.now + DAY
    assert await stage.ring(23 * HOUR) == []
    assert await stage.store.deadlines.next_due() == NOON + DAY
    reminded = await stage.ring(HOUR)
    assert reminded[0].notify == (f"web:{mine.lower()}",)
    assert "waiting for 1 day" in markup.plain(reminded[0].text)
    assert (reminded[0].choices, reminded[0].picture) == (asked.choices, asked.picture)  # it has the board
    assert reminded[0].text.splitlines()[-1] == asked.text.splitlines()[-1]  # and the scores
    assert (reminded[0].slot, reminded[0].fresh) == (asked.slot, True)  # the older message loses its buttons
    assert await stage.ring(HOUR) == []
    assert len(await stage.ring(DAY)) == 1


async def test_personal_interval_and_quiet_hours() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    await stage.say(mine, "/settings reminders 3h")
    await stage.say(mine, "/settings quiet 0-6")
    assert await stage.ring(3 * HOUR) == []
    assert await stage.store.deadlines.next_due() == NOON + 6 * HOUR
    assert len(await stage.ring(3 * HOUR)) == 1
    await stage.say(mine, "/settings reminders off")
    assert await stage.ring(30 * DAY) == []


async def test_remind_only_is_the_default_and_never_moves() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h")
    told = [message for hours in (0.5, 0.4, 0.1, 1, 2, 100) for message in await stage.ring(hours * HOUR)]
    assert len(told) == 5
    assert (await table(stage)).state.ply == 0


async def test_a_safe_answer_when_the_time_is_up() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    mine, _ = await whose(stage)
    warned = await stage.ring(30 * MINUTE)
    assert "In 30 min we'll play a default move" in markup.plain(warned[0].text)
    told = await stage.ring(30 * MINUTE)
    assert f"{mine} ran out of time: default move" in markup.plain(told[0].text)
    live = await table(stage)
    assert live.state.turn == 2
    assert all(b" clock " in line for line in (await stage.stored()).log[1:])  # after the reminder


async def test_a_missed_turn_does_not_tell_the_turn_before_again() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara", wishes="clock=1h rule=safe")
    first, late = await whose(stage)
    shown = await stage.say(first, "/play 1a nobody")
    assert f"{first} → " in markup.plain(shown[0].text)
    told = markup.plain((await stage.ring(HOUR))[0].text)
    assert f"{late} → " in told
    assert f"{first} → " not in told


async def test_a_seat_that_the_clock_drops_does_not_tell_the_turn_before_again() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara", wishes="clock=1h rule=drop misses=1")
    first, _ = await whose(stage)
    shown = await stage.say(first, "/play 1a nobody")
    assert f"{first} → " in markup.plain(shown[0].text)
    told = markup.plain((await stage.ring(HOUR))[0].text)
    assert "Too many missed turns" in told
    assert f"{first} → " not in told


async def test_a_turn_that_is_cut_short_is_told_as_a_whole() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    late, _ = await whose(stage)
    await stage.say(late, "/play 1a")
    assert (await table(stage)).waits[0].ask == "act"
    told = markup.plain((await stage.ring(HOUR))[0].text)
    assert f"{late} → " in told


async def test_two_reminders_never_tell_the_same_time() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h")
    told = [markup.plain((await stage.ring(30 * MINUTE))[0].text) for _ in range(3)]
    assert "waiting for 30 min" in told[0]
    assert "1 h so far" in told[1]
    assert "1 h 30 min now" in told[2]


async def test_an_alarm_that_comes_twice_or_late_does_nothing() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    mine, _ = await whose(stage)
    stage.now += 59 * MINUTE
    await stage.say(mine, "/play 1a nobody")
    version = (await table(stage)).version
    assert await stage.ring(2 * MINUTE) == []
    assert await stage.ring() == []
    assert (await table(stage)).version == version


async def test_two_workers_fire_once() -> None:
    import asyncio

    stage = Stage()
    other = Stage(stage.store)
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    stage.now += HOUR
    told = await asyncio.gather(
        *(one.service.alarm(CHANNEL, stage.now) for one in (stage, other, stage, other))
    )
    assert sorted(len(messages) for messages in told) == [0, 0, 0, 1]
    assert (await table(stage)).state.turn == 2


async def test_the_computer_decides_when_the_time_is_up() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=computer")
    mine, _ = await whose(stage)
    told = await stage.ring(HOUR)
    assert f"{mine} ran out of time: the computer moves" in markup.plain(told[0].text)
    assert (await table(stage)).table.seats[0].player == "web:anna"


async def test_after_too_many_misses_the_computer_takes_the_seat() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=drop misses=2")
    late, _ = await whose(stage)
    seat = ["Anna", "Boris"].index(late)
    told = await stage.ring(HOUR)
    assert "missed turn 1 of 2" in told[0].text
    for _ in range(6):
        mine, _ = await whose(stage)
        if mine == late:
            told = await stage.ring(HOUR)
        else:
            await move(stage)
        if not (await table(stage)).table.seats[seat].player:
            break
    assert f"Too many missed turns. From now on {late} (computer) plays." in markup.plain(told[0].text)
    assert not (await table(stage)).table.seats[seat].player
    await stage.say(late, "/substitute back")
    assert (await table(stage)).table.seats[seat].player == f"web:{late.lower()}"


async def test_answering_in_time_forgives_a_miss() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=drop misses=2")
    await stage.ring(HOUR)
    live = await table(stage)
    late = next(seat for seat in range(2) if live.table.seats[seat].misses)
    for _ in range(4):
        await move(stage)
    assert not (await table(stage)).table.seats[late].misses
    assert (await table(stage)).table.seats[late].player


async def test_the_clock_stands_still_in_a_pause() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    stage.now += 50 * MINUTE
    await stage.say("Anna", "/pause")
    assert await stage.ring(10 * HOUR) == []
    await stage.say("Anna", "/resume")
    assert all("ran out of time" not in message.text for message in await stage.ring(9 * MINUTE))
    assert "ran out of time" in (await stage.ring(MINUTE))[0].text


async def test_due_alarms_are_claimed_and_acknowledged() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    assert await stage.tick(stage.now) == []
    told = await stage.tick(stage.now + HOUR)
    assert len(told) == 1
    assert await stage.store.deadlines.next_due() > stage.now + HOUR


async def test_next_player_is_notified_if_they_asked_for_it() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    for name in ("Anna", "Boris", "Clara"):
        await stage.say(name, "/settings next on")
    mine, second = await whose(stage)
    names = ["Anna", "Boris", "Clara"]
    third = names[(names.index(second) + 1) % 3]
    answers = await stage.say(mine, "/play 1a nobody")
    assert answers[0].notify == (f"web:{second.lower()}", f"web:{third.lower()}")
    assert f"up next: {third}" in markup.plain(answers[0].text)


@pytest.mark.parametrize("rule", ["safe", "computer", "drop"])
async def test_an_absent_player_costs_one_period_a_turn(rule: str) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara", wishes=f"clock=1h rule={rule}")
    for turn in range(1, 7):
        live = await table(stage)
        assert live.state.turn == turn
        await stage.ring(HOUR)
        after = await table(stage)
        assert after.state.turn == turn + 1
        missed = after.table.seats[live.state.player]
        assert missed.misses == (0 if rule != "drop" else 1 + (turn > 3))


async def test_an_absent_player_is_not_waited_for_again_in_the_same_turn() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="princess_dragon clock=1h rule=safe")
    waited: Counter[tuple[int, int]] = Counter()
    for _ in range(120):
        live = await stage.service.repository.load(CHANNEL)
        if live is None or live.state.over:
            break
        waited[live.state.turn, live.waits[0].seat] += 1
        await stage.ring(HOUR)
    assert sum(seat != 0 for _, seat in waited) > 20
    assert max(waited.values()) == 1  # the dragon asks both players up to three times


async def test_two_reminders_are_never_the_same_sentence() -> None:
    for language in LANGUAGES:
        stage = Stage(language=language)
        await stage.open("Anna", "Boris", wishes="clock=1h")
        told = [message for hours in (0.5, 0.4, 0.1, 1, 2) for message in await stage.ring(hours * HOUR)]
        sentences = [re.sub(r"\d+ \w+", "", markup.plain(message.text)) for message in told]
        assert len(set(sentences)) == len(sentences) == 5, sentences


async def test_a_reminder_says_which_miss_it_would_be() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=drop misses=2")
    first = (await stage.ring(HOUR / 2))[0].text
    assert "missed turn 1 of 2" in first
    await stage.ring(HOUR / 2)
    await stage.ring(HOUR)
    assert "takes over your seat" in (await stage.ring(HOUR / 2))[0].text
