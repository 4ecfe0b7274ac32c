"""The last tiles: every order in which they may come is played out, and everybody plays their best."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.actions import Action, PlaceTile
from engine.game import apply, pending
from engine.players.evaluation import evaluate, lead
from engine.players.outlook import Outlook
from engine.players.terms import look
from engine.players.trials import BEGINNINGS, Promised, Trials, answered, shortlist
from engine.players.weights import Weights
from engine.state import GameState
from engine.steps.place_tile import fitting_spots

LAST = 2  # unseen tiles, at most
LAST_WITH_BOXES = 1  # the same where several boxes have terms: a turn has many decisions there
SEVERAL = 3
WIDTHS = (60, 60, 10)  # options that are played out, by the number of tiles that come after them
CLAIMS = (8, 4, 2)  # and claims on each


def can_solve(outlook: Outlook) -> bool:
    """Whether so few tiles are left that they can be played out in time."""
    return outlook.unseen.total() <= (LAST_WITH_BOXES if len(outlook.terms) >= SEVERAL else LAST)


def candidates(ranked: list[Promised], outlook: Outlook) -> list[Promised]:
    """The options that are worth being played out; boxes make that dearer."""
    return ranked[: max(2, WIDTHS[outlook.unseen.total()] // (1 + len(outlook.terms)))]


def solved(view: GameState, options: list[Promised], outlook: Outlook) -> list[Promised]:
    """Options by the lead with which they end, the best first."""
    ending = Ending(replace(outlook.weights, join=0.0, join_land=0.0))  # what may be joined is played out
    found = [
        Promised(lead(ending.promise(apply(view, action).state, view, outlook.unseen), action.player), action)
        for _, action in options
    ]
    return sorted(found, key=lambda option: -option.lead)


class Ending:
    """Plays out what is left of a game; with nothing left to draw, what it finds is the final score."""

    __slots__ = ("_weights",)

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def promise(self, state: GameState, before: GameState, left: Counter[str]) -> list[float]:
        """What everybody ends with, from the middle of a turn that began before."""
        if state.over:
            return [float(score) for score in state.scores]
        prompt = pending(state)[0]
        if state.turn != before.turn or prompt.ask in BEGINNINGS:
            return self._drawn(state, left)
        outlook = _outlook(state, left, self._weights)
        options: list[Action] = list(shortlist(state, prompt, outlook, CLAIMS[left.total()]))
        player = prompt.player
        if prompt.ask != "act":
            options = [answered(state, outlook, options)]
        found = [self.promise(apply(state, option).state, before, left) for option in options]
        return max(found, key=lambda promise: lead(promise, player))

    def _drawn(self, state: GameState, left: Counter[str]) -> list[float]:
        """The mean over the tiles that may be drawn now."""
        total = left.total()
        if not total:
            return evaluate(state, _outlook(state, left, self._weights))
        mean = [0.0] * len(state.scores)
        for tile, count in left.items():
            found = self._laid(state, tile, left - Counter((tile,)))
            mean = [sum_ + points * count / total for sum_, points in zip(mean, found, strict=True)]
        return mean

    def _laid(self, state: GameState, tile: str, rest: Counter[str]) -> list[float]:
        """What the best placement of a tile ends with; a tile that fits nowhere is left out."""
        turn = state.fork()
        turn.tile, turn.bag = tile, tuple(sorted(rest.elements()))
        outlook = look(turn, self._weights)
        shape = turn.rules.shapes[tile]
        player = turn.placer
        trials = Trials(turn, player, outlook)
        quick = [
            (trials.promise(shape.turns[rotation], cell), PlaceTile(player, cell, rotation))
            for cell, rotation in fitting_spots(turn, shape)
        ]
        if not quick:
            return self._drawn(state, rest)
        quick.sort(key=lambda one: -lead(one[0], player))
        if not rest:
            return quick[0][0]
        width = max(2, WIDTHS[-1] // (2 + len(outlook.terms)))
        found = [self.promise(apply(turn, place).state, turn, rest) for _, place in quick[:width]]
        return max(found, key=lambda promise: lead(promise, player))


def _outlook(state: GameState, left: Counter[str], weights: Weights) -> Outlook:
    view = state.fork()
    view.bag = tuple(sorted(left.elements()))
    return look(view, weights)
