"""A log read once: states and moves without those undone, scores, frames."""

from __future__ import annotations

import random

import pytest

from bot.conversation.table.history import GameHistory
from tests.bot.conversation.test_play import whose
from tests.bot.conversation.test_seats import button
from tests.support.stage import CHANNEL, Stage, play_once, play_to_end


async def _running(stage: Stage) -> GameHistory:
    stored = await stage.stored()
    return GameHistory(CHANNEL, stored.setup, tuple(stored.log))


async def test_history_leaves_out_undone_moves() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    before = await _running(stage)
    first, _ = await whose(stage)
    await stage.say(first, "/play 1a")
    assert len((await _running(stage)).moments) == 1
    await stage.say(first, "/undo")
    after = await _running(stage)
    assert after.moments == []
    assert [state.board.cells for state in after.states] == [state.board.cells for state in before.states]


async def test_history_of_a_finished_game_adds_up_to_its_scores() -> None:
    stage = Stage()
    await play_to_end(stage, await stage.open("Anna", "Boris"), random.Random(5))
    finished = (await stage.archived())[0]
    history = GameHistory(CHANNEL, finished.setup, finished.log)
    scores = tuple(history.live.state.scores)
    by_source = [points for _, points in history.points_by_source()]
    assert tuple(map(sum, zip(*by_source, strict=True))) == scores
    assert history.scores_by_tile()[-1] == scores
    assert [len(frame.board.cells) for frame in history.frames()][:3] == [1, 2, 3]
    turns = history.turns()
    assert [moment for moments, _ in turns for moment in moments] == history.moments
    assert turns[-1][1].over


async def test_agreed_undo_replays_the_log_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    first, second = await whose(stage)
    while (await whose(stage))[0] == first:
        message = await play_once(stage, message, random.Random(3))
    asked = await stage.say(first, "/undo")
    replays: list[str] = []

    class CountedHistory(GameHistory):
        def __init__(self, channel: str, setup: bytes, log: tuple[bytes, ...]) -> None:
            replays.append(channel)
            super().__init__(channel, setup, log)

    monkeypatch.setattr("bot.conversation.table.repository.GameHistory", CountedHistory)
    answers = await stage.press(second, button(asked, "Agree"))
    assert "takes back" in answers[-1].text
    assert replays == [CHANNEL]
