"""Trying options out: a quick look that only lays the tile, and a whole one that plays the rest of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.actions import Action, Claim, PlaceTile
from engine.expansions.bridges import AXES, PlaceBridge
from engine.game import apply, pending
from engine.geometry import Cell
from engine.players.evaluation import Standing, evaluate, lead, prospect
from engine.players.outlook import Outlook
from engine.prompts import Options, Prompt
from engine.state import Figure, GameState
from engine.steps.act import claim_spots
from engine.turned import Turned

CLAIMS = 2  # claims that are played out, the best at a quick look
BUDGET = 60  # positions that are played out at the most to see where one option leads
BEGINNINGS = frozenset({"place", "auction", "bid", "settle", "draft"})  # here something new begins


class Promised(NamedTuple):
    """An option and the lead that it promises to who chooses it."""

    lead: float
    action: Action


class Trials:
    """Tiles laid for a try on one position; nothing else of the turn is played."""

    __slots__ = ("_board", "_outlook", "_player", "_standing", "_trial")

    def __init__(self, state: GameState, player: int, outlook: Outlook) -> None:
        outlook.dwell(state.board)
        self._board = state.board
        self._trial = state.fork()
        self._player = player
        self._outlook = outlook
        self._standing = Standing(state, outlook)

    def promise(self, turned: Turned, cell: Cell, span: tuple[Cell, int] | None = None) -> list[float]:
        """What the position promises with this tile there and the claim that looks best."""
        trial = self._trial
        trial.board = board = self._board.fork()
        board.place(turned, cell)
        if span is not None:
            board.build_span(*span)
        trial.last = cell
        promise = self._standing.grown(trial)
        gains = claim_gains(trial, self._player, self._outlook)
        if gains:
            promise[self._player] += max(0.0, gains[0].lead)
        return promise

    def lead(self, action: Action) -> float | None:
        """The same for an action; None if it lays no tile."""
        tile = self._trial.tile
        if tile is None or not isinstance(action, PlaceTile | PlaceBridge):
            return None
        shape = self._trial.rules.shapes[tile]
        span = (action.site, AXES.index(action.axis)) if isinstance(action, PlaceBridge) else None
        turned = shape.turns[shape.canonical[action.rotation]]
        return lead(self.promise(turned, action.cell, span), self._player)


def claim_gains(state: GameState, player: int, outlook: Outlook) -> list[Promised]:
    """What each claim on the tile just laid adds for who makes it, the best first."""
    if state.last is None:
        return []
    cell = state.last
    claims = [
        Claim(player, cell, segment, figure) for segment, figure in claim_spots(state, player, cell)
    ]
    return gains_of(state, claims, outlook)


def gains_of(state: GameState, claims: Iterable[Claim], outlook: Outlook) -> list[Promised]:
    """What each of some claims adds for who makes it, the best first."""
    survey = outlook.survey(state.board)
    gains = []
    for claim in claims:
        figure = Figure(claim.player, claim.figure, claim.cell, claim.segment)
        found = state.board.feature_id(claim.cell, claim.segment)
        gain, chance = prospect(state, outlook, survey, found, figure)
        price = outlook.one_more(claim.figure, state.supply[claim.player, claim.figure] - 1)
        gains.append(Promised(gain - price * (1 - outlook.weights.freed * chance), claim))
    gains.sort(key=lambda gain: -gain.lead)
    return gains


def shortlist(state: GameState, prompt: Prompt, outlook: Outlook, claims: int = CLAIMS) -> Sequence[Action]:
    """The options of a prompt without the claims that look poor."""
    options: Options = prompt.options
    if prompt.ask != "act":
        return options
    found: list[Claim] = []
    others: list[Action] = []
    for option in options:
        if isinstance(option, Claim):
            found.append(option)
        else:
            others.append(option)
    if len(found) > claims:
        found = [gain.action for gain in gains_of(state, found, outlook)[:claims]]  # type: ignore[misc]
    return [*found, *others]


def outcome(state: GameState, action: Action, outlook: Outlook, budget: int = BUDGET) -> list[float]:
    """What the position promises to all once the placement that an action belongs to is over.

    Everybody who is asked on the way takes what is best for themselves, as far as the budget reaches.
    """
    after = apply(state, action).state
    if after.over or after.turn != state.turn or after.questions[0].ask in BEGINNINGS:
        return evaluate(after, outlook)
    prompt = pending(after)[0]
    options = shortlist(after, prompt, outlook)
    each = budget // len(options)
    if not each:
        return evaluate(after, outlook)
    promises = [outcome(after, option, outlook, each) for option in options]
    return max(promises, key=lambda promise: lead(promise, prompt.player))


def finished(state: GameState, action: Action, outlook: Outlook) -> GameState:
    """The state after an action and the best answers to whatever its placement still asks."""
    after = apply(state, action).state
    while not after.over and after.turn == state.turn and after.questions[0].ask not in BEGINNINGS:
        prompt = pending(after)[0]
        options = shortlist(after, prompt, outlook)
        best = max(options, key=lambda option: lead(outcome(after, option, outlook, 8), prompt.player))
        after = apply(after, best).state
    return after
