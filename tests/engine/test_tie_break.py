"""BASE-42: equal scores share a place, unless the table says that the starter comes after the others."""

from __future__ import annotations

import random

import pytest

from engine.events import GameEnded, GameStarted
from engine.game import apply, new_game, pending
from engine.record import decode, encode
from engine.setup import agree
from engine.state import GameState
from engine.steps.starter import places


def begun(tie_break: str, seed: str = "tie") -> tuple[GameState, int]:
    """A game and its starter."""
    state, events = new_game(agree(3, options={"tie_break": tie_break}, seed=seed))
    return state, next(event.first for event in events if isinstance(event, GameStarted))


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_the_starter_loses_ties_and_nothing_else(seed: str) -> None:
    state, starter = begun("starter", seed)
    scores = [7, 7, 7]
    assert places(state, scores) == tuple(3 if seat == starter else 1 for seat in range(3))
    scores[starter] = 8
    assert places(state, scores)[starter] == 1
    scores[starter] = 6
    assert places(state, scores)[starter] == 3


def test_ties_are_shared_unless_the_table_says_otherwise() -> None:
    state, _ = begun("shared")
    assert places(state, [7, 7, 5]) == (1, 1, 3)
    assert "base" not in state.parts


def test_the_starter_is_known_at_the_end_and_in_a_snapshot() -> None:
    state, starter = begun("starter")
    rng, ended = random.Random(5), None
    while not state.over:
        state, events = apply(state, rng.choice(pending(state)[0].options))
        if rng.random() < 0.1:
            state = decode(encode(state))
        ended = next((event for event in events if isinstance(event, GameEnded)), ended)
    assert ended is not None
    assert ended.places == places(state, ended.scores)
    assert places(state, [0, 0, 0])[starter] == 3
