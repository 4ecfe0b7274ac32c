"""Random (for tests), easy and normal: one look at what each option promises."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.actions import Action, Pass
from engine.game import apply, pending
from engine.players.evaluation import Outlook, evaluate, lead
from engine.prompts import Prompt
from engine.state import GameState

MOST_OPTIONS = 400  # more than that is sampled: amounts, portals on a large board
Chooser = Callable[[GameState, Prompt, random.Random], Action]


def play_random(view: GameState, prompt: Prompt, rng: random.Random) -> Action:  # noqa: ARG001
    """Any legal option."""
    return prompt.options[rng.randrange(len(prompt.options))]


def play_easy(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """A plausible move: one of the better ones, and now and then a slip."""
    ranked = ranking(view, prompt, rng)
    weights = [0.5**place for place in range(min(6, len(ranked)))]
    return rng.choices([action for _, action in ranked[: len(weights)]], weights)[0]


def play_normal(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move after which the position promises most, own follow-ups of the same turn included."""
    return ranking(view, prompt, rng)[0][1]


def ranking(view: GameState, prompt: Prompt, rng: random.Random) -> list[tuple[float, Action]]:
    """Options with the lead that they promise, the best first."""
    outlook = Outlook(view)
    options: Sequence[Action] = prompt.options
    if len(options) > MOST_OPTIONS:
        options = [options[index] for index in sorted(rng.sample(range(len(options)), MOST_OPTIONS))]
    scored = [(promise_after(view, action, outlook), action) for action in options]
    order = sorted(range(len(scored)), key=lambda index: -scored[index][0])
    return [scored[index] for index in order]


def promise_after(view: GameState, action: Action, outlook: Outlook, depth: int = 2) -> float:
    """The lead after an action; if the same player goes on with this turn, after the best follow-up."""
    player = action.player
    after = apply(view, action).state
    if depth and not after.over and after.turn == view.turn and not isinstance(action, Pass):
        for prompt in pending(after):
            if prompt.player == player and prompt.ask != "place" and len(prompt.options) <= 60:
                return max(promise_after(after, option, outlook, depth - 1) for option in prompt.options)
    return lead(evaluate(after, outlook), player)
