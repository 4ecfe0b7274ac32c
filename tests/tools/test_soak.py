"""The soak of the computer players: which decisions are asked for again, and what counts as a fault."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.game import pending
from engine.players import choose
from engine.state import GameState
from tools.bench import players

Asked = tuple[str, int]  # what was asked, and the ply


@pytest.fixture(autouse=True)
def _memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process holds depends on the tests before."""
    monkeypatch.setattr(players, "_memory", lambda: players.MEMORY)


def _ask(view: GameState) -> str:
    return pending(view)[0].ask


def test_soak_asks_for_the_dearest_of_each_kind_and_all_last_placements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first: dict[Asked, float] = {}
    last: set[Asked] = set()
    again: list[Asked] = []

    def timed(level: str, view: GameState, player: int, seed: str) -> tuple[Action, float]:
        asked = _ask(view), view.ply
        if level == "hard":
            again.append(asked)
            return pending(view)[0].options[0], 1.0
        if asked[0] == "place" and len(view.bag) <= players.ENDING:
            last.add(asked)
        else:
            first[asked] = view.ply * 37 % 101 + view.ply / 10_000  # the dearest comes at any time
        return choose("random", view, player, seed), 0.0 if asked in last else first[asked]

    monkeypatch.setattr(players, "timed", timed)
    assert players.soak(range(1), 4, ["random"], ["hard"], 1) == 0
    dearest = {
        max((cost, asked) for asked, cost in first.items() if asked[0] == kind)[1] for kind, _ in first
    }
    assert len(dearest) > 5
    assert last
    assert sorted(again) == sorted(dearest | last)


@pytest.mark.parametrize(
    ("level", "taken", "faults"), [("hard", 3001.0, 1), ("master", 3001.0, 0), ("master", 8001.0, 1)]
)
def test_soak_counts_a_decision_that_takes_too_long(
    monkeypatch: pytest.MonkeyPatch, level: str, taken: float, faults: int
) -> None:
    def timed(asked: str, view: GameState, player: int, seed: str) -> tuple[Action, float]:
        return choose("random", view, player, seed), taken if asked == level else 0.0

    monkeypatch.setattr(players, "timed", timed)
    assert players.soak(range(9, 10), 2, ["random"], [level], 1) == faults


def test_soak_counts_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_memory", lambda: players.MEMORY + 1)
    assert players.soak(range(0), 2, ["random"], [], 1) == 1
