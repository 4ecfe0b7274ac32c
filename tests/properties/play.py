"""Random play for the properties: seeded, so that a failure can be played again."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.actions import Action
from engine.game import Transition, apply, new_game, pending
from engine.setup import Setup
from engine.state import GameState


def random_action(state: GameState, rng: random.Random) -> Action:
    """Any legal action of any player who is asked."""
    return rng.choice(rng.choice(pending(state)).options)


def transitions(setup: Setup, rng: random.Random) -> Iterator[tuple[GameState, Action | None, Transition]]:
    """(state before, action, transition) for every ply of a random game; the first has no action."""
    transition = new_game(setup)
    yield transition.state, None, transition
    while not transition.state.over:
        before = transition.state
        action = random_action(before, rng)
        transition = apply(before, action)
        yield before, action, transition
