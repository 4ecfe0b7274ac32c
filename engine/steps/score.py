"""TURN-06, 09, 10, 14: what the tile completed is scored, figures go home, the turn passes on."""

from __future__ import annotations

from engine.events import FeatureCompleted
from engine.ruleset import Events
from engine.scoring import score_feature, send_home
from engine.state import GameState
from engine.steps.draw import tiles_left


def complete(state: GameState, events: Events) -> None:
    """BASE-27: list every feature that this tile completed, occupied or not."""
    if state.last is None:
        return
    state.completed = state.board.closed
    by_id = state.board.features.by_id
    for feature_id in state.completed:
        events.append(FeatureCompleted(state.placer, by_id[feature_id].kind, feature_id))


def score(state: GameState, events: Events) -> None:
    """BASE-28: owners of completed features score, also in another player's turn."""
    for feature_id in state.completed:
        figures = state.figures_on(feature_id)
        if figures:
            score_feature(state, events, feature_id, figures, complete=True)


def return_figures(state: GameState, events: Events) -> None:
    """BASE-29: all figures of completed features return, also those that scored nothing."""
    for feature_id in state.completed:
        for figure in state.figures_on(feature_id):
            send_home(state, events, figure, "scored")
    for more in state.rules.hooks.figures_go_home:
        more(state, events)


def end_turn(state: GameState, events: Events) -> str:
    """BASE-39: after the last tile the game ends; otherwise the next player clockwise."""
    for answer in state.rules.hooks.end_of_turn:
        step = answer(state, events)
        if step is not None:
            return step
    if not tiles_left(state):
        return state.rules.finale
    state.player = (state.player + 1) % state.rules.setup.players
    return "start"
