"""What a viewer may look up on a live board: a feature, fields, dead cells, the bag, projected scores."""

from __future__ import annotations

from typing import Any

from bot.conversation.table.state import LiveTable
from engine.game import view_for
from engine.geometry import Cell
from engine.queries import FeatureInfo, census, dead_cells, feature_info, fields, projected_scores
from engine.state import GameState


def feature_at(live: LiveTable, cell: Cell, segment: str) -> dict[str, Any] | None:
    """Extent, owners and worth of the feature of a segment; None if the tile has no such segment in play."""
    state = live.state
    if cell not in state.board.cells:
        return None
    ids = {name: feature for name, _, feature in state.board.segments_at(cell)}
    return _feature(state, feature_info(state, ids[segment])) if segment in ids else None


def aids_of(live: LiveTable) -> dict[str, Any]:
    """Claimed fields, cells that no tile fits, the unseen tiles, and the scores if the game ended now."""
    state = live.state
    return {
        "fields": [_feature(state, info) for info in fields(state) if info.figures],
        "dead": sorted(dead_cells(state)),
        "bag": sorted(census(state).items()),
        "projected": list(projected_scores(view_for(state, None))),
    }


def _feature(state: GameState, info: FeatureInfo) -> dict[str, Any]:
    return {
        "kind": info.kind,
        "complete": info.complete,
        "owners": list(info.owners),
        "now": info.points_now,
        "completed": info.points_completed,
        "parts": [
            [*cell, segment]
            for cell in info.cells
            for segment, _, feature in state.board.segments_at(cell)
            if feature == info.id
        ],
    }
