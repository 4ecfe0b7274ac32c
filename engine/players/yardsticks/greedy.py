"""A plain greedy player: it counts points, and nothing else."""

from __future__ import annotations

import math
import random

from engine.actions import Action
from engine.game import apply, pending
from engine.players.evaluation import lead
from engine.prompts import Prompt
from engine.queries import projected_scores
from engine.state import GameState

MOST = 60  # options that are tried


def play_greedy(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The option after which the score would be highest if the game ended at once."""
    best: list[Action] = []
    highest = -math.inf
    for action in some_options(prompt, rng):
        value = _projected(view, action, depth=1)
        if value > highest:
            highest, best = value, []
        if value == highest:
            best.append(action)
    return rng.choice(best)


def _projected(state: GameState, action: Action, depth: int) -> float:
    after = apply(state, action).state
    if depth and not after.over and after.turn == state.turn:
        for prompt in pending(after):
            if prompt.player == action.player and prompt.ask == "act":
                return max(_projected(after, option, depth - 1) for option in prompt.options[:12])
    return lead(projected_scores(after), action.player)


def some_options(prompt: Prompt, rng: random.Random) -> list[Action]:
    """The options of a prompt, or a sample of them if they are many."""
    size = len(prompt.options)
    if size <= MOST:
        return list(prompt.options)
    return [prompt.options[index] for index in sorted(rng.sample(range(size), MOST))]
