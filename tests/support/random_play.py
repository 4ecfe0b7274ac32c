"""Random play for the properties: seeded, so that a failure can be played again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from engine.actions import Action, Pass
from engine.game import Transition, apply, new_game, pending
from engine.setup import Setup
from engine.state import GameState


def random_action(state: GameState, rng: random.Random) -> Action:
    """Any legal action of any player who is asked."""
    return rng.choice(rng.choice(pending(state)).options)


def generous(state: GameState, rng: random.Random) -> Action:
    """Something random, but rather what completes features of others, and rather something than nothing.

    Reaches decisions that are rare in random play: castles, quarters, the count.
    """
    prompt = rng.choice(pending(state))
    options = prompt.options
    if prompt.ask == "place":
        tried = [options[rng.randrange(len(options))] for _ in range(6)]
        return max(tried, key=lambda action: _gifts(state, apply(state, action).state, prompt.player))
    action = options[rng.randrange(len(options))]
    if isinstance(action, Pass) and rng.random() < 0.7:
        action = options[rng.randrange(len(options))]
    return action


def _gifts(before: GameState, after: GameState, player: int) -> int:
    """How many features with figures of others, and none of the player's, a placement has completed."""
    done = after.board.closed if after.last else ()
    owners = [{figure.player for figure in before.figures_on(feature)} for feature in done]
    return sum(bool(group) and player not in group for group in owners)


def transitions(
    setup: Setup,
    rng: random.Random,
    choose: Callable[[GameState, random.Random], Action] = random_action,
) -> Iterator[tuple[GameState, Action | None, Transition]]:
    """(state before, action, transition) for every ply of a random game; the first has no action."""
    transition = new_game(setup)
    yield transition.state, None, transition
    while not transition.state.over:
        before = transition.state
        action = choose(before, rng)
        transition = apply(before, action)
        yield before, action, transition
