"""Trying options out: a quick look that only lays the tile, and a whole one with the rest of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Action, Claim, PlaceTile
from engine.expansions.bridges import AXES, PlaceBridge
from engine.game import apply, pending, safe_answer
from engine.geometry import Cell
from engine.players.evaluation import Account, Standing, evaluate, expected_back, lead, prospect
from engine.players.outlook import Outlook
from engine.prompts import Options, Prompt
from engine.state import GameState
from engine.steps.act import claim_spots
from engine.turned import Turned

CLAIMS = 2  # claims that are played out, the best at a quick look
GLANCE = 8  # positions looked at for the answer to a prompt on the way
MANY = 40  # options on the way that are not compared: the ways out of the market at the end
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
        self._trial.placer = player
        self._player = player
        self._outlook = outlook
        self._standing = Standing(state, outlook)

    def promise(self, turned: Turned, cell: Cell, span: tuple[Cell, int] | None = None) -> list[float]:
        """What the position promises with this tile there and the claim that looks best."""
        return self.tried(turned, cell, span)[0]

    def tried(
        self, turned: Turned, cell: Cell, span: tuple[Cell, int] | None = None
    ) -> tuple[list[float], Claim | None]:
        """The same, and that claim, if any gains anything."""
        account = self._lay(turned, cell, span)
        player, trial, outlook = self._player, self._trial, self._outlook
        price = Price(trial, player, outlook, account.back[player])
        promise = account.promise(trial, outlook, quick=True)
        most, best = 0.0, None
        for spot in claim_spots(trial, player, cell):
            gain = price.gain(cell, *spot)
            if gain > most:
                most, best = gain, spot
        if best is None:
            return promise, None
        promise[player] += most
        return promise, Claim(player, cell, *best)

    def _lay(self, turned: Turned, cell: Cell, span: tuple[Cell, int] | None) -> Account:
        trial = self._trial
        trial.board = board = self._board.fork()
        board.place(turned, cell)
        if span is not None:
            board.build_span(*span)
        trial.last = cell
        return self._standing.grown(trial)

    def standing(self, action: PlaceTile) -> list[float]:
        """What the position promises with the tile there and no claim yet."""
        return self._lay(self._turned(action), action.cell, None).promise(self._trial, self._outlook)

    def promised(self, action: Action) -> list[float] | None:
        """What an action promises with the claim that looks best; None if it lays no tile."""
        if isinstance(action, PlaceTile):
            return self.promise(self._turned(action), action.cell)
        if not isinstance(action, PlaceBridge):
            return None
        promise = self.promise(self._turned(action), action.cell, (action.site, AXES.index(action.axis)))
        promise[self._player] -= self._outlook.share * self._outlook.weights.bridge
        return promise

    def _turned(self, action: PlaceTile | PlaceBridge) -> Turned:
        tile = self._trial.tile
        if tile is None:
            raise ValueError("no tile in hand")
        shape = self._trial.rules.shapes[tile]
        return shape.turns[shape.canonical[action.rotation]]


class Price:
    """What claims on one position gain for a player who expects so many meeples back."""

    __slots__ = ("_back", "_outlook", "_player", "_state", "_survey", "_worth")

    def __init__(self, state: GameState, player: int, outlook: Outlook, back: float) -> None:
        self._state = state
        self._player = player
        self._outlook = outlook
        self._survey = outlook.survey(state.board)
        self._back = back
        self._worth: dict[str, float] = {}  # figure -> what all of its kind in the supply are worth

    def gain(self, cell: Cell, segment: str, figure: str) -> float:
        """What a figure on a segment promises, less what it is worth in the supply."""
        state, outlook = self._state, self._outlook
        found = state.board.feature_id(cell, segment)
        gain, chance = prospect(state, outlook, self._survey, found, cell)
        freed = outlook.weights.freed * chance
        special = outlook.special.get(figure)
        if special is not None:
            return gain - special * (1 - freed)
        held = state.supply[self._player, figure] + self._back
        worth = self._worth.get(figure)
        if worth is None:
            worth = self._worth[figure] = outlook.meeples(held)
        return gain - worth + outlook.meeples(held - 1 + freed)


def shortlist(state: GameState, prompt: Prompt, outlook: Outlook, claims: int = CLAIMS) -> Sequence[Action]:
    """The options of a prompt without the claims that look poor."""
    options: Options = prompt.options
    if prompt.ask != "act":
        return options
    found: list[Claim] = []
    others: list[Action] = []
    weights = state.rules.weights
    for option in options:
        if isinstance(option, Claim) and weights[option.figure]:  # the others claim nothing
            found.append(option)
        else:
            others.append(option)
    if len(found) > claims:
        back = expected_back(state, outlook)[prompt.player]
        price = Price(state, prompt.player, outlook, back)
        found.sort(key=lambda claim: -price.gain(claim.cell, claim.segment, claim.figure))
        return [*found[:claims], *others]
    return [*found, *others]


def outcome(state: GameState, action: Action, outlook: Outlook, budget: int) -> list[float]:
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
    """The state after an action and the best answers to the questions that follow its placement."""
    after = apply(state, action).state
    while not after.over and after.turn == state.turn and after.questions[0].ask not in BEGINNINGS:
        after = apply(after, answered(after, outlook, shortlist(after, pending(after)[0], outlook))).state
    return after


def answered(state: GameState, outlook: Outlook, options: Sequence[Action]) -> Action:
    """The best of the options of the first prompt; if they are very many, the safe answer."""
    prompt = pending(state)[0]
    if len(options) > MANY:
        return safe_answer(state, prompt)
    return max(options, key=lambda option: lead(outcome(state, option, outlook, GLANCE), prompt.player))
