"""What the chat side wants to know of a state or a view: cheap enough for every turn."""

from __future__ import annotations

from collections import Counter

from engine.events import Item
from engine.frozen import frozen
from engine.geometry import Cell
from engine.prompts import Options
from engine.ruleset import Events, Rules
from engine.scoring import owners, total, worth
from engine.state import Figure, GameState
from engine.tiles import LANDS, POSTS


@frozen
class FeatureInfo:
    """A feature with its owners and its worth: now (as at the end) and if it were completed."""

    id: int
    kind: str
    cells: tuple[Cell, ...]
    complete: bool
    open: int
    figures: tuple[Figure, ...]
    owners: tuple[int, ...]
    now: tuple[Item, ...]
    completed: tuple[Item, ...]

    @property
    def points_now(self) -> int:
        """What each owner would get if the game ended now."""
        return total(self.now)

    @property
    def points_completed(self) -> int:
        """What each owner would get if the feature were completed as it is."""
        return total(self.completed)


def census(state: GameState) -> Counter[str]:
    """BASE-51: the tiles that no player has seen yet, by kind."""
    unseen = Counter(state.bag)
    for box in state.rules.hooks.unseen:
        unseen.update(box(state))
    return unseen


def newest_cell(state: GameState) -> Cell | None:
    """Where the last tile was laid, in this turn or before; None while the table is as it was set."""
    if state.last is None and state.ply:
        return next(reversed(state.board.cells))
    return state.last


def dead_cells(state: GameState) -> list[Cell]:
    """BASE-17: empty cells at the edge of the board that no unseen tile fits, in any rotation."""
    shapes = [state.rules.shapes[tile] for tile in census(state)]
    if state.tile is not None:
        shapes.append(state.rules.shapes[state.tile])
    frontier = state.board.frontier
    dead = {key for key in set(frontier.values()) if not any(key in shape.fits for shape in shapes)}
    return [cell for cell, key in frontier.items() if key in dead]


def feature_info(state: GameState, feature_id: int) -> FeatureInfo:
    """One feature."""
    feature = state.board.features.by_id[feature_id]
    figures = tuple(state.figures_on(feature_id))
    return FeatureInfo(
        id=feature_id,
        kind=feature.kind,
        cells=tuple(state.board.tiles_of(feature_id)),
        complete=feature.open == 0 and feature.kind not in LANDS | POSTS,
        open=feature.open,
        figures=figures,
        owners=owners(figures),
        now=worth(state, feature, complete=False),
        completed=worth(state, feature, complete=True),
    )


def claimed_features(state: GameState) -> list[FeatureInfo]:
    """Every feature that holds a figure."""
    return [feature_info(state, feature_id) for feature_id in sorted(state.occupied())]


def fields(state: GameState) -> list[FeatureInfo]:
    """Every field with its extent, owners and worth."""
    by_id = state.board.features.by_id
    return [feature_info(state, feature_id) for feature_id, feature in by_id.items() if feature.kind in LANDS]


def projected_scores(state: GameState) -> tuple[int, ...]:
    """Each player's score if the game ended now; decisions of the finale are left out."""
    return tuple(final_scoring(state).scores)


def final_scoring(state: GameState, events: Events | None = None) -> GameState:
    """A copy of the game after its final scoring, without asking anybody."""
    end = state.fork()
    happened: Events = [] if events is None else events
    if not end.over:
        rules = end.rules
        for step in rules.order[rules.index(rules.finale) : -1]:
            step(end, happened)
    return end


def reconstructed_sets(rules: Rules) -> list[str]:
    """Tile sets in play whose printed distribution is not known, so that ours is a guess: tell players."""
    return [tile_set.name for tile_set in rules.tile_sets() if tile_set.reconstructed]


def options_by_cell(options: Options) -> dict[Cell, list[int]]:
    """Cell -> the indices of the placements on it."""
    found: dict[Cell, list[int]] = {}
    for index, action in enumerate(options):
        cell = getattr(action, "cell", None)
        if cell is not None:
            found.setdefault(cell, []).append(index)
    return found
