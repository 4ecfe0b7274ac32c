"""A quick look at a few placements: a few milliseconds, for a menu that shows the likely choice first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Action, Claim, Pass, PlaceTile
from engine.game import apply
from engine.players.evaluation import evaluate, lead
from engine.players.terms import look
from engine.players.trials import Trials, shortlist
from engine.prompts import Prompt
from engine.state import GameState


class Glance(NamedTuple):
    """The lead that a placement promises at a quick look, and the claim that goes with it, if any gains."""

    lead: float
    claim: Claim | None


def glances(view: GameState, player: int, placements: Sequence[Action]) -> list[Glance]:
    """A quick look at each placement of the tile in hand."""
    trials = Trials(view, player, look(view))
    return [_glance(trials, player, view, action) for action in placements]


def likely(view: GameState, prompt: Prompt, most: int) -> list[Action]:
    """So many options of a prompt that look best, by what the position promises right after them."""
    outlook = look(view)
    found = [option for option in shortlist(view, prompt, outlook, most) if not isinstance(option, Pass)]
    value = {
        option: lead(evaluate(apply(view, option).state, outlook), prompt.player) for option in found[:most]
    }
    return sorted(value, key=lambda option: -value[option])


def _glance(trials: Trials, player: int, view: GameState, action: Action) -> Glance:
    if isinstance(action, PlaceTile) and view.tile is not None:
        promise, claim = trials.tried(view.rules.shapes[view.tile].turns[action.rotation], action.cell)
        return Glance(lead(promise, player), claim)
    promised = trials.promised(action)
    return Glance(lead(promised, player) if promised else 0.0, None)
