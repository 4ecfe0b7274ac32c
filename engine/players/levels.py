"""Random (for tests), beginner, easy and normal: one look at what each option promises."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.actions import Action, Claim
from engine.players.evaluation import lead, own
from engine.players.outlook import Outlook
from engine.players.terms import answer_to, look
from engine.players.trials import Promised, Trials, outcome, shortlist
from engine.players.weights import DEFAULT, Weights
from engine.prompts import Prompt
from engine.state import GameState
from engine.tiles import LANDS

CLOSER = 8  # placements that are played out, the best at a quick look
CLAIMS = 8  # of those that a portal offers
EFFORT = 240  # positions that are played out in one decision, about
MOST_OPTIONS = 300  # more than that is sampled: moves out of the market on a large board
Chooser = Callable[[GameState, Prompt, random.Random], Action]
Aim = Callable[[Sequence[float], int], float]  # what a player wants most of: a promise to all -> a number


class Slips(NamedTuple):
    """How a player chooses at random between the best options."""

    among: int  # how many of the best options are considered
    tolerance: float  # points: an option that is this much worse than the best is never taken
    decay: float  # how likely an option is, compared with the next better one: 0.5 is half as likely


NEWCOMER = Weights(field=0.0, fill=0.2)  # sees no fields, and takes it for likely that things are completed
BEGINNER_SLIPS = Slips(5, 4.5, 0.8)
EASY_SLIPS = Slips(4, 3.5, 0.5)


def play_random(view: GameState, prompt: Prompt, rng: random.Random) -> Action:  # noqa: ARG001
    """Any legal option."""
    return prompt.options[rng.randrange(len(prompt.options))]


def play_beginner(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """A sensible newcomer: sees its own roads, cities and monasteries, but no fields, and no thefts."""
    ranked = ranking(view, prompt, rng, look(view, NEWCOMER), own)
    seen = [option for option in ranked if not _claims_land(view, option.action)]
    return wavering(seen or ranked, rng, BEGINNER_SLIPS)


def _claims_land(view: GameState, action: Action) -> bool:
    return isinstance(action, Claim) and view.board.feature(action.cell, action.segment).kind in LANDS


def play_easy(
    view: GameState,
    prompt: Prompt,
    rng: random.Random,
    *,
    weights: Weights = DEFAULT,
    slips: Slips = EASY_SLIPS,
) -> Action:
    """A plausible move: one of the better ones, and now and then a slip."""
    return wavering(ranking(view, prompt, rng, look(view, weights)), rng, slips)


def wavering(ranked: Sequence[Promised], rng: random.Random, slips: Slips) -> Action:
    """One of the best options, the better the more often."""
    near = [
        option.action for option in ranked[: slips.among] if option.lead > ranked[0].lead - slips.tolerance
    ]
    return rng.choices(near, [slips.decay**place for place in range(len(near))])[0]


def play_normal(view: GameState, prompt: Prompt, rng: random.Random, *, weights: Weights = DEFAULT) -> Action:
    """The move after which the position promises most, the rest of the turn included."""
    return ranking(view, prompt, rng, look(view, weights))[0].action


def ranking(
    view: GameState, prompt: Prompt, rng: random.Random, outlook: Outlook | None = None, aim: Aim = lead
) -> list[Promised]:
    """Options with the lead that they promise, the best first; hopeless ones may be missing."""
    outlook = outlook or look(view)
    decided = answer_to(view, prompt, outlook)
    if decided is not None:
        return [Promised(0.0, decided)]
    if prompt.ask == "place":
        return rank_placements(view, prompt, outlook, aim)
    options: Sequence[Action] = shortlist(view, prompt, outlook, CLAIMS)
    if len(options) > MOST_OPTIONS:
        options = [options[index] for index in sorted(rng.sample(range(len(options)), MOST_OPTIONS))]
    return _played_out(view, options, outlook, aim)


def rank_placements(view: GameState, prompt: Prompt, outlook: Outlook, aim: Aim = lead) -> list[Promised]:
    """The best placements at a quick look by what they really lead to, then the others."""
    trials = Trials(view, prompt.player, outlook)
    quick: list[Promised] = []
    certain: list[Action] = []
    for action in prompt.options:
        promise = trials.promised(action)
        if promise is None:
            certain.append(action)
        else:
            quick.append(Promised(aim(promise, prompt.player), action))
    quick.sort(key=lambda option: -option.lead)
    certain += [option.action for option in quick[:CLOSER]]
    best = _played_out(view, certain, outlook, aim)
    worst = best[-1].lead
    return [*best, *(Promised(min(worst, value), action) for value, action in quick[CLOSER:])]


def _played_out(view: GameState, options: Sequence[Action], outlook: Outlook, aim: Aim) -> list[Promised]:
    each = EFFORT // len(options)
    found = [Promised(aim(outcome(view, action, outlook, each), action.player), action) for action in options]
    found.sort(key=lambda option: -option.lead)
    return found
