"""Hard: the best moves of the judgement, each followed by turns that may come, tile by sampled tile."""

from __future__ import annotations

import random

from engine.actions import Action, Claim, PlaceTile
from engine.game import apply, pending, safe_answer
from engine.players.evaluation import evaluate, expected_back, lead
from engine.players.levels import ranking
from engine.players.outlook import Outlook
from engine.players.terms import look
from engine.players.trials import BEGINNINGS, Promised, Trials, finished, gains_of
from engine.prompts import Prompt
from engine.state import GameState
from engine.steps.place_tile import fitting_spots

CANDIDATES = 6  # moves that are looked at more closely
MARGIN = 5.0  # those that promise so much less than the best are not
PLIES = 4  # turns that are played on, the last one only for a try
ROLLOUTS = 12  # sampled rows of tiles, the same for every candidate
EFFORT = 9000  # tiles laid for a try in one decision at the most: half a second to a second of one core
TERM = 0.25  # how much dearer a try becomes with each term of a box
TRUST = 0.6  # how much the look ahead counts against the judgement itself


def play_hard(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move that still looks best after the turns that may follow."""
    return reconsidered(view, prompt, rng)[0].action


def reconsidered(view: GameState, prompt: Prompt, rng: random.Random) -> list[Promised]:
    """The best options with the lead that they promise after some more turns."""
    outlook = look(view)
    ranked = ranking(view, prompt, rng, outlook)
    best = [option for option in ranked[:CANDIDATES] if option.lead > ranked[0].lead - MARGIN]
    if len(best) == 1 or prompt.ask not in ("place", "act"):
        return ranked
    rows = tile_rows(outlook, rng)
    effort = Effort(int(EFFORT / (1 + TERM * len(outlook.terms))) // len(best))
    scored = []
    for value, action in best:
        effort.begin()
        after = finished(view, action, outlook)
        leads = Future(after, outlook, effort).leads(rows, action.player)
        scored.append((value, action, leads))
    shared = min(len(leads) for _, _, leads in scored)  # rows that every candidate was followed through
    if not shared:
        return ranked
    found = [
        Promised((1 - TRUST) * value + TRUST * sum(leads[:shared]) / shared, action)
        for value, action, leads in scored
    ]
    found.sort(key=lambda option: -option.lead)
    return found


class Effort:
    """Counts tries, so that a decision ends in time and still depends on the view alone."""

    __slots__ = ("_each", "left")

    def __init__(self, each: int) -> None:
        self._each = self.left = each

    def begin(self) -> None:
        """A new candidate has its own share."""
        self.left = self._each

    def spend(self, tries: int) -> bool:
        """Whether there is effort left for so many tries."""
        self.left -= tries
        return self.left >= 0


def tile_rows(outlook: Outlook, rng: random.Random) -> list[list[str]]:
    """Rows of tiles that may be drawn next; a tile comes again only when all were drawn."""
    tiles = sorted(outlook.unseen.elements())
    row: list[str] = []
    while tiles and len(row) < PLIES * ROLLOUTS:
        rng.shuffle(tiles)
        row += tiles
    return [row[start : start + PLIES] for start in range(0, PLIES * ROLLOUTS, PLIES)] if row else []


class Future:
    """Turns that may follow a position. What the first tile of a row leads to is found once."""

    __slots__ = ("_effort", "_first", "_outlook", "_state")

    def __init__(self, state: GameState, outlook: Outlook, effort: Effort) -> None:
        self._state = state
        self._outlook = outlook
        self._effort = effort
        self._first: dict[str, GameState | None] = {}

    def leads(self, rows: list[list[str]], player: int) -> list[float]:
        """A player's lead at the end of each row, as far as the effort reaches."""
        found: list[float] = []
        for row in rows:
            state: GameState | None = self._state
            promise: list[float] | None = None
            for number, tile in enumerate(row, start=1):
                if state is None:
                    return found
                if state.over or state.tile is None:
                    break
                if number < len(row):
                    state = self._after(state, tile)
                else:
                    promise = self._best(state, tile)[0]
            if state is None or self._effort.left < 0:
                return found
            found.append(lead(promise or evaluate(state, self._outlook), player))
        return found

    def _after(self, state: GameState, tile: str) -> GameState | None:
        """The state after a turn with this tile; None if there is no effort left."""
        if state is not self._state:
            return self._turn(state, tile)
        if tile not in self._first:
            self._first[tile] = self._turn(state, tile)
        return self._first[tile]

    def _turn(self, state: GameState, tile: str) -> GameState | None:
        _, best = self._best(state, tile)
        if self._effort.left < 0:
            return None
        if best is None:  # it fits nowhere
            return state
        turn = state.fork()
        turn.tile = tile
        after = apply(turn, best).state
        while not after.over and after.turn == state.turn and after.questions[0].ask not in BEGINNINGS:
            after = apply(after, self._answer(after)).state
        return after

    def _answer(self, state: GameState) -> Action:
        """A claim if one looks good; whatever else is asked is answered without much thought."""
        prompt = pending(state)[0]
        if prompt.ask == "act":
            claims = [option for option in prompt.options if isinstance(option, Claim)]
            back = expected_back(state, self._outlook)[prompt.player]
            gains = gains_of(state, claims, self._outlook, back)
            if gains and gains[0].lead > 0:
                return gains[0].action
        return safe_answer(state, prompt)

    def _best(self, state: GameState, tile: str) -> tuple[list[float] | None, Action | None]:
        """The best placement of a tile for whose turn it is, and what it promises to all."""
        shape = state.rules.shapes[tile]
        spots = fitting_spots(state, shape)
        if not spots or not self._effort.spend(len(spots)):
            return None, None
        player = state.placer
        trials = Trials(state, player, self._outlook)
        promises = [trials.promise(shape.turns[rotation], cell) for cell, rotation in spots]
        leads = [lead(promise, player) for promise in promises]
        best = leads.index(max(leads))
        return promises[best], PlaceTile(player, *spots[best])
