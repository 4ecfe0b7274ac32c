"""TURN-24, 25, 28: the final scoring and the ranking."""

from __future__ import annotations

from engine.events import GameEnded
from engine.ruleset import Events
from engine.scoring import score_feature
from engine.state import GameState
from engine.steps.starter import places
from engine.tiles import LANDS, POSTS


def final_features(state: GameState, events: Events) -> None:
    """BASE-41: incomplete roads, cities and sites that hold figures."""
    _score_occupied(state, events, lands=False)


def final_fields(state: GameState, events: Events) -> None:
    """BASE-46: fields score only now."""
    _score_occupied(state, events, lands=True)


def _score_occupied(state: GameState, events: Events, *, lands: bool) -> None:
    by_id = state.board.features.by_id
    label = state.board.features.label
    for feature_id in dict.fromkeys([label[number] for number in state.figures]):
        kind = by_id[feature_id].kind
        if (kind in LANDS) == lands and kind not in POSTS:
            score_feature(state, events, feature_id, state.figures_on(feature_id), complete=False)


def ranking(state: GameState, events: Events) -> None:
    """BASE-42: the highest total wins. The seed is revealed."""
    scores = tuple(state.scores)
    seed, salt = state.secret or ("", "")
    state.over = True
    events.append(GameEnded(scores, places(state, scores), seed, salt))
