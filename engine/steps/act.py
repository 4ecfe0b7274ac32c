"""TURN-03: one action or none, with the tile just laid."""

from __future__ import annotations

from engine.actions import Action, Claim, Pass
from engine.board import SPAN
from engine.events import FigurePlaced
from engine.geometry import Cell
from engine.prompts import CodedOptions, Options
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.state import Figure, GameState

Spot = tuple[str, str]  # segment, figure


class Acts(CodedOptions[Spot]):
    """PD-05: every claim on the tile just laid, what the boxes add, and passing last."""

    __slots__ = ("_cell", "_more", "_player", "_spots")

    def __init__(self, state: GameState, player: int, cell: Cell) -> None:
        self._player = player
        self._cell = cell
        self._spots = claim_spots(state, player, cell)
        self._more: list[Action] = []
        hooks = state.rules.hooks
        for extra in hooks.more_actions + hooks.free_actions:
            self._more += extra(state, player)
        self._more.append(Pass(player))
        self._known = self._spots, self._more

    def build(self, code: Spot) -> Claim:
        """The claim of a spot."""
        segment, figure = code
        return Claim(self._player, self._cell, segment, figure)

    def __contains__(self, action: object) -> bool:
        claims = (
            isinstance(action, Claim)
            and action.player == self._player
            and action.cell == self._cell
            and (action.segment, action.figure) in self._spots
        )
        return claims or action in self._more


def act(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """BASE-19: optional; skipped when nothing is possible."""
    if state.acted or state.last is None or not _may_act(state):
        return None
    options = act_options(state, state.placer)
    if len(options) == 1 and type(options[0]) is Pass:
        return None
    state.offers = {"act": options}
    return ((state.placer, "act"),)


def _may_act(state: GameState) -> bool:
    """Whether there may be anything to do: a figure is left, or a box offers actions of its own."""
    hooks = state.rules.hooks
    return _has_figures(state, state.placer) or bool(
        hooks.forced_actions or hooks.more_actions or hooks.free_actions
    )


def _has_figures(state: GameState, player: int) -> bool:
    """Whether the player's supply holds a figure that may claim."""
    supply = state.supply
    for name, _ in state.rules.claimants:
        if supply[player, name]:
            return True
    return False


def act_options(state: GameState, player: int) -> Options:
    """The options of the action step; a box may force some."""
    hooks = state.rules.hooks
    for forced in hooks.forced_actions:
        only = forced(state, player)
        if only:
            return (*only, *[action for free in hooks.free_actions for action in free(state, player)])
    return Acts(state, player, state.last) if state.last is not None else ()


def claim_spots(state: GameState, player: int, cell: Cell) -> list[Spot]:
    """BASE-20, 21: (segment, figure) for every free feature of the tile just laid."""
    found: list[Spot] = []
    if not _has_figures(state, player) or bars_figures(state, cell):
        return found
    free, supply = _free_segments(state, cell), state.supply
    for name, ground in state.rules.claimants:
        if supply[player, name]:
            for segment, kind in free:
                if kind in ground:
                    found.append((segment, name))
    return found


def _free_segments(state: GameState, cell: Cell) -> list[tuple[str, str]]:
    """(id, kind) of every segment of a tile whose feature holds no figure."""
    board = state.board
    placed = board.cells[cell]
    label = board.features.label
    occupied = set(map(label.__getitem__, state.figures))
    free = []
    for number, part in enumerate(placed.turned.parts, placed.first):
        if label[number] not in occupied:
            free.append((part.segment.id, part.kind))
    if cell in board.spans and board.feature_id(cell, SPAN) not in occupied:
        free.append((SPAN, "road"))
    return free


def bars_figures(state: GameState, cell: Cell) -> bool:
    """Whether a box keeps all figures off the tile just laid."""
    hooks = state.rules.hooks
    for barred in hooks.bars_claims:
        if barred(state):
            return True
    for barred_cell in hooks.bars_cell:
        if barred_cell(state, cell):
            return True
    return False


def on_claim(state: GameState, action: Claim, events: Events) -> None:
    """Put a figure from the supply on a segment."""
    state.supply[action.player, action.figure] -= 1
    weight = state.rules.weights[action.figure]
    state.stand(Figure(action.player, action.figure, action.cell, action.segment, weight))
    state.acted = True
    events.append(FigurePlaced(action.player, action.figure, action.cell, action.segment))


def on_pass(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """Do nothing with the tile just laid."""
    state.acted = True


def explain_claim(state: GameState, action: Claim) -> Refusal | None:
    """Why a figure may not stand there."""
    rules, board = state.rules, state.board
    if action.figure not in rules.figures:
        return refuse("no_such_figure", "BASE-11", figure=action.figure)
    if action.cell not in board.cells:
        return refuse("no_tile_there", "BASE-19", cell=action.cell)
    kinds = {segment: kind for segment, kind, _ in board.segments_at(action.cell)}
    if action.segment not in kinds:
        return refuse("no_such_segment", "BASE-20", cell=action.cell, segment=action.segment)
    if not state.supply[action.player, action.figure]:
        return refuse("none_in_supply", "BASE-19", figure=action.figure)
    for explain in rules.hooks.explains_figure:
        reason = explain(state, action)
        if reason is not None:
            return reason
    kind = kinds[action.segment]
    if kind not in rules.figures[action.figure].stands_on:
        return refuse("wrong_ground", "BASE-20", figure=action.figure, kind=kind)
    there = state.figures_on(board.feature_id(action.cell, action.segment))
    if there:
        return refuse("occupied", "BASE-21", kind=kind, by=tuple(sorted({figure.player for figure in there})))
    for explain in rules.hooks.explains_claim:
        reason = explain(state, action)
        if reason is not None:
            return reason
    if action.cell != state.last:
        return refuse("not_the_new_tile", "BASE-19", cell=action.cell)
    return None
