"""TURN-00, TURN-01: a turn starts and a tile is drawn."""

from __future__ import annotations

from engine.events import TileDiscarded, TileDrawn, TurnStarted
from engine.ruleset import Events
from engine.state import GameState
from engine.steps.place_tile import can_place


def start(state: GameState, events: Events) -> None:
    """A player's turn begins."""
    state.placer = state.player
    begin_turn(state, events)


def begin_turn(state: GameState, events: Events) -> None:
    """Count a turn of the player and tell the boxes."""
    state.turn += 1
    events.append(TurnStarted(state.player, state.turn))
    for told in state.rules.hooks.turn_started:
        told(state, events)


def draw(state: GameState, events: Events) -> str | None:
    """BASE-15, BASE-18: draw until a tile can be laid; without tiles the game ends (BASE-40)."""
    begin_cycle(state)
    state.tile = draw_placeable(state, events)
    return state.rules.finale if state.tile is None else None


def begin_cycle(state: GameState) -> None:
    """Forget the tile laid before."""
    state.tile = None
    state.last = None
    state.acted = False
    state.completed = ()


def draw_placeable(state: GameState, events: Events) -> str | None:
    """Draw and show tiles until one fits somewhere; the others leave the game."""
    placer, shapes = state.placer, state.rules.shapes
    while True:
        tile = draw_tile(state, events)
        if tile is None:
            return None
        events.append(TileDrawn(placer, tile))
        if can_place(state, placer, shapes[tile]):
            return tile
        discard(state, tile, events)


def redraw(state: GameState, events: Events) -> str | None:
    """BASE-18: another tile for one that left the game, unless a box says that there is none."""
    if any(barred(state) for barred in state.rules.hooks.bars_redraw):
        return None
    return draw_placeable(state, events)


def draw_tile(state: GameState, events: Events) -> str | None:
    """The next tile of the boxes' own piles or of the bag; None if all are empty."""
    hooks = state.rules.hooks
    while True:
        tile = None
        for pile in hooks.next_pile:
            tile = tile or pile(state)
        if tile is None:
            bag = state.bag
            if not bag:
                return None
            tile = bag[-1]
            state.bag = bag[:-1]
        for keep in hooks.set_aside:
            if keep(state, tile, events):
                break
        else:
            return tile


def discard(state: GameState, tile: str, events: Events) -> None:
    """BASE-18: the tile leaves the game, for all to see."""
    state.discarded = (*state.discarded, tile)
    events.append(TileDiscarded(state.placer, tile))


def tiles_left(state: GameState) -> int:
    """How many tiles can still be drawn."""
    count = len(state.bag)
    for left in state.rules.hooks.piles_left:
        count += left(state)
    return count
