"""Hints: for the player on turn, where aids are allowed, ready to be played."""

from __future__ import annotations

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import CloseUp
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.show.hint_reasons import reason_for_all, reason_lines
from bot.conversation.show.words import Words
from bot.conversation.table.acts import HintAct
from engine import players
from engine.actions import Pass
from engine.game import pending
from engine.players import reasons
from engine.state import GameState
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import CHANNEL, QuickComputer, Stage

EVERY_REASON = (
    reasons.Scores(0, 8, "city"),
    reasons.Scores(1, 4, "road"),
    reasons.Scores(1, -3, "bazaar"),
    reasons.Claims("city", "meeple", 6, 40),
    reasons.Claims("field", "meeple", 9, 0),
    reasons.Frees(2),
    reasons.Drives(1, "meeple", "eaten"),
    reasons.Captures(1, "large"),
    reasons.Threatens(2),
    reasons.Guards(1),
    reasons.Accompanies("city"),
    reasons.Keeps(2),
    reasons.Keeps(0),
    reasons.Improves(0, "road", 2, 5),
    reasons.Blocks(1, "city", 80, 30),
    reasons.Joins("city", (1,)),
    reasons.Trades("wine", 2),
    reasons.PlaysTwice(),
    reasons.Builds("road"),
    reasons.Fattens(3),
)


async def asked_for(stage: Stage) -> tuple[str, Outgoing]:
    mine, _ = await whose(stage)
    return mine, (await stage.say(mine, "/hint"))[0]


async def test_a_hint_is_private_and_only_noted() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    version = (await table(stage)).version
    button = next(choice for choice in message.choices if choice.label == "Hint")
    (answer,) = await stage.press(mine, button.token)
    assert answer.to == f"web:{mine.lower()}"
    assert not answer.harmless
    assert "meeples" in answer.text
    assert answer.picture is not None
    assert isinstance(answer.picture, CloseUp)
    assert len(answer.picture.variants) == 1
    live = await table(stage)
    assert live.version == version + 1
    assert isinstance(live.recent[-1].entry.act, HintAct)
    await stage.press(mine, button.token)
    assert (await table(stage)).version == version + 1, "once for each decision"


async def sure(stage: Stage, name: str, answers: list[Outgoing]) -> list[Outgoing]:
    """What follows when a bid that leads into debt is meant."""
    if answers[0].to is not None and answers[0].choices:
        return await stage.press(name, answers[0].choices[0].token)
    return answers


@pytest.mark.parametrize("wishes", ["", "bazaars princess_dragon", "big_box", "over_hill_and_dale"])
async def test_a_hint_can_be_pressed_or_typed(wishes: str) -> None:
    pressed, typed = Stage(), Stage()
    for stage in (pressed, typed):
        await stage.open("Anna", "Boris", wishes=wishes)
    asks = set()
    for _ in range(25):
        live = await table(pressed)
        asks.add(live.waits[0].ask)
        mine, answer = await asked_for(pressed)
        line = markup.plain(answer.text).split("/play ")[1].split("\n")[0]
        told = await sure(pressed, mine, await pressed.press(mine, answer.choices[0].token))
        assert told[0].to is None, told[0].text
        told = await sure(typed, mine, await typed.say(mine, f"/play {line}"))
        assert told[0].to is None, (line, told[0].text)
        assert (await table(typed)).state == (await table(pressed)).state
    assert len(asks) > (1 if "bazaars" in wishes else 0)


async def test_a_hint_is_the_best_move_by_the_computers_evaluation() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    live = await table(stage)
    seat = live.waits[0].seat
    best = players.hint(live.state, seat)
    mine, answer = await asked_for(stage)
    await stage.press(mine, answer.choices[0].token)
    after = await table(stage)
    assert [moment.action for moment in after.recent if moment.action][:2] == [best.action, *best.then]


async def test_the_button_of_an_old_hint_is_refused() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, answer = await asked_for(stage)
    told = await stage.say(mine, "/play 1a nobody")
    assert answer.slot in told[0].closes
    assert "moved on" in (await stage.press(mine, answer.choices[0].token))[0].text


async def test_a_table_without_aids_refuses_hints() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris", wishes="aids=off")
    assert all(choice.label != "Hint" for choice in message.choices)
    _, answer = await asked_for(stage)
    assert "without help tools" in answer.text
    assert answer.choices == ()


async def test_a_hint_is_only_for_the_player_on_turn() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, other = await whose(stage)
    assert "not your turn" in (await stage.say(other, "/hint"))[0].text
    assert "don't have a seat" in (await stage.say("Clara", "/hint"))[0].text
    await stage.say(mine, "/pause")
    assert "paused" in (await stage.say(mine, "/hint"))[0].text


class Silent(QuickComputer):
    """A computer player whose hints fail."""

    async def hint(self, view: GameState, seat: int) -> players.Hint:
        raise NoAnswer("tired")


async def test_a_failed_hint_is_answered_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage()
    stage.service.repository.computer = Silent()
    await stage.open("Anna", "Boris")
    _, answer = await asked_for(stage)
    assert "Try again" in answer.text
    assert "tired" in caplog.text
    assert await stage.store.tables.load(CHANNEL) is not None


class Modest(QuickComputer):
    """A computer player that advises to put no figure on a tile."""

    async def hint(self, view: GameState, seat: int) -> players.Hint:
        first, nobody = pending(view)[0].options[0], Pass(seat)
        return players.Hint(first, (nobody,), ()) if view.tile else players.Hint(nobody, (), ())


@pytest.mark.parametrize(
    ("language", "placing", "after"),
    [
        ("en", "a – nobody.", "Hint: press “Nobody”."),
        ("ru", "a — никого.", "Подсказка: нажми «Никого»."),
        ("bg", "a – никого.", "Съвет: натисни „Никого“."),
    ],
)
async def test_hint_to_decline_names_the_button(language: str, placing: str, after: str) -> None:
    stage = Stage(language=language)
    stage.service.repository.computer = Modest()
    await stage.open("Anna", "Boris")
    mine, answer = await asked_for(stage)
    assert markup.plain(answer.text).splitlines()[0].endswith(placing)
    await stage.say(mine, "/play 1")
    _, answer = await asked_for(stage)
    assert markup.plain(answer.text).splitlines()[0] == after


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_reason_of_a_hint_has_a_text(language: str) -> None:
    assert {type(reason) for reason in EVERY_REASON} == set(reasons.Reason.__subclasses__())
    stage = Stage(language=language)
    await stage.open("Anna", "Boris")
    words = Words(catalogue(language), (await table(stage)).table)
    told = [reason_lines(words, 0, [reason]) for reason in EVERY_REASON]
    assert all(len(lines) == 1 for lines in told)
    assert len({lines[0] for lines in told}) == len(EVERY_REASON)
    assert len(reason_lines(words, 0, EVERY_REASON)) == 5  # the three weightiest, and what is left


@pytest.mark.parametrize("language", LANGUAGES)
async def test_reason_of_a_move_for_all_leaves_out_whose_move_it_is(language: str) -> None:
    stage = Stage(language=language)
    await stage.open("Anna", "Boris")
    words = Words(catalogue(language), (await table(stage)).table)
    told = [reason_for_all(words, 0, [reason]) for reason in EVERY_REASON]
    assert all(told)
    assert not any("Anna" in line for line in told)
    assert sum("Boris" in line for line in told) == 6
    if language == "en":
        assert told[0] == "8 points right away (city)"


async def test_reasons_of_a_hint_in_english() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    words = Words(catalogue("en"), (await table(stage)).table)
    told = [markup.plain(reason_lines(words, 0, [reason])[0]) for reason in EVERY_REASON[:3]]
    assert told == [
        "8 points for you right away (city)",
        "4 points for Boris right away (road)",
        "Boris pays 3 points (bazaar)",
    ]
    assert reason_lines(words, 0, [reasons.Keeps(1)]) == ["you have 1 meeple left"]
    blocks = "makes Boris's city harder to complete: 30% instead of 80%"
    assert reason_lines(words, 0, [reasons.Blocks(1, "city", 80, 30)]) == [blocks]
