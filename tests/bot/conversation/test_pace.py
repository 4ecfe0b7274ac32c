"""Computers play at a human pace: a person's move is shown at once, theirs follow with the table's alarm."""

from __future__ import annotations

import json
import random

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table import model as tables
from bot.conversation.table.repository import Policy
from engine.actions import Action
from engine.state import GameState
from tests.bot.conversation.test_lobby import lobby, token
from tests.bot.conversation.test_play import table
from tests.support.stage import CHANNEL, QuickComputer, Stage, option_choices, play_once

PACE = Policy(burst=10**9, computer_pace=2)


async def alone(computers: int = 1, wishes: str = "") -> tuple[Stage, Outgoing]:
    """Anna against computers; when this returns, she is on turn."""
    stage = Stage(policy=PACE)
    message = await stage.open("Anna", wishes=f"computers={computers} {wishes}")
    return stage, await until_asked(stage, message)


async def until_asked(stage: Stage, message: Outgoing) -> Outgoing:
    """Ring until a person is asked or the game is over."""
    while not option_choices(message) and not message.slot.endswith(".end"):
        (message,) = await stage.ring(2)
    return message


async def test_a_move_is_shown_at_once_and_the_computer_follows_after_its_pause() -> None:
    stage, _ = await alone()
    (shown,) = await stage.say("Anna", "/play 1a nobody")
    assert "Anna" in markup.plain(shown.text)
    assert markup.plain(shown.text).startswith("Aimery is thinking…")
    assert option_choices(shown) == []
    assert (shown.notify, shown.quiet, shown.fresh) == ((), True, True)
    tiles = len((await table(stage)).state.board.cells)
    assert await stage.store.deadlines.next_due() == stage.now + 2
    assert await stage.ring(1) == []
    assert len((await table(stage)).state.board.cells) == tiles
    told = await stage.ring(1)
    assert len(told) == 1
    assert "Aimery" in markup.plain(told[0].text)
    assert told[0].notify == ("web:anna",)
    assert shown.slot in told[0].closes
    assert len((await table(stage)).state.board.cells) == tiles + 1
    assert await stage.ring(1) == []


async def test_any_worker_plays_for_the_computer_after_a_restart() -> None:
    stage, _ = await alone()
    await stage.say("Anna", "/play 1a nobody")
    other = Stage(stage.store, policy=PACE)
    told = await other.tick(stage.now + 2)
    assert [message.notify for message in told] == [("web:anna",)]
    assert await stage.tick(stage.now + 2) == []


async def test_computers_in_a_row_share_one_complete_message() -> None:
    stage, _ = await alone(computers=3)
    names = [seat.name for seat in (await table(stage)).table.seats]
    first, *later = [(await stage.say("Anna", "/play 1a nobody"))[0]]
    while True:
        (message,) = await stage.ring(2)
        if option_choices(message):
            break
        later.append(message)
    assert len(later) == 2
    assert [one.slot for one in later] == [first.slot, first.slot]
    assert [one.fresh for one in (first, *later, message)] == [True, False, False, True]
    text = markup.plain(later[-1].text)
    start = names.index("Anna")
    for name in (names[(start + step) % 4] for step in range(3)):
        assert f"{name} →" in text, (name, text)
    told = (await stage.press("Anna", f"{message.slot.partition('.')[0]}:0:!details"))[0].text
    assert told.startswith("<b>Since your last turn</b>")
    assert told.count(" → ") == 3


async def test_what_a_computer_has_begun_with_is_told_once() -> None:
    stage = Stage()
    for number in range(40):
        stage.service.repository.new_secret = lambda number=number: f"seed{number}"  # type: ignore[misc]
        message = await stage.open("Anna", "Boris", wishes="computers=1")
        if "→" in message.text:
            break
        await stage.say("Anna", "/end")
    live = await table(stage)
    computer = next(seat.name for seat in live.table.seats if not seat.player)
    first = stage.name_of(live.table.seats[live.waits[0].seat].player)
    assert f"{computer} →" in markup.plain(message.text)
    told = markup.plain((await stage.say(first, "/play 1a nobody"))[0].text)
    assert f"{first} →" in told
    assert f"{computer} →" not in told


async def test_a_note_is_not_edited_away() -> None:
    stage = Stage(policy=PACE)
    for number in range(20):
        message = await stage.open("Anna", wishes="computers=1")
        if not option_choices(message):
            break
        await stage.say("Anna", "/end")
        stage.service.repository.new_secret = lambda number=number: f"seed{number}"  # type: ignore[misc]
    assert "The game begins" in message.text
    (told,) = await stage.ring(2)
    assert told.notify == ("web:anna",)
    assert "The game begins" in told.text


class Interrupted(QuickComputer):
    """While it thinks, a player takes back their move."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.asked = 0

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        self.asked += 1
        if self.asked == 1:
            await self.stage.say("Anna", "/undo")
        return await super().choose(view, seat, level)


async def test_undo_wins_over_a_computer_that_still_thinks() -> None:
    stage, _ = await alone()
    before = (await table(stage)).state
    await stage.say("Anna", "/play 1a nobody")
    stage.service.repository.computer = thinking = Interrupted(Stage(stage.store, policy=PACE))
    assert await stage.ring(2) == []
    live = await table(stage)
    assert live.state.board.cells == before.board.cells
    assert [live.table.seats[wait.seat].player for wait in live.waits] == ["web:anna"]
    assert b"computer " not in b"".join((await stage.stored()).log[live.version - 1 :])
    assert "takes back" in thinking.stage.said[-1].text


async def test_undo_takes_back_the_computers_answer_too() -> None:
    stage, _ = await alone()
    before = (await table(stage)).state
    await stage.say("Anna", "/play 1a nobody")
    await stage.ring(2)
    answers = await stage.say("Anna", "/undo")
    assert option_choices(answers[0])
    assert (await table(stage)).state.board.cells == before.board.cells


async def test_in_a_pause_computers_wait_too() -> None:
    stage, _ = await alone()
    await stage.say("Anna", "/play 1a nobody")
    await stage.say("Anna", "/pause")
    assert await stage.ring(100) == []
    await stage.say("Anna", "/resume")
    assert len(await stage.ring(2)) == 1


@pytest.mark.parametrize("box", ["bazaars", "princess_dragon", "castles count"])
async def test_a_whole_game_brings_two_new_messages_a_decision_at_most(box: str) -> None:
    stage = Stage(policy=PACE)
    message = await stage.open("Anna", "Boris", wishes=f"computers=2 {box}")
    message = await until_asked(stage, message)
    rng = random.Random(box)
    while not message.slot.endswith(".end"):
        heard = len(stage.said)
        message = await until_asked(stage, await play_once(stage, message, rng))
        public = [one for one in stage.said[heard:] if one.to is None]
        assert sum(one.fresh or not one.slot for one in public) <= 2
        live = await stage.service.repository.load(CHANNEL)
        seats = live.table.seats if live else ()
        for one in public:
            letters = {choice.token.split(":")[2][0] for choice in option_choices(one)}
            assert all(seats[ord(letter) - ord("a")].player for letter in letters if seats)
    assert await stage.archived()


async def test_a_table_chooses_its_own_pace() -> None:
    stage = Stage(policy=PACE)
    await stage.say("Anna", "/new computers=1 pace=5")
    assert "Computers wait 5 seconds" in stage.last()
    await stage.press("Anna", token(stage, "Computers wait 10"))
    assert (await lobby(stage)).pace == 10
    await stage.press("Anna", token(stage, "Computers play at once"))
    for wrong in ("pace=61", "pace=fast", "pace=-1"):
        assert "pace" in (await stage.say("Anna", f"/options {wrong}"))[0].text
    assert (await lobby(stage)).pace == 0
    await stage.say("Anna", "/start")
    message = (await stage.say("Anna", "/play 1a nobody"))[0]
    assert option_choices(message)


async def test_tables_from_before_there_was_a_pace_play_at_once() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    old = (await table(stage)).table.encode()
    assert not {"pace", "chairs"} & json.loads(old)["table"].keys()
    assert tables.decode_table(old) == (await table(stage)).table


async def test_why_explains_a_computers_move_in_one_line() -> None:
    stage, _ = await alone()
    (shown,) = await stage.say("Anna", "/play 1a nobody")
    await until_asked(stage, shown)
    computer = next(seat.name for seat in (await table(stage)).table.seats if not seat.player)
    first, *others = markup.plain((await stage.say("Anna", "/why"))[0].text).splitlines()
    assert first.startswith(f"{computer}'s reason: ")
    assert first.endswith(".")
    assert not any("'s reason" in line for line in others)


@pytest.mark.parametrize("wishes", ["aids=off", "pace=2"])
async def test_why_explains_no_computer_without_aids_nor_after_a_persons_move(wishes: str) -> None:
    stage, _ = await alone(wishes=wishes)
    (shown,) = await stage.say("Anna", "/play 1a nobody")
    if wishes == "aids=off":
        await until_asked(stage, shown)
    assert "'s reason" not in (await stage.say("Anna", "/why"))[0].text
