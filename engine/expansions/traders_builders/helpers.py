"""Builder and pig: they join an own meeple, claim nothing, and leave when they are left alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Claim
from engine.events import Item
from engine.expansions.traders_builders.part import BUILDER, PIG
from engine.features import Feature
from engine.refusals import Refusal, refuse
from engine.ruleset import Events, Items
from engine.scoring import send_home
from engine.state import Figure, GameState
from engine.steps.act import bars_figures

GROUNDS = {BUILDER: frozenset({"road", "city"}), PIG: frozenset({"field"})}  # TB-16, 48
HERD = "pig_herd"


def on_board(state: GameState, player: int, kind: str) -> Figure | None:
    """The player's builder or pig, if it stands on a tile."""
    if state.supply[player, kind]:
        return None
    for there in state.figures.values():
        for figure in there:
            if figure.kind == kind and figure.player == player:
                return figure
    return None


def own_features(state: GameState, player: int) -> set[int]:
    """The features that hold a meeple of the player's, normal or large."""
    label = state.board.features.label
    return {
        label[number]
        for number, there in state.figures.items()
        for figure in there
        if figure.player == player and figure.weight
    }


def claims(state: GameState, player: int) -> Iterable[Claim]:
    """TB-58, 59: builder and pig on the tile just laid, beside an own meeple of the same feature."""
    cell = state.last
    ready = [kind for kind in GROUNDS if state.supply[player, kind]]
    if cell is None or not ready:
        return ()
    board = state.board
    first, label, by_id = board.cells[cell].first, board.features.label, board.features.by_id
    joined = set(label[first:])
    mine = {
        label[number]
        for number, there in state.figures.items()
        if label[number] in joined
        for figure in there
        if figure.player == player and figure.weight
    }
    if not mine:
        return ()
    found = [
        Claim(player, cell, segment, kind)
        for segment, ground, feature_id in board.segments_at(cell)
        if feature_id in mine
        for kind in ready
        if ground in GROUNDS[kind] and (kind == PIG or by_id[feature_id].open)  # TB-18
    ]
    return found if found and not bars_figures(state, cell) else ()


def explain(state: GameState, action: Claim) -> Refusal | None:
    """Why a builder or pig may not be put there."""
    grounds = GROUNDS.get(action.figure)
    if grounds is None:
        return None
    kinds = {segment: (kind, found) for segment, kind, found in state.board.segments_at(action.cell)}
    kind, feature_id = kinds[action.segment]
    if kind not in grounds:
        rule = "TB-16" if action.figure == BUILDER else "TB-48"
        return refuse("wrong_ground", rule, figure=action.figure, kind=kind)
    if action.cell != state.last:  # TB-34: a portal does not help
        return refuse("not_the_new_tile", "TB-34", cell=action.cell)
    if feature_id not in own_features(state, action.player):
        rule = "TB-15" if action.figure == BUILDER else "TB-48"
        return refuse("no_own_meeple", rule, figure=action.figure, kind=kind)
    if action.figure == BUILDER and not state.board.features.by_id[feature_id].open:
        return refuse("complete", "TB-18", cell=action.cell, kind=kind)
    return None


def follow(state: GameState, figure: Figure, why: str, events: Events) -> None:
    """TB-44, 50, 65: a builder or pig without an own meeple beside it goes home at once."""
    if why == "scored":  # TB-43: all figures of the feature go home
        return
    for kind in GROUNDS:
        helper = on_board(state, figure.player, kind)
        if helper is None or _supported(state, helper):
            continue
        if why != "eaten" or helper.cell != figure.cell:  # TB-45: the dragon eats all on its tile
            send_home(state, events, helper, "alone")


def _supported(state: GameState, helper: Figure) -> bool:
    return state.board.feature_id(helper.cell, helper.segment) in own_features(state, helper.player)


def extended(state: GameState) -> bool:
    """TB-20, 21: whether tile or bridge just laid became a part of the feature with the placer's builder."""
    builder = on_board(state, state.placer, BUILDER)
    if builder is None or state.last is None:
        return False
    board = state.board
    new = board.features.label[board.cells[state.last].first :]
    return board.feature_id(builder.cell, builder.segment) in new


# -- fields ------------------------------------------------------------------------------------------


def feature_worth(state: GameState, feature: Feature, complete: bool, items: Items) -> Items:  # noqa: ARG001
    """TB-54: the pig herd gives every owner one more for each city, castle and Carcassonne."""
    if HERD not in feature.marks or not items:
        return items
    return *items, _one_more("pig_herd", items)


def owner_worth(state: GameState, player: int, figures: Sequence[Figure], items: Items) -> Items:  # noqa: ARG001
    """TB-51, 52: the own pig gives its owner one more for each."""
    if not any(figure.kind == PIG and figure.player == player for figure in figures):
        return ()
    return (_one_more("pig", items),)


def _one_more(name: str, items: Items) -> Item:
    count = sum(item.count for item in items if item.name != HERD)
    return Item(name, count, count)


def breach(state: GameState) -> str | None:
    """TB-15, 48, 71: no builder and no pig stands alone."""
    for figure in state.all_figures():
        if figure.kind in GROUNDS and not _supported(state, figure):
            return f"{figure} stands alone"
    return None
