"""Trying options out: a quick look that only lays the tile, and a whole one with the rest of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.actions import Action, Claim, PlaceTile
from engine.expansions.bridges import AXES, PlaceBridge
from engine.game import apply, pending
from engine.geometry import Cell
from engine.players.evaluation import Account, Standing, evaluate, expected_back, lead, prospect
from engine.players.outlook import Outlook
from engine.prompts import Options, Prompt
from engine.state import Figure, GameState
from engine.steps.act import claim_spots
from engine.turned import Turned

CLAIMS = 2  # claims that are played out, the best at a quick look
BEGINNINGS = frozenset({"place", "auction", "bid", "settle", "draft"})  # here something new begins


class Promised(NamedTuple):
    """An option and the lead that it promises to who chooses it."""

    lead: float
    action: Action


class Gain(NamedTuple):
    """A claim and what it adds for who makes it."""

    gain: float
    claim: Claim


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
        return self.tried(turned, cell, span)[0]

    def tried(
        self, turned: Turned, cell: Cell, span: tuple[Cell, int] | None = None
    ) -> tuple[list[float], Claim | None]:
        """The same, and that claim, if any gains anything."""
        account = self._lay(turned, cell, span)
        back = account.back[self._player]
        promise = account.promise(self._trial, self._outlook, quick=True)
        gains = claim_gains(self._trial, self._player, self._outlook, back)
        if not gains or gains[0].gain <= 0:
            return promise, None
        promise[self._player] += gains[0].gain
        return promise, gains[0].claim

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

    def lead(self, action: Action) -> float | None:
        """The lead after an action and the claim that looks best; None if it lays no tile."""
        if not isinstance(action, PlaceTile | PlaceBridge):
            return None
        span = (action.site, AXES.index(action.axis)) if isinstance(action, PlaceBridge) else None
        value = lead(self.promise(self._turned(action), action.cell, span), self._player)
        return value if span is None else value - self._outlook.share * self._outlook.weights.bridge

    def _turned(self, action: PlaceTile | PlaceBridge) -> Turned:
        tile = self._trial.tile
        if tile is None:
            raise ValueError("no tile in hand")
        shape = self._trial.rules.shapes[tile]
        return shape.turns[shape.canonical[action.rotation]]


def claim_gains(state: GameState, player: int, outlook: Outlook, back: float) -> list[Gain]:
    """What each claim on the tile just laid adds for who makes it, the best first."""
    if state.last is None:
        return []
    spots = claim_spots(state, player, state.last)
    return gains_of(state, [Claim(player, state.last, *spot) for spot in spots], outlook, back)


def gains_of(state: GameState, claims: Iterable[Claim], outlook: Outlook, back: float) -> list[Gain]:
    """What each of some claims adds for who makes it and expects so many meeples back, the best first."""
    survey = outlook.survey(state.board)
    gains = []
    for claim in claims:
        kind = claim.figure
        figure = Figure(claim.player, kind, claim.cell, claim.segment)
        found = state.board.feature_id(claim.cell, claim.segment)
        gain, chance = prospect(state, outlook, survey, found, figure)
        freed = outlook.weights.freed * chance
        if kind in outlook.special:
            price = outlook.special[kind] * (1 - freed)
        else:
            held = state.supply[claim.player, kind] + back
            price = outlook.meeples(held) - outlook.meeples(held - 1 + freed)
        gains.append(Gain(gain - price, claim))
    gains.sort(key=lambda found: -found.gain)
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
        back = expected_back(state, outlook)[prompt.player]
        return [*(found.claim for found in gains_of(state, found, outlook, back)[:claims]), *others]
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
    """The state after an action and the best answers to whatever its placement still asks."""
    after = apply(state, action).state
    while not after.over and after.turn == state.turn and after.questions[0].ask not in BEGINNINGS:
        prompt = pending(after)[0]
        options = shortlist(after, prompt, outlook)
        best = max(options, key=lambda option: lead(outcome(after, option, outlook, 8), prompt.player))
        after = apply(after, best).state
    return after
