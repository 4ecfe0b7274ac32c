"""Turns that may follow a position, each played by a quick look at the spots that promise most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.actions import Action, Claim, PlaceTile
from engine.game import apply, pending, safe_answer
from engine.geometry import Cell, ring
from engine.players.evaluation import evaluate, lead
from engine.players.market import bought
from engine.players.outlook import Outlook
from engine.players.terms import look
from engine.players.trials import BEGINNINGS, Trials
from engine.players.weights import Weights
from engine.state import GameState
from engine.steps.place_tile import fitting_spots
from engine.tiles import LANDS, SITES
from engine.turned import Shape

Spot = tuple[Cell, int]
TURN = 12  # what it costs to play a turn, in tries


class Effort:
    """Counts tries, so that a decision ends in time and still depends on the view alone."""

    __slots__ = ("_left",)

    def __init__(self, tries: int) -> None:
        self._left = tries

    def spend(self, tries: int) -> None:
        """So many tiles are laid for a try."""
        self._left -= tries

    def spent(self) -> bool:
        """Whether nothing is left."""
        return self._left < 0


class Ideas:
    """Where each tile would lie best for each player on the board as it is."""

    __slots__ = ("_effort", "_outlook", "_spots", "_trials", "known", "tiles", "view")

    def __init__(self, view: GameState, weights: Weights, effort: Effort, known: int) -> None:
        self.view = view
        self.tiles = len(view.board.cells)
        self.known = known  # how many of them are tried on a later board
        self._effort = effort
        self._outlook = look(view, weights)  # one of its own: it stays with this board
        self._trials: dict[int, Trials] = {}
        self._spots: dict[tuple[int, str], list[Spot]] = {}

    def spots(self, player: int, shape: Shape) -> list[Spot]:
        """The best spots of a tile, worked out when first asked."""
        key = player, shape.tile.id
        if key not in self._spots:
            if player not in self._trials:
                self._trials[player] = Trials(self.view, player, self._outlook)
            spots = fitting_spots(self.view, shape)
            self._effort.spend(len(spots))
            promise = self._trials[player].promise
            leads = {spot: lead(promise(shape.turns[spot[1]], spot[0]), player) for spot in spots}
            self._spots[key] = sorted(spots, key=lambda spot: -leads[spot])[: 2 * self.known]
        return self._spots[key]


class Turn(NamedTuple):
    """The best that was found for a tile: what it promises to all, where it lies, and the claim on it."""

    promise: list[float]
    place: PlaceTile
    claim: Claim | None


class Future:
    """Turns that may follow a position. What the first tile of a row leads to is found once."""

    __slots__ = ("_effort", "_first", "_ideas", "_outlook", "_state")

    def __init__(self, state: GameState, outlook: Outlook, ideas: Ideas, effort: Effort) -> None:
        self._state = state
        self._outlook = outlook
        self._ideas = ideas
        self._effort = effort
        self._first: dict[str, GameState] = {}

    def lead(self, row: list[str], player: int) -> float:
        """A player's lead after the tiles of a row; a tile of a bazaar, which is known, comes instead."""
        state = self._state
        for tile in row[:-1]:
            if state.over or state.tile is None:
                break
            state = self._after(state, bought(state) or tile)
        last = None if state.over or state.tile is None else self._best(state, bought(state) or row[-1])
        return lead(last.promise if last else evaluate(state, self._outlook), player)

    def _after(self, state: GameState, tile: str) -> GameState:
        if state is not self._state:
            return self._played(state, tile)
        if tile not in self._first:
            self._first[tile] = self._played(state, tile)
        return self._first[tile]

    def _played(self, state: GameState, tile: str) -> GameState:
        """The state after a turn with this tile; what else is asked is answered without much thought."""
        best = self._best(state, tile)
        if best is None:  # it fits nowhere
            return state
        turn = state.fork()
        turn.tile = tile
        after = apply(turn, best.place).state
        while not after.over and after.turn == state.turn and after.questions[0].ask not in BEGINNINGS:
            prompt = pending(after)[0]
            claims = prompt.ask == "act" and best.claim is not None and best.claim in prompt.options
            answer: Action = best.claim if claims and best.claim else safe_answer(after, prompt)
            after = apply(after, answer).state
        return after

    def _best(self, state: GameState, tile: str) -> Turn | None:
        """The best turn with a tile for whose turn it is; None if it fits nowhere."""
        shape = state.rules.shapes[tile]
        player = state.placer
        trials = Trials(state, player, self._outlook)
        spots = self._spots(state, shape)
        self._effort.spend(len(spots) + TURN)
        found: Turn | None = None
        most = 0.0
        for cell, rotation in spots:
            promise, claim = trials.tried(shape.turns[rotation], cell)
            value = lead(promise, player)
            if found is None or value > most:
                found = Turn(promise, PlaceTile(player, cell, rotation), claim)
                most = value
        return found

    def _spots(self, state: GameState, shape: Shape) -> list[Spot]:
        """The spots that were best before, and all near what was laid since."""
        spots = fitting_spots(state, shape)
        known = self._ideas.known
        if len(spots) <= known:
            return spots
        lively = set(self._lively(state))
        near = [spot for spot in spots if spot[0] in lively]
        others = set(spots).difference(near)
        best = [spot for spot in self._ideas.spots(state.placer, shape) if spot in others]
        return [*near, *best[:known]]

    def _lively(self, state: GameState) -> Iterator[Cell]:
        """Cells around the tiles laid since, and those that the roads and cities on them face."""
        board = state.board
        survey = self._outlook.survey(board)
        seen: set[int] = set()
        for cell in islice(reversed(board.cells), len(board.cells) - self._ideas.tiles):
            yield from ring(cell)
            for _, kind, found in board.segments_at(cell):
                if kind not in LANDS and kind not in SITES and found not in seen:
                    seen.add(found)
                    yield from survey.open_cells(board.features.by_id[found])
