"""The position of the day: asked at the group's hour, answered once and in private, solved a day later."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.conversation.commands.group import daily_alarms
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.durations import DAY, HOUR
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.pictures import BoardPicture, SheetPicture
from bot.conversation.protocol.tokens import PressArea, PressBack, PressCell, read
from bot.conversation.show.areas import MOST_NUMBERS
from bot.conversation.show.group.daily import question_of, shown_table
from bot.conversation.table.options import offer_of
from bot.conversation.table.polls import daily_store as kept
from bot.conversation.table.polls.daily import (
    BEST,
    NOTHING,
    REASONABLE,
    SPOT,
    DailyAnswer,
    DailySetting,
    month_table,
    points_of,
    read_answers,
    zone_of,
)
from engine import players
from tests.support.stage import CHANNEL, Stage, option_choices
from tests.support.voice import NOT_LATIN

PEOPLE = [f"Person{number}" for number in range(20)]


def stamp(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("hour", "zone", "now", "day", "at"),
    [
        (9, "UTC", "2026-11-17T08:59:59", "2026-11-17", "2026-11-17T09:00"),
        (9, "UTC", "2026-11-17T09:00:00", "2026-11-18", "2026-11-18T09:00"),
        (1, "+3", "2026-11-17T21:00:00", "2026-11-18", "2026-11-17T22:00"),
        (20, "-11", "2026-11-17T08:00:00", "2026-11-17", "2026-11-18T07:00"),
        (9, "Europe/Sofia", "2026-03-28T12:00:00", "2026-03-29", "2026-03-29T06:00"),  # summer time begins
        (9, "Europe/Sofia", "2026-10-24T12:00:00", "2026-10-25", "2026-10-25T07:00"),  # and ends
    ],
)
def test_the_hour_of_the_group(hour: int, zone: str, now: str, day: str, at: str) -> None:
    setting = DailySetting(on=True, hour=hour, zone=zone)
    assert setting.next_asking(stamp(now)) == (day, stamp(at))


@pytest.mark.parametrize("text", ["+15", "Mars/Olympus", "soon", "../etc/passwd", "/etc/passwd", "+", ""])
def test_what_is_no_time_zone(text: str) -> None:
    assert zone_of(text) is None


def test_points() -> None:
    best, other = ("A place 1,0 2", "A claim 1,0 c1 meeple"), ("A place 0,1 0",)
    position = players.Position("", (players.RatedMove(best, 0.0), players.RatedMove(other, 3.0)))
    assert points_of(position, ("A place 1,0 2", "A claim 1,0 c1 meeple")) == BEST
    assert points_of(position, ("A place 1,0 2", "A pass")) == SPOT
    assert points_of(position, ("A place 1,0 2",)) == SPOT
    assert points_of(position, ("A place 0,1 0", "A pass")) == REASONABLE
    assert points_of(position, ("A place 5,5 0",)) == NOTHING


def test_the_month_counts_what_is_solved() -> None:
    days = [("2026-10-31", 3), ("2026-11-01", 3), ("2026-11-02", 1), ("2026-11-03", 3)]
    answers = [DailyAnswer(day, "web:a", "Anna", ("A pass",), points) for day, points in days]
    answers.append(DailyAnswer("2026-11-02", "web:b", "Boris", ("A pass",), 3))
    rows = month_table(answers, "2026-11", "2026-11-02")
    assert [(row.name, row.points, row.days) for row in rows] == [("Anna", 4, 2), ("Boris", 3, 1)]
    assert [row.found for row in rows] == [1, 1]
    fields = {answer.field: answer.encode() for answer in answers}
    assert sorted(read_answers(fields | {"2026-11-09:x": b"[1"}), key=lambda one: one.field) == sorted(
        answers, key=lambda one: one.field
    )


def test_every_position_that_the_program_brings_along_can_be_asked() -> None:
    texts = catalogue("en")
    found = kept.brought_positions()
    assert len(found) >= 50
    assert len({one.record for one in found}) == len(found)
    for position in found:
        live = shown_table(texts, CHANNEL, "2026-11-17", position)
        prompt = question_of(live)
        first = [players.positions.notation.read(live.state.rules, move.lines[0]) for move in position.moves]
        assert all(action in prompt.options for action in first)
        assert len(first) > 2  # the best and two that are reasonable


def test_judges_agree_about_a_position() -> None:
    position = kept.brought_positions()[0]
    live = shown_table(catalogue("en"), CHANNEL, "2026-11-17", position)
    best = players.positions.judged(live.state, question_of(live), "another")[0]
    assert best.lines[0] == position.moves[0].lines[0]


# -- a group ----------------------------------------------------------------------------------------------


async def switched_on(stage: Stage) -> None:
    stage.person("Anna", admin=True)
    told = await stage.say("Anna", "/daily on 9 +3")
    assert "9:00 (+3)" in told[0].text
    assert told[0].to is None


async def morning(stage: Stage) -> list[Outgoing]:
    """The clock turns to the next question."""
    setting = await kept.setting_of(stage.store, CHANNEL)
    stage.now = setting.next_asking(stage.now)[1]
    return [message for message in await stage.tick(stage.now) if message.channel == CHANNEL]


async def answer(stage: Stage, who: str, question: Outgoing, rng: random.Random) -> Outgoing:
    """Two presses; what the user reads then."""
    told = await stage.press(who, rng.choice(option_choices(question)).token)
    if told[0].choices:
        assert told[0].to == stage.person(who).id
        assert not told[0].preview  # nobody else sees it, wherever that is
        told = await stage.press(who, rng.choice(option_choices(told[0])).token)
    assert told[0].to == stage.person(who).id
    assert len(told) == 1
    return told[0]


async def test_three_days_with_twenty_people() -> None:
    stage, rng = Stage(), random.Random(4)
    await switched_on(stage)
    (question,) = await morning(stage)
    assert question.text.startswith("🎯")
    assert stage.now % DAY == 6 * HOUR
    for number, who in enumerate(PEOPLE, start=1):
        told = await answer(stage, who, question, rng)
        assert f"{number} answer" in told.text
    again = await stage.press("Person3", option_choices(question)[0].token)
    assert "already answered" in again[0].text
    assert "starts with the first solution" in (await stage.say("Anna", "/daily table"))[0].text
    solution, second = await morning(stage)
    assert "Solution" in solution.text
    assert solution.closes == (question.slot,)
    assert isinstance(solution.picture, BoardPicture)
    votes = [label for label, _ in solution.picture.cells]
    assert sum(int(label.removeprefix("★")) for label in votes) == len(PEOPLE)
    assert sum(label.startswith("★") for label in votes) == 1
    late = await stage.press("Vera", option_choices(question)[0].token)
    assert "closed" in late[0].text
    for who in PEOPLE[:5]:
        assert "2 days in a row" in (await answer(stage, who, second, rng)).text
    solution, _ = await morning(stage)
    assert "This month" in solution.text
    table = (await stage.say("Person1", "/daily table"))[0]
    assert isinstance(table.picture, SheetPicture)
    assert table.picture.rows[0][0] == "1"
    points = [int(row[2]) for row in table.picture.rows[:10]]
    assert points == sorted(points, reverse=True)


async def test_a_typed_answer_and_the_private_question() -> None:
    stage = Stage()
    await switched_on(stage)
    await morning(stage)
    shown = (await stage.say("Boris", "/daily"))[0]
    assert shown.to == "web:boris"
    assert option_choices(shown)
    assert "/daily on 9" in (await stage.say("Boris", "/daily castle"))[0].text
    told = (await stage.say("Boris", "/daily 1a nobody"))[0]
    assert "Your answer" in told.text


async def test_a_close_up_is_for_its_author_alone_also_where_all_see_close_ups() -> None:
    """In a Telegram group without ephemeral messages it goes to the private chat, in the author's words."""
    stage = Stage()
    await switched_on(stage)
    (question,) = await morning(stage)
    token = next(one.token for one in question.choices if isinstance(read(one.token), PressCell))
    (alone,) = await stage.press("Boris", token)
    seen = Command(stage.person("Boris"), CHANNEL, stage.now, token=token, shared=True)
    (same,) = await stage.handle(seen)
    assert same.to == "web:boris"
    assert (same.text, same.picture) == (alone.text, alone.picture)


async def test_a_wide_board_is_answered_by_areas() -> None:
    stage = Stage()
    await switched_on(stage)
    wide = [one for one in kept.brought_positions() if cells_of(one) > MOST_NUMBERS]
    day = (await kept.setting_of(stage.store, CHANNEL)).next_asking(stage.now)[0]
    await kept.keep_position(stage.store, day, wide[0])
    (question,) = await morning(stage)
    area = next(choice for choice in question.choices if isinstance(read(choice.token), PressArea))
    (part,) = await stage.press("Boris", area.token)
    assert part.to == "web:boris"
    (near,) = await stage.press("Boris", option_choices(part)[0].token)
    back = next(choice for choice in near.choices if isinstance(read(choice.token), PressBack))
    assert (await stage.press("Boris", back.token))[0].text == question.text
    assert "Your answer" in (await stage.press("Boris", option_choices(near)[0].token))[0].text


def cells_of(position: players.Position) -> int:
    live = shown_table(catalogue("en"), CHANNEL, "2026-11-17", position)
    return len(offer_of(question_of(live)).cells)


async def test_an_alarm_that_rings_twice_asks_once() -> None:
    stage = Stage()
    await switched_on(stage)
    (first,) = await morning(stage)
    setting = await kept.setting_of(stage.store, CHANNEL)
    name = f"{daily_alarms.ASKING}{setting.asked}:{CHANNEL}"
    (again,) = await stage.service.alarm(CHANNEL, stage.now + 1, name)
    assert again.slot == first.slot
    assert await kept.setting_of(stage.store, CHANNEL) == setting


async def test_refusals() -> None:
    stage = Stage()
    assert "no position of the day" in (await stage.say("Boris", "/daily 7b"))[0].text
    assert "switches it on" in (await stage.say("Boris", "/daily"))[0].text
    assert "admin" in (await stage.say("Boris", "/daily on 9"))[0].text
    stage.person("Anna", admin=True)
    for line in ("on 24", "on nine", "on 9 Mars/Olympus", "on 9 UTC please"):
        assert "Say it like this" in (await stage.say("Anna", f"/daily {line}"))[0].text
    shown = (await stage.say("Anna", "/daily"))[0]
    told = await stage.press("Anna", shown.choices[1].token)
    assert "at 9:00 (UTC)" in told[0].text
    assert "first position comes at 9:00 (UTC)" in (await stage.say("Boris", "/daily 7b"))[0].text
    await stage.say("Anna", "/daily off")
    assert await morning(stage) == []


async def test_positions_are_chosen_ahead() -> None:
    stage = Stage()
    await switched_on(stage)
    await morning(stage)
    found = replace(kept.brought_positions()[7])

    async def position(seed: str) -> players.Position:
        return found

    stage.service.repository.computer.position = position  # type: ignore[method-assign]
    asked = (await kept.setting_of(stage.store, CHANNEL)).asked
    for _ in range(4):
        await stage.service.alarm(CHANNEL, stage.now, f"{daily_alarms.CHOOSING}{CHANNEL}")
    assert await kept.missing_day(stage.store, asked) == ""
    stored = sorted(await stage.store.users.channel_settings(kept.POSITIONS))
    assert stored[0] == asked  # it stays what it is
    assert len(stored) == 4
    assert await kept.position_of(stage.store, stored[1]) == found
    await stage.store.users.set_channel_setting(kept.POSITIONS, stored[2], b"{}")
    assert await kept.position_of(stage.store, stored[2]) in kept.brought_positions()  # an unreadable one


async def test_a_forgotten_user_has_no_answers() -> None:
    stage, rng = Stage(), random.Random(1)
    await switched_on(stage)
    (question,) = await morning(stage)
    for who in ("Boris", "Clara"):
        await answer(stage, who, question, rng)
    file = (await stage.say("Boris", "/settings export"))[0].attachment
    assert file is not None
    assert b'"daily"' in file.content
    sure = (await stage.say("Boris", "/forget"))[0]
    await stage.press("Boris", sure.choices[0].token)
    assert [one.name for one in await kept.answers_of(stage.store, CHANNEL)] == ["Clara"]


async def test_old_answers_are_dropped() -> None:
    stage = Stage()
    old = DailyAnswer("2023-01-01", "web:old", "Old", ("A pass",), 3)
    await kept.keep_answer(stage.store, CHANNEL, old)
    await switched_on(stage)
    await morning(stage)
    assert await kept.answers_of(stage.store, CHANNEL) == []


async def test_every_language() -> None:
    for language in LANGUAGES:
        stage, rng = Stage(language=language), random.Random(2)
        await switched_on_in(stage)
        (question,) = await morning(stage)
        told = await answer(stage, "Boris", question, rng)
        solution, _ = await morning(stage)
        for message in (question, told, solution):
            text = markup.plain(message.text)
            assert (language in NOT_LATIN) == any("а" <= letter <= "я" for letter in text), text


async def switched_on_in(stage: Stage) -> None:
    """With the language of the channel."""
    stage.person("Anna", admin=True)
    await stage.say("Anna", f"/settings channel {stage.language}")
    await stage.say("Anna", "/daily on 9 +3")
