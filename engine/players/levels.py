"""Random (for tests), easy and normal: one look at what each option promises."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.actions import Action
from engine.players.evaluation import lead
from engine.players.outlook import Outlook
from engine.players.terms import answer_to, look
from engine.players.trials import Promised, Trials, outcome, shortlist
from engine.prompts import Prompt
from engine.state import GameState

CLOSER = 8  # placements that are played out, the best at a quick look
CLAIMS = 8  # of those that a portal offers
EFFORT = 240  # positions that are played out in one decision, about
MOST_OPTIONS = 300  # more than that is sampled: moves out of the market on a large board
Chooser = Callable[[GameState, Prompt, random.Random], Action]


def play_random(view: GameState, prompt: Prompt, rng: random.Random) -> Action:  # noqa: ARG001
    """Any legal option."""
    return prompt.options[rng.randrange(len(prompt.options))]


def play_easy(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """A plausible move: one of the better ones, and now and then a slip."""
    ranked = ranking(view, prompt, rng)
    weights = [0.5**place for place in range(min(6, len(ranked)))]
    return rng.choices([option.action for option in ranked[: len(weights)]], weights)[0]


def play_normal(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move after which the position promises most, the rest of the turn included."""
    return ranking(view, prompt, rng)[0].action


def ranking(
    view: GameState, prompt: Prompt, rng: random.Random, outlook: Outlook | None = None
) -> list[Promised]:
    """Options with the lead that they promise, the best first; hopeless ones may be missing."""
    outlook = outlook or look(view)
    decided = answer_to(view, prompt, outlook)
    if decided is not None:
        return [Promised(0.0, decided)]
    if prompt.ask == "place":
        return rank_placements(view, prompt, outlook)
    options: Sequence[Action] = shortlist(view, prompt, outlook, CLAIMS)
    if len(options) > MOST_OPTIONS:
        options = [options[index] for index in sorted(rng.sample(range(len(options)), MOST_OPTIONS))]
    return _played_out(view, options, outlook)


def rank_placements(view: GameState, prompt: Prompt, outlook: Outlook) -> list[Promised]:
    """The best placements at a quick look by what they really lead to, then the others."""
    trials = Trials(view, prompt.player, outlook)
    quick: list[Promised] = []
    certain: list[Action] = []
    for action in prompt.options:
        value = trials.lead(action)
        if value is None:
            certain.append(action)
        else:
            quick.append(Promised(value, action))
    quick.sort(key=lambda option: -option.lead)
    certain += [option.action for option in quick[:CLOSER]]
    best = _played_out(view, certain, outlook)
    worst = best[-1].lead
    return [*best, *(Promised(min(worst, value), action) for value, action in quick[CLOSER:])]


def _played_out(view: GameState, options: Sequence[Action], outlook: Outlook) -> list[Promised]:
    each = EFFORT // len(options)
    found = [
        Promised(lead(outcome(view, action, outlook, each), action.player), action) for action in options
    ]
    found.sort(key=lambda option: -option.lead)
    return found
