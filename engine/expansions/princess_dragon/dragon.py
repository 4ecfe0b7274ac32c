"""The dragon: tiles that wait for it, the volcano that brings it, and its flight."""

from __future__ import annotations

from dataclasses import replace

from engine.expansions.princess_dragon.part import (
    PART,
    DragonCame,
    DragonFlew,
    FlightEnded,
    Fly,
    TileSetAside,
    laid,
    walled,
)
from engine.geometry import Cell, adjacent
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import send_home
from engine.state import GameState

FLIGHT = 6  # DRAGON-05: steps, for any number of players


def set_aside(state: GameState, tile: str, events: Events) -> bool:
    """DRAGON-02: without the dragon on the board its tiles wait, face up."""
    part = PART.of(state)
    if part.dragon is not None or "dragon" not in state.rules.tile(tile).symbols:
        return False
    PART.set(state, replace(part, aside=(*part.aside, tile)))
    events.append(TileSetAside(state.placer, tile))
    return True


def tiles_aside(state: GameState) -> tuple[str, ...]:
    """The tiles that wait beside the board; DRAGON-03: they cannot be drawn."""
    return PART.of(state).aside


def bars_claims(state: GameState) -> bool:
    """VOLCANO-01: no figure is placed on a volcano tile in the turn it is laid."""
    return laid(state, "volcano")


def bars_cell(state: GameState, cell: Cell) -> bool:
    """DRAGON-14: no figure is put or moved onto the dragon's tile."""
    return PART.of(state).dragon == cell


def volcano(state: GameState, events: Events) -> None:
    """VOLCANO-03, 04: the dragon comes without a flight; the first time it brings its tiles back."""
    if state.last is None or not laid(state, "volcano"):
        return
    part = PART.of(state)
    PART.set(state, replace(part, dragon=state.last, aside=()))
    if part.aside:
        state.bag = state.shuffled((*state.bag, *part.aside))
    events.append(DragonCame(state.last, part.aside))


def flight(state: GameState, events: Events) -> Asked | None:
    """DRAGON-05: six steps, the first by the player who laid the tile, then in turn order."""
    if not laid(state, "dragon"):
        return None
    part = PART.of(state)
    if part.dragon is None:
        return None
    if not part.visited:
        part = replace(part, visited=(part.dragon,))  # DRAGON-08
        PART.set(state, part)
    steps = len(part.visited) - 1
    player = (state.placer + steps) % state.rules.setup.players
    options = flight_options(state, player) if steps < FLIGHT else ()
    if options:
        state.offers = {"dragon": options}
        return ((player, "dragon"),)
    PART.set(state, replace(part, visited=()))
    events.append(FlightEnded(part.visited[-1], steps))
    return None


def flight_options(state: GameState, player: int) -> tuple[Fly, ...]:
    """DRAGON-06: the adjacent tiles that are not barred, in the order north, east, south, west."""
    here = PART.of(state).dragon
    if here is None:
        return ()
    return tuple([Fly(player, cell) for cell in adjacent(here) if why_barred(state, cell) is None])


def why_barred(state: GameState, cell: Cell) -> Refusal | None:
    """DRAGON-07: why the dragon may not enter a neighbouring cell."""
    part = PART.of(state)
    if cell not in state.board.cells:
        return refuse("no_tile_there", "DRAGON-06", cell=cell)
    if cell in part.visited:
        return refuse("already_visited", "DRAGON-07", cell=cell)
    if cell == part.fairy:
        return refuse("fairy_there", "FAIRY-06", cell=cell)
    if walled(state, cell):
        return refuse("inside_carcassonne", "COUNT-34", cell=cell)
    return None


def on_fly(state: GameState, action: Fly, events: Events) -> None:
    """DRAGON-10: all figures on the tile it enters are removed, of all owners."""
    part = PART.of(state)
    PART.set(state, replace(part, dragon=action.cell, visited=(*part.visited, action.cell)))
    events.append(DragonFlew(action.player, action.cell, len(part.visited)))
    for figure in [figure for figure in state.all_figures() if figure.cell == action.cell]:
        send_home(state, events, figure, "eaten")


def explain_fly(state: GameState, action: Fly) -> Refusal | None:
    """Why the dragon may not fly there."""
    here = PART.of(state).dragon
    if here is None or action.cell not in adjacent(here):
        return refuse("not_adjacent", "DRAGON-06", cell=action.cell)
    return why_barred(state, action.cell)
