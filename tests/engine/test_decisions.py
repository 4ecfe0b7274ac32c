"""Computer players answer each kind of prompt sensibly: positions in which one answer is clearly better."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import notation
from engine.game import GAMES, pending, view_for
from engine.players import choose
from tests.replays.runner import run

POSITIONS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("decisions.toml").read_text("utf-8")
)["game"]


ASKED = [
    pytest.param(position, level, id=f"{position['title']}-{level}")
    for position in POSITIONS
    for level in position.get("levels", ["normal", "hard"])
]


@pytest.mark.parametrize(("position", "level"), ASKED)
def test_the_better_answer_is_given(position: dict[str, Any], level: str) -> None:
    state = run(position).state
    prompt = pending(state)[0]
    assert prompt.ask == position["ask"]
    answer = notation.write(choose(level, view_for(state, prompt.player), prompt.player))
    assert answer in position["best"]
    known = {notation.write(option) for option in prompt.options}
    assert known > set(position["best"]), "a choice, and nothing that cannot be answered"


def test_there_is_a_position_for_every_prompt() -> None:
    asks = {ask for game in GAMES.values() for member in (game.base, *game.boxes) for ask in member.asks}
    assert {position["ask"] for position in POSITIONS} == asks
