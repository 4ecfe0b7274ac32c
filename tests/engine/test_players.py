"""Computer players: legal, deterministic, blind to the bag, and stronger than chance."""

from __future__ import annotations

import random

import pytest

from bot.cli.arena import interval, play
from engine.game import apply, new_game, pending, view_for
from engine.players import LEVELS, choose
from engine.setup import agree
from tests.properties.play import random_action


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_the_same_view_gives_the_same_choice_whatever_the_bag(level: str) -> None:
    rng = random.Random(level)
    state = new_game(agree(3, seed="blind")).state
    for _ in range(4 if level == "hard" else 40):
        prompt = pending(state)[0]
        other = state.fork()
        other.bag = tuple(rng.sample(state.bag, len(state.bag)))
        other.secret = ("x", "y")
        one = choose(level, view_for(state, prompt.player), prompt.player, "seed")
        two = choose(level, view_for(other, prompt.player), prompt.player, "seed")
        assert one == two
        assert one in prompt.options
        state = apply(state, random_action(state, rng)).state


def test_normal_beats_random() -> None:
    for number in range(2):
        scores, _ = play(agree(2, first_seat=number, seed="match"), ("normal", "random"))
        assert scores[0] > scores[1] + 20


def test_the_confidence_interval_holds_the_share() -> None:
    low, high = interval(70, 100)
    assert 0.60 < low < 0.70 < high < 0.79
