"""Undo, votes, resigning, substitutes, kicking, skipping, pausing, ending."""

from __future__ import annotations

import pytest

from bot.conversation.commands.undo import last_move
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.history import GameHistory
from bot.conversation.table.log import Entry
from bot.conversation.table.repository import Policy, Unreadable
from bot.conversation.table.state import Moment
from engine import notation, record
from engine.queries import census
from engine.setup import agree
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import CHANNEL, Stage


def button(messages: list[Outgoing], label: str) -> str:
    return next(choice.token for message in messages for choice in message.choices if choice.label == label)


# -- undo -----------------------------------------------------------------------------------------------


async def test_undo_is_free_until_something_is_revealed() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    before = (await table(stage)).state
    await stage.say(mine, "/play 1a")
    answers = await stage.say(mine, "/undo")
    assert answers[0].to is None
    assert "takes back" in answers[0].text
    live = await table(stage)
    assert live.state.board.cells == before.board.cells
    assert live.state.tile == before.tile
    assert live.version == 2
    assert (await stage.stored()).log[-1].endswith(b" undo 0")


async def test_a_later_undo_needs_the_consent_of_all_others() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    first, _ = await whose(stage)
    await stage.say(first, "/play 1a nobody")
    asked = await stage.say(first, "/undo")
    others = {"Anna", "Boris", "Clara"} - {first}
    assert set(asked[0].notify) == {f"web:{name.lower()}" for name in others}
    agree = button(asked, "Agree")
    assert "your own question" in (await stage.press(first, agree))[0].text
    assert "don't have a seat" in (await stage.press("Dora", agree))[0].text
    one, two = sorted(others)
    (counted,) = await stage.press(one, agree)
    assert "1 of 2" in counted.text
    assert (counted.slot, counted.choices) == (asked[0].slot, asked[0].choices)  # the question is edited
    assert counted.notify == (f"web:{two.lower()}",)
    assert "1 of 2" in (await stage.press(one, agree))[0].text
    done = await stage.press(two, agree)
    assert "takes back" in done[-1].text
    assert len((await table(stage)).state.board.cells) == 1
    assert (await whose(stage))[0] == first
    assert "nothing to vote on" in (await stage.press(two, agree))[0].text


async def test_one_refusal_ends_the_vote() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    first, second = await whose(stage)
    await stage.say(first, "/play 1a nobody")
    asked = await stage.say(first, "/undo")
    if second != "Anna":
        assert "still open" in (await stage.say(second, "/end"))[0].text
    assert "doesn't agree" in (await stage.press(second, button(asked, "Disagree")))[0].text
    assert len((await table(stage)).state.board.cells) == 2


async def test_a_move_ends_the_vote_for_an_undo() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    first, second = await whose(stage)
    await stage.say(first, "/play 1a nobody")
    asked = await stage.say(first, "/undo")
    await stage.say(second, "/play 1a nobody")
    assert "nothing to vote on" in (await stage.press(second, button(asked, "Agree")))[0].text


async def test_a_vote_can_be_started_again_and_answered_by_command() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    first, second = await whose(stage)
    await stage.say(first, "/play 1a nobody")
    old = await stage.say(first, "/undo")
    await stage.say(first, "/undo")
    assert "nothing to vote on" in (await stage.press(second, button(old, "Agree")))[0].text
    assert "Agreed" in (await stage.say(second, "/agree"))[0].text
    assert "nothing to vote on" in (await stage.say(second, "/refuse"))[0].text


def test_a_second_part_is_a_move_of_its_own() -> None:
    """TB-57: its tile is taken back freely; the first part only with consent, for a tile was drawn since."""
    moves = (
        "A place 1,0 0", "A claim 1,0 r1 meeple", "B place 0,1 0", "B pass", "A place 2,0 0",
        "A claim 2,0 r1 builder", "B place 1,1 0", "B pass", "A place 3,0 0", "A pass", "A place 4,0 0",
    )  # fmt: skip
    stack = ("base-U", "base-B", "base-U", "base-B", "base-U", "base-U")
    setup = agree(2, ["traders_builders"], first_seat=0, stack=stack)
    told = list(record.replay(record.Record(setup, moves)))
    history = GameHistory.__new__(GameHistory)
    history.states = [state for state, _ in told]
    history.moments = [
        Moment(
            Entry(0, line[0], line), notation.read(told[0].state.rules, line), events, number + 1, number + 1
        )
        for number, (line, (_, events)) in enumerate(zip(moves, told[1:], strict=True))
    ]
    assert last_move(history, 0, "A") == 10
    assert census(history.states[10]) == census(history.states[11])
    del history.states[11:], history.moments[10:]
    assert last_move(history, 0, "A") == 8
    assert census(history.states[8]) != census(history.states[10])


async def test_undo_without_a_move_is_refused() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert "nothing to take back" in (await stage.say("Anna", "/undo"))[0].text


async def test_the_log_with_undos_replays_to_the_same_state() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    for turn in range(12):
        mine, other = await whose(stage)
        await stage.say(mine, "/play 1a")
        if turn % 3 == 0:
            await stage.say(mine, "/undo")
            await stage.say(mine, "/play 2a nobody")
        elif (await whose(stage))[0] == mine:
            await stage.say(mine, "/play pass")
        if turn % 4 == 3:
            asked = await stage.say(mine, "/undo")
            await stage.press(other, button(asked, "Agree"))
    live = await table(stage)
    stored = await stage.stored()
    again = GameHistory(CHANNEL, stored.setup, tuple(stored.log)).live
    assert again.state == live.state
    assert again.waits == live.waits
    lines = [line.decode().split(" ", 2)[2] for line in stored.log]
    plain = tuple(line for line in lines if not line.startswith("!"))
    assert record.last_state(record.Record(live.table.setup, plain)).scores == live.state.scores


async def test_another_worker_follows_an_undo() -> None:
    stage = Stage()
    other = Stage(stage.store)
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    await stage.say(mine, "/play 1a")
    assert len((await table(other)).state.board.cells) == 2
    await stage.say(mine, "/undo")
    assert len((await table(other)).state.board.cells) == 1


# -- seats ----------------------------------------------------------------------------------------------


async def test_resign_asks_for_confirmation_and_the_others_play_on() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    asked = await stage.say("Boris", "/resign")
    assert asked[0].to == "web:boris"
    done = await stage.press("Boris", button(asked, "Yes, resign"))
    assert "Boris gives up" in markup.plain(done[0].text)
    live = await table(stage)
    assert live.table.seats[1].player == ""
    assert await stage.store.users.seats("web:boris") == []
    assert "don't have a seat" in (await stage.say("Boris", "/play 1a"))[0].text
    assert "Like this" not in (await stage.say("Boris", "/substitute back"))[0].text
    for _ in range(4):
        mine, _ = await whose(stage)
        assert mine != "Boris"
        await stage.say(mine, "/play 1a nobody")


async def test_a_table_closes_when_its_last_player_resigns() -> None:
    stage = Stage()
    await stage.open("Anna", wishes="computers=1")
    done = await stage.press("Anna", button(await stage.say("Anna", "/resign"), "Yes, resign"))
    assert "closed without a winner" in done[0].text
    assert await stage.store.tables.load(CHANNEL) is None


async def test_the_last_player_cannot_be_substituted_by_the_computer() -> None:
    stage = Stage()
    await stage.open("Anna", wishes="computers=1")
    assert "only person" in (await stage.say("Anna", "/substitute computer"))[0].text
    assert (await table(stage)).table.people() == ["web:anna"]


async def test_the_computer_substitutes_until_the_owner_returns() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    told = await stage.say("Boris", "/substitute computer")
    assert "Boris is away. Meanwhile: normal computer" in markup.plain(told[0].text)
    live = await table(stage)
    assert live.table.seats[1].shown == "Boris (computer)"
    assert live.table.seats[1].owner == "web:boris"
    mine, _ = await whose(stage)
    assert mine == "Anna"
    answers = await stage.say("Boris", "/substitute back")
    assert "Boris is back" in markup.plain(answers[0].text)
    live = await table(stage)
    assert (live.table.seats[1].player, live.table.seats[1].shown) == ("web:boris", "Boris")


async def test_a_substituted_player_returns_with_one_press() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris", "Clara")
    labels = [choice.label for choice in message.choices]
    assert "I'm back" not in labels
    (message,) = await stage.say("Boris", "/substitute computer")
    assert "/substitute back" in (await stage.say("Boris", "/play 1a"))[0].text
    assert "/substitute back" in (await stage.say("Boris", "/hint"))[0].text
    assert (await table(stage)).table.seats[1].player == ""
    token = button([message], "I'm back")
    assert (await stage.press("Clara", token))[0].to == "web:clara"
    assert (await table(stage)).table.seats[1].player == ""
    (message,) = await stage.press("Boris", token)
    assert "Boris is back" in markup.plain(message.text)
    assert (await table(stage)).table.seats[1].player == "web:boris"
    assert all(choice.label != "I'm back" for choice in message.choices)


async def test_a_substituting_computer_keeps_its_pace_and_stops_when_the_owner_returns() -> None:
    stage = Stage(policy=Policy(burst=10**9, computer_pace=2))
    await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    before = (await table(stage)).state
    await stage.say(mine, "/substitute computer")
    assert (await table(stage)).state == before
    assert await stage.ring(1) == []
    await stage.say(mine, "/substitute back")
    assert await stage.ring(1) == []
    assert (await table(stage)).state == before
    await stage.say(mine, "/substitute computer")
    told = await stage.ring(2)
    assert told[-1].notify
    assert len((await table(stage)).state.board.cells) == len(before.board.cells) + 1


async def test_another_user_takes_a_seat_and_gives_it_back() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert "isn't free" in (await stage.say("Clara", "/substitute B"))[0].text
    await stage.say("Boris", "/substitute computer")
    answers = await stage.say("Clara", "/substitute B")
    assert "Clara takes over" in markup.plain(answers[0].text)
    assert (await table(stage)).table.seats[1].player == "web:clara"
    await stage.say("Clara", "/substitute back")
    assert (await table(stage)).table.seats[1].player == ""
    await stage.say("Boris", "/substitute")
    assert (await table(stage)).table.seats[1].player == "web:boris"


async def test_opener_and_admins_kick_at_once_and_players_by_vote() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara", "Dora")
    asked = await stage.say("Boris", "/kick Clara")
    assert set(asked[0].notify) == {"web:anna", "web:dora"}
    await stage.press("Dora", button(asked, "Agree"))
    assert (await table(stage)).table.seats[2].player == "web:clara"
    await stage.press("Anna", button(asked, "Agree"))
    assert (await table(stage)).table.seats[2].player == ""
    answers = await stage.say("Anna", "/kick D")
    assert "Dora was removed" in markup.plain(answers[0].text)
    assert "don't have a seat" in (await stage.say("Eve", "/kick A"))[0].text
    stage.person("Chef", admin=True)
    await stage.say("Chef", "/kick Boris")
    assert (await table(stage)).table.people() == ["web:anna"]
    assert any(b'"why":"kick"' in line for line in (await stage.stored()).log)


async def test_the_rights_of_an_opener_who_resigns_pass_on() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    await stage.say("Anna", "/resign yes")
    assert (await table(stage)).table.opener == "web:boris"
    assert "Clara was removed" in markup.plain((await stage.say("Boris", "/kick Clara"))[0].text)


async def test_two_players_cannot_vote_each_other_out() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert "Only the opener of" in (await stage.say("Boris", "/kick Anna"))[0].text
    assert (await table(stage)).table.vote is None


async def test_skip_plays_the_whole_turn_safely() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    mine, _ = await whose(stage)
    answers = await stage.say("Anna", "/skip")
    assert f"{mine} was skipped with a default move" in markup.plain(answers[0].text)
    assert "(skipped)" in answers[0].text
    assert "out of time" not in answers[0].text
    assert (await table(stage)).state.turn == 2


async def test_a_pause_stops_moves_until_the_game_is_resumed() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    mine, _ = await whose(stage)
    paused = await stage.say("Boris", "/pause")
    assert "paused" in (await stage.say(mine, "/play 1a"))[0].text
    assert "paused" in (await stage.press(mine, message.choices[0].token))[0].text
    answers = await stage.press("Anna", button(paused, "Go on"))
    assert answers[0].choices
    assert "isn't paused" in (await stage.say("Anna", "/resume"))[0].text


async def test_the_opener_ends_the_game_at_once_and_others_by_vote() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", "Clara")
    asked = await stage.say("Boris", "/end")
    assert markup.plain(asked[0].text) == "Boris asks: end the game? Anna, Clara"
    await stage.press("Clara", button(asked, "Agree"))
    assert await stage.store.tables.load(CHANNEL) is not None
    done = await stage.say("Anna", "/end")
    assert "closed without a winner" in done[0].text
    assert await stage.store.tables.load(CHANNEL) is None
    assert "no game" in (await stage.say("Anna", "/board"))[0].text


@pytest.mark.parametrize("line", ["/kick", "/kick Zoe", "/substitute Q", "/leave", "/options"])
async def test_an_incomplete_command_is_explained(line: str) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    answers = await stage.say("Anna", line)
    assert answers[0].to == "web:anna"


async def test_an_unreadable_table_is_kept_until_an_admin_ends_it() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.append(b"0 web:anna A place 99,99 0")
    for line in ("/board", "/end", "/new"):
        assert "can't read it" in (await stage.say("Anna", line))[0].text
    with pytest.raises(Unreadable):  # the alarm stays where it is
        await stage.ring(10**7)
    stage.person("Chef", admin=True)
    assert "archived" in (await stage.say("Chef", "/end"))[0].text
    assert (await stage.archived())[0].log[-1].endswith(b"99,99 0")
    await stage.say("Anna", "/new")
    assert stage.said[-1].slot == "lobby.g2"
