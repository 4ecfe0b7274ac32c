"""TO-07 to 15: floors on foundations and towers, and figures on towers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.actions import Action, Claim
from engine.expansions.tower.part import PART, BuildFloor, FloorBuilt
from engine.geometry import Cell
from engine.refusals import Refusal, refuse
from engine.ruleset import Events
from engine.state import GameState

TOWER = "tower"  # the kind of a foundation, with floors or without
CLIMBER = "meeple"  # TO-12: it and figures like it


def open_towers(state: GameState) -> list[Cell]:
    """TO-08, 13: the tile of every foundation and tower without a figure."""
    figures = state.figures
    return [cell for cell, number in state.board.posts.items() if number not in figures]


def actions(state: GameState, player: int) -> Iterable[Action]:
    """TO-58: floors on any of them, and figures on those with a floor."""
    part = PART.of(state)
    towers = open_towers(state)
    floors = [BuildFloor(player, cell) for cell in towers] if part.floors[player] else []  # TO-09
    ready = [figure for figure in climbers(state) if state.supply[player, figure]]
    return (*floors, *_climbs(state, player, towers, ready)) if ready else floors


def _climbs(state: GameState, player: int, towers: list[Cell], ready: list[str]) -> Iterator[Claim]:
    """Every figure that is ready on every tower with a floor; TO-41: not on the dragon's tile."""
    heights = dict(PART.of(state).heights)
    for cell in towers:
        if cell in heights and not barred(state, cell):
            segment = segment_of(state, cell)
            for figure in ready:
                yield Claim(player, cell, segment, figure)


def segment_of(state: GameState, cell: Cell) -> str:
    """The id of the foundation of a tile."""
    placed, number = state.board.cells[cell], state.board.posts[cell]
    return placed.turned.parts[number - placed.first].segment.id


def climbers(state: GameState) -> list[str]:
    """TO-12: the figures that may be put on a tower."""
    return [name for name, kind in state.rules.figures.items() if CLIMBER in (name, kind.like)]


def barred(state: GameState, cell: Cell) -> bool:
    """Whether a box keeps figures off this tile."""
    return any(bars(state, cell) for bars in state.rules.hooks.bars_cell)


def on_floor(state: GameState, action: BuildFloor, events: Events) -> None:
    """TO-10, 16: one floor higher, and a capture is due."""
    part = PART.of(state)
    heights = dict(part.heights)
    heights[action.cell] = heights.get(action.cell, 0) + 1
    floors = list(part.floors)
    floors[action.player] -= 1
    PART.set(state, replace(part, floors=tuple(floors), heights=tuple(heights.items()), built=action.cell))
    state.acted = True
    events.append(FloorBuilt(action.player, action.cell, heights[action.cell]))


def explain_floor(state: GameState, action: BuildFloor) -> Refusal | None:
    """Why no floor may be put there."""
    if not PART.of(state).floors[action.player]:
        return refuse("no_floor_left", "TO-09")
    if action.cell not in state.board.cells:
        return refuse("no_tile_there", "TO-08", cell=action.cell)
    if action.cell not in state.board.posts:
        return refuse("no_foundation", "TO-08", cell=action.cell)
    there = state.figures.get(state.board.posts[action.cell], ())
    return refuse("tower_closed", "TO-13", by=tuple(figure.player for figure in there)) if there else None


def explain_climb(state: GameState, action: Claim) -> Refusal | None:
    """Why a figure may not be put on a tower."""
    if state.board.feature(action.cell, action.segment).kind != TOWER:
        return None
    if action.figure not in climbers(state):
        return refuse("wrong_ground", "TO-12", figure=action.figure, kind=TOWER)
    there = state.figures_on(state.board.feature_id(action.cell, action.segment))
    if there:
        return refuse("tower_closed", "TO-13", by=tuple(figure.player for figure in there))
    if not PART.of(state).height(action.cell):
        return refuse("bare_foundation", "TO-11", cell=action.cell)
    return refuse("dragon_there", "TO-41", cell=action.cell) if barred(state, action.cell) else None
