"""Random games with the rivers and the abbot: nothing is lost, snapshots agree at every ply."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from bot.cli.simulate import GameOutcome
from engine import record
from engine.game import GAMES, apply, new_game, pending, safe_answer
from engine.invariants import check
from engine.setup import agree

BOXES = ("river", "river2", "abbot")
SUBSETS = list(chain.from_iterable(combinations(BOXES, size) for size in (1, 2, 3)))


def options_for(boxes: tuple[str, ...], rng: random.Random) -> dict[str, str]:
    """Any options of these boxes."""
    members = [box for box in GAMES["carcassonne"].boxes if box.key in boxes]
    return {name: rng.choice(values) for box in members for name, values in box.options.items()}


@pytest.mark.parametrize("boxes", SUBSETS, ids="+".join)
def test_random_games_keep_the_invariants(boxes: tuple[str, ...]) -> None:
    for players in (2, 3, 5):
        rng = random.Random(f"{boxes}{players}")
        outcome = GameOutcome(agree(players, boxes, options_for(boxes, rng), seed=str(players)), rng)
        assert outcome.asks["place"] >= 71


@pytest.mark.parametrize("boxes", SUBSETS, ids="+".join)
def test_snapshots_agree_in_the_middle_of_decisions(boxes: tuple[str, ...]) -> None:
    rng = random.Random(str(boxes))
    state = new_game(agree(3, boxes, options_for(boxes, rng), seed="s")).state
    while not state.over and state.ply < 60:
        decoded = record.decode(record.encode(state))
        assert decoded == state
        action = rng.choice(pending(state)[0].options)
        state, events = apply(state, action)
        assert apply(decoded, action) == (state, events)


def test_safe_answers_finish_the_game() -> None:
    """TURN-31: with the rivers, too, an absent player never blocks a game."""
    state = new_game(agree(2, BOXES, {"river_combined_lake": "volcano"}, seed="safe")).state
    while not state.over:
        check(state)
        prompt = pending(state)[0]
        state = apply(state, safe_answer(state, prompt)).state
    assert state.tile is None
