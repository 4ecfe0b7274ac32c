"""Moves: two presses, one line, and every refusal."""

from __future__ import annotations

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import CloseUp
from bot.conversation.table.options import placements, prompts_of, ways
from bot.conversation.table.state import LiveTable
from engine.coordinates import cell_name
from tests.support.stage import CHANNEL, Stage


async def table(stage: Stage) -> LiveTable:
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    return live


async def whose(stage: Stage) -> tuple[str, str]:
    """The player on turn, and another one."""
    live = await table(stage)
    names = [seat.name for seat in live.table.seats]
    seat = live.waits[0].seat
    return names[seat], names[(seat + 1) % len(names)]


def label(message: Outgoing, start: str) -> str:
    return next(choice.token for choice in message.choices if choice.label.startswith(start))


async def test_two_presses_place_a_tile_and_a_figure() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, other = await whose(stage)
    close_up = (await stage.press(mine, label(message, "1")))[0]
    assert close_up.preview
    assert close_up.to == f"web:{mine.lower()}"
    assert close_up.slot == message.slot
    assert close_up.picture is not None
    assert isinstance(close_up.picture, CloseUp)
    assert close_up.picture.variants
    assert (await table(stage)).version == 0
    second = (await stage.press(mine, label(close_up, "nobody")))[0]
    assert second.to is None
    assert second.closes == (message.slot, "g1.hint")  # the question, and its hints
    assert second.notify == (f"web:{other.lower()}",)
    assert (await table(stage)).version in (1, 2)


async def test_back_returns_from_a_close_up_to_the_question() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    close_up = (await stage.press(mine, label(message, "2")))[0]
    back = (await stage.press(mine, label(close_up, "Back")))[0]
    assert back.preview
    assert [choice.token for choice in back.choices] == [choice.token for choice in message.choices]


async def test_one_line_by_number_letter_and_claim() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    live = await table(stage)
    prompt = prompts_of(live.state, live.waits[0].seat)[0]
    cell, indices = next(iter(placements(prompt).items()))
    way = ways(live.state, prompt, indices)[0]
    answers = await stage.say(mine, f"/play 1{way.letter} nobody")
    assert answers[0].to is None, answers[0].text
    after = await table(stage)
    assert cell in after.state.board.cells
    assert not list(after.state.all_figures())


@pytest.mark.parametrize(
    ("language", "word", "nobody"),
    [("en", "road", "nobody"), ("ru", "Дорога", "никого"), ("bg", "път", "никого")],
)
async def test_play_reads_words_of_every_language(language: str, word: str, nobody: str) -> None:
    stage = Stage(language=language)
    await stage.open("Anna", "Boris")
    for _ in range(60):
        mine, _ = await whose(stage)
        live = await table(stage)
        prompt = prompts_of(live.state, live.waits[0].seat)[0]
        for number, indices in enumerate(placements(prompt).values(), start=1):
            for way in ways(live.state, prompt, indices):
                kinds = {
                    kind
                    for option in way.follow
                    for name, kind, _ in way.after.board.segments_at(way.action.cell)  # type: ignore[attr-defined]
                    if getattr(option, "segment", None) == name
                }
                if "road" in kinds:
                    answers = await stage.say(mine, f"/play {number}{way.letter} {word}")
                    if answers[0].to is None:
                        assert len(list((await table(stage)).state.all_figures())) >= 1
                        return
        await stage.say(mine, f"/play 1a {nobody}")
    raise AssertionError("no road came")


async def test_one_line_by_cell_and_rotation() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    live = await table(stage)
    prompt = prompts_of(live.state, live.waits[0].seat)[0]
    cell, indices = list(placements(prompt).items())[-1]
    rotation = prompt.options[indices[0]].rotation  # type: ignore[attr-defined]
    await stage.say(mine, f"/play {cell_name(cell)} r{rotation} nobody")
    assert cell in (await table(stage)).state.board.cells


async def test_a_placement_alone_asks_for_the_figure_next() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    message = (await stage.say(mine, "/play 1a"))[0]
    assert "place a meeple?" in markup.plain(message.text)
    answers = await stage.say(mine, "/play pass")
    assert answers[0].to is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/play", "A move in one line"),
        ("/play 99", "numbers go from 1"),
        ("/play M20", "There's already a tile on M20."),
        ("/play A1 r0", "A1 touches no tile."),
        ("/play !!!", "A move in one line"),
        ("/play 1z", "several ways"),
        ("/play 1a castle-in-the-air", "Which one?"),
        ("/nonsense", "don't know that command"),
    ],
)
async def test_every_refused_move_says_why(line: str, words: str) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    answers = await stage.say(mine, line)
    assert answers[0].to == f"web:{mine.lower()}"
    assert words in markup.plain(answers[0].text)
    assert (await table(stage)).version == 0


async def test_a_refused_placement_names_the_edges_that_do_not_match() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    live = await table(stage)
    prompt = prompts_of(live.state, live.waits[0].seat)[0]
    legal = {(option.cell, option.rotation) for option in prompt.options}  # type: ignore[attr-defined]
    shape = live.state.rules.shapes[live.state.tile or ""]
    wrong = [
        (cell, rotation)
        for cell in live.state.board.frontier
        for rotation in range(4)
        if (cell, shape.canonical[rotation]) not in legal
    ]
    if wrong:
        cell, rotation = wrong[0]
        answers = await stage.say(mine, f"/play {cell_name(cell)} r{rotation}")
        assert "next to" in answers[0].text
        assert "BASE-16" not in answers[0].text


async def test_a_stale_press_changes_nothing() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    old = label(message, "1")
    await stage.say(mine, "/play 1a nobody")
    version = (await table(stage)).version
    answers = await stage.press(mine, old)
    assert answers[0].to == f"web:{mine.lower()}"
    assert "the game has moved on" in answers[0].text
    assert (await table(stage)).version == version


async def test_a_press_for_another_players_seat_is_refused() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, other = await whose(stage)
    answers = await stage.press(other, label(message, "1"))
    assert mine in answers[0].text
    assert "decide" in answers[0].text
    assert "not your turn" in (await stage.say(other, "/play 1a"))[0].text
    assert "don't have a seat" in (await stage.say("Clara", "/play 1a"))[0].text
    assert (await table(stage)).version == 0


@pytest.mark.parametrize(
    "token", ["", "x", "g1:0:", "g1:0:zC1", "g9:0:aC1", "g1:0:a99999", "g1:0:!close", "🐉" * 9]
)
async def test_unknown_tokens_are_refused(token: str) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    answers = await stage.press("Anna", token)
    assert all(answer.to == "web:anna" for answer in answers)
    assert (await table(stage)).version == 0


async def test_talk_is_not_answered() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert await stage.say("Anna", "hello, 7b or not 7b?") == []
    assert await stage.say("Anna", "12") == []


async def test_a_turn_message_tells_the_last_turn_and_its_details_all_since_the_players_own() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    for _ in range(3):
        mine, _ = await whose(stage)
        await stage.say(mine, "/play 1a nobody")
    message = stage.said[-1]
    assert message.text.count(" → ") == 1
    details = next(choice.token for choice in message.choices if choice.label == "Details")
    told = (await stage.press((await whose(stage))[0], details))[0].text
    assert told.startswith("<b>Since your last turn</b>")
    assert told.count(" → ") == 2


async def test_details_within_a_turn_still_tell_what_the_others_did() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    for _ in range(3):
        mine, _ = await whose(stage)
        await stage.say(mine, "/play 1a nobody")
    mine, _ = await whose(stage)
    await stage.say(mine, "/play 1a")
    while (await table(stage)).waits[0].ask != "act":  # nothing could be claimed
        mine, _ = await whose(stage)
        await stage.say(mine, "/play 1a")
    message = stage.said[-1]
    details = next(choice.token for choice in message.choices if choice.label == "Details")
    told = markup.plain((await stage.press(mine, details))[0].text)
    others = {name for name in ("Anna", "Boris", "Clara") if f"{name} → " in told}
    assert others == {"Anna", "Boris", "Clara"}


async def test_markup_in_a_name_stays_text() -> None:
    stage = Stage()
    message = await stage.open('<b>x</b> & "y" {n} @everyone', "Boris")
    assert "&lt;b&gt;x&lt;/b&gt;" in message.text
    spans = markup.spans(message.text)
    assert any(span.text == '<b>x</b> & "y" {n} @everyone' for span in spans)


async def test_suggestions_complete_a_move() -> None:
    from bot.conversation.protocol.messages import Command

    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, other = await whose(stage)
    command = Command(stage.person(mine), CHANNEL, stage.now, name="play", args=("1",))
    found = await stage.service.suggest(command)
    assert "1a nobody" in found
    assert len(found) <= 25
    assert all(line.startswith("1") for line in found)
    assert await stage.service.suggest(Command(stage.person(other), CHANNEL, 0, name="play")) == []
    assert "River" in await stage.service.suggest(
        Command(stage.person(mine), CHANNEL, 0, name="rules", args=("ri",))
    )
    assert await stage.service.suggest(Command(stage.person(mine), CHANNEL, 0, name="kick", args=("b",))) == [
        "Boris"
    ]
