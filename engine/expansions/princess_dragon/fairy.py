"""The fairy: companion of one figure, or guest of one tile, with its three effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.events import Item
from engine.expansions.princess_dragon.part import PART, FairyMoved, MoveFairy, walled
from engine.geometry import Cell
from engine.refusals import Refusal, refuse
from engine.ruleset import Events
from engine.scoring import award
from engine.state import Figure, GameState
from engine.tiles import LANDS

START_POINT = 1
BONUS = 3


def on_tiles(state: GameState) -> bool:
    """FAIRY-02: whether the fairy belongs to a tile, as in the older edition."""
    return state.rules.options["fairy_attach"] == "tile"


def reachable(state: GameState, player: int) -> list[Figure]:
    """FAIRY-04: the player's figures on tiles and, COMBO-20, in castles; TB-40: not those without weight."""
    found = [
        figure
        for group in state.figures.values()
        for figure in group
        if figure.player == player and figure.weight
    ]
    for housed in state.rules.hooks.figures_housed:
        found += [figure for figure in housed(state) if figure.player == player]
    return found


def fairy_moves(state: GameState, player: int) -> list[MoveFairy]:
    """PD-08: to an own figure (or tile with one) that she is not with already."""
    part = PART.of(state)
    figures = [figure for figure in reachable(state, player) if not walled(state, figure.cell)]  # COUNT-31
    spots: list[tuple[Cell, str | None]]
    if on_tiles(state):
        spots = [(figure.cell, None) for figure in figures if figure.cell != part.fairy]
    else:
        spots = [(figure.cell, figure.segment) for figure in figures if figure != part.companion]
    return [MoveFairy(player, cell, segment) for cell, segment in dict.fromkeys(spots)]


def on_move(state: GameState, action: MoveFairy, events: Events) -> None:
    """FAIRY-03: sending the fairy is the action of this turn."""
    companion = None
    if action.segment is not None:
        companion = next(
            figure
            for figure in reachable(state, action.player)
            if (figure.cell, figure.segment) == (action.cell, action.segment)
        )
    PART.set(state, replace(PART.of(state), fairy=action.cell, companion=companion))
    state.acted = True
    events.append(FairyMoved(action.player, action.cell, action.segment))


def explain_move(state: GameState, action: MoveFairy) -> Refusal | None:
    """Why the fairy may not go there."""
    tiles = on_tiles(state)
    if tiles != (action.segment is None):
        return refuse("fairy_attach", "FAIRY-02", fairy_attach=state.rules.options["fairy_attach"])
    for figure in reachable(state, action.player):
        if figure.cell == action.cell and (tiles or figure.segment == action.segment):
            return refuse("already_there", "FAIRY-04", cell=action.cell)
    return refuse("no_own_figure", "FAIRY-04", cell=action.cell)


def start_point(state: GameState, events: Events) -> None:
    """FAIRY-05: one point at the start of the turn of the player whose figure she accompanies, once."""
    part = PART.of(state)
    if part.fairy is None:
        return
    if on_tiles(state):
        blessed = any(figure.cell == part.fairy for figure in reachable(state, state.placer))
    else:
        blessed = part.companion is not None and part.companion.player == state.placer
    if blessed:
        award(state, events, state.placer, "fairy", (Item("fairy_start", 1, START_POINT),))


def bonus(
    state: GameState, feature_id: int, figures: Sequence[Figure], complete: bool, events: Events
) -> None:
    """FAIRY-07, 12, 13: three points with the companion's feature (or castle), even without majority."""
    part = PART.of(state)
    if part.fairy is None:
        return
    fields_only = state.rules.options["fairy_final_bonus"] == "fields_only"
    if not complete and fields_only and not _is_land(state, feature_id):
        return
    if on_tiles(state):
        blessed = sorted({figure.player for figure in figures if figure.cell == part.fairy and figure.weight})
    else:
        blessed = [part.companion.player] if part.companion in figures and part.companion else []
    for player in blessed:
        award(
            state,
            events,
            player,
            "fairy",
            (Item("fairy_bonus", 1, BONUS),),
            feature_id,
            final=not complete,
        )


def _is_land(state: GameState, feature_id: int) -> bool:
    return state.board.features.by_id[feature_id].kind in LANDS


def figure_left(state: GameState, figure: Figure) -> None:
    """FAIRY-08, 09: the companion is gone, for any reason; the fairy stays on the tile alone."""
    part = PART.of(state)
    if part.companion == figure:
        PART.set(state, replace(part, companion=None))


def notable_cells(state: GameState) -> tuple[Cell, ...]:
    """FAIRY-07: with `tile`, a figure that joins a feature on the fairy's tile gets her bonus there."""
    fairy = PART.of(state).fairy
    return (fairy,) if fairy is not None and on_tiles(state) else ()
