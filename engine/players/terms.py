"""Which box adds which term to the judgement, and which decisions have an answer of their own.

Computer players know the boxes, as players do: a new box that changes what a position is worth adds a line.
"""

from __future__ import annotations

from engine.actions import Action
from engine.players import box_terms, hills_terms, market, tower_terms, trade_terms
from engine.players.joins import joins
from engine.players.outlook import Outlook, Term
from engine.players.weights import DEFAULT, MANY, Weights
from engine.prompts import Prompt
from engine.state import GameState

TERMS: dict[str, Term] = {
    "abbot": box_terms.abbot,
    "king_robber": box_terms.titles,
    "cult": box_terms.duels,
    "count": box_terms.quarters,
    "princess_dragon": box_terms.dragon_and_fairy,
    "bridges": box_terms.bridges_left,
    "castles": box_terms.castles_near,
    "traders_builders": trade_terms.trade,
    "tower": tower_terms.towers,
    "over_hill_and_dale": hills_terms.hills,
}
STEADY = frozenset({"abbot", "count", "princess_dragon", "bridges", "tower"})  # see Outlook.steady
ANSWERS = {"bazaars": market.ANSWERS}
SEVERAL = 3  # boxes with terms: from here on `MANY` judges better


def look(view: GameState, weights: Weights = DEFAULT) -> Outlook:
    """The outlook of a view, with the terms of the boxes in play."""
    keys = [member.key for member in view.rules.members if member.key in TERMS]
    terms = [TERMS[key] for key in keys if key not in STEADY]
    steady = [TERMS[key] for key in keys if key in STEADY]
    return Outlook(view, terms, steady, weights, [joins] if weights.join else ())


def ahead(view: GameState, few: Weights) -> Weights:
    """The weights of a player who looks ahead: those given, or others where several boxes are in play."""
    return MANY if sum(member.key in TERMS for member in view.rules.members) >= SEVERAL else few


def answer_to(view: GameState, prompt: Prompt, outlook: Outlook) -> Action | None:
    """The answer to a prompt whose options are not to be tried one by one, such as amounts; or None."""
    for member in view.rules.members:
        answers = ANSWERS.get(member.key)
        if answers and prompt.ask in answers:
            return answers[prompt.ask](view, prompt.player, outlook)
    return None
