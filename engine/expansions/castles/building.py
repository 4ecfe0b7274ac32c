"""CASTLE-01 to 07: a small city may become a castle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Action, Pass
from engine.expansions.castles.part import PART, BuildCastle, Castle, CastleBuilt, clockwise
from engine.ruleset import Asked, Events
from engine.scoring import send_home
from engine.state import GameState


def castle_choice(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """CASTLE-02, 04: owners of small cities decide, clockwise from the placer, each city separately."""
    found = chances(state)
    return ((found[0][0], "castle"),) if found else None


def chances(state: GameState) -> list[tuple[int, int]]:
    """(owner, city) of every small city that may still become a castle, in the order of the decisions."""
    if not state.completed:
        return []
    part = PART.of(state)
    found = []
    for city in state.completed:
        if city not in part.declined and is_small_city(state, city):
            figures = state.figures_on(city)
            players = {figure.player for figure in figures}
            if len(players) == 1 and part.tokens[figures[0].player]:  # CASTLE-03, 06
                found.append((figures[0].player, city))
    order = clockwise(state)
    return sorted(found, key=lambda chance: order.index(chance[0]))


def is_small_city(state: GameState, feature_id: int) -> bool:
    """CASTLE-01: two tiles with one semicircle each."""
    board = state.board
    feature = board.features.by_id[feature_id]
    if feature.kind != "city" or len(feature.segments) != 2:
        return False
    return all(
        part.segment.cap
        for cell in board.tiles_of(feature_id)
        for local, part in enumerate(board.cells[cell].turned.parts)
        if board.cells[cell].first + local in feature.segments
    )


def castle_options(state: GameState, player: int) -> Sequence[Action]:
    """CASTLE-25: build, or score four points now."""
    _, city = chances(state)[0]
    other_half = next(cell for cell in state.board.tiles_of(city) if cell != state.last)
    return BuildCastle(player, other_half), Pass(player)


def on_build(state: GameState, action: BuildCastle, events: Events) -> None:
    """CASTLE-05: no points; one figure becomes the lord, the others go home."""
    owner, city = chances(state)[0]
    lord, *others = state.figures_on(city)
    for figure in others:
        send_home(state, events, figure, "castle")
    state.lift(lord)  # FAIRY-13: the same figure, so that the fairy stays with it
    first, second = sorted(state.board.tiles_of(city))
    part = PART.of(state)
    tokens = list(part.tokens)
    tokens[owner] -= 1
    castle = Castle(owner, city, (first, second), lord)
    PART.set(
        state,
        replace(part, tokens=tuple(tokens), castles=(*part.castles, castle), built=(*part.built, city)),
    )
    state.completed = tuple(other for other in state.completed if other != city)
    events.append(CastleBuilt(action.player, castle.cells))


def on_decline(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """The small city is scored like any other."""
    part = PART.of(state)
    PART.set(state, replace(part, declined=(*part.declined, chances(state)[0][1])))
