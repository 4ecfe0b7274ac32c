"""The load in small: it plays on both platforms, and what it counts is what was saved."""

from __future__ import annotations

import pytest

from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from tests.support.discord.world import PATIENCE
from tools.load.games import MIXED, whole_games
from tools.load.page import page
from tools.load.run import Plan, run
from tools.load.site import Turn
from tools.load.truth import missing


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_few_tables_play_and_every_press_counts(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.load.on_discord.WITHIN", PATIENCE)  # how soon, `make load` measures
    games = whole_games(MIXED[:4], 1, each=1)
    plan = Plan((3, 5), 1.5, games, think=0.2, more=False)
    outcome = await run(platform, plan, lambda _: None)
    assert [one.open for one in outcome.stages] == [3, 5]
    assert outcome.unseen == 0
    assert all(one.turns and not one.lost for one in outcome.stages)
    assert all(one.work > 0 and one.requests > 0 and one.after.memory > 0 for one in outcome.stages)
    assert outcome.checked == sum(len(one.turns) for one in outcome.stages)
    assert outcome.missing == []
    assert "| open tables | 3 | 5 |" in page([outcome], "")
    assert "| 0.00 | moves | at most 0 | kept |" in page([outcome], "")


def test_a_move_that_is_not_in_the_log_is_found() -> None:
    game = whole_games(MIXED[:1], 1, each=1)[0]
    seats = tuple(Seat(f"u{seat}", "P", f"u{seat}") for seat in range(game.setup.players))
    setup = Table("g", game.setup, "u0", "en", seats).encode()
    log = [Entry(1, f"u{who}", line).encode() for who, line in game.decisions]
    who, _ = game.decisions[0]
    seen = [Turn("c", (f"g:0:{'abcdef'[who]}{index}",), (0.1,), 0.1) for index in range(2)]
    assert len(missing(setup, log, seen)) >= 1  # one of the two at most was played
    assert missing(setup, [], seen[:1]) == [f"{seen[0].tokens[0]} is not in the log"]
