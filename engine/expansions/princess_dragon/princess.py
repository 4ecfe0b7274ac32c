"""The princess: a knight of her city may, or in the older edition must, leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Action, Pass
from engine.expansions.princess_dragon.fairy import fairy_moves
from engine.expansions.princess_dragon.part import PART, Expel
from engine.refusals import Refusal, refuse
from engine.ruleset import Events
from engine.scoring import send_home
from engine.state import Figure, GameState


def knights(state: GameState) -> list[Figure]:
    """PRINCESS-01, 07: the knights of the city to which the princess on the tile just laid belongs."""
    last = state.last
    if last is None:
        return []
    for part in state.board.cells[last].turned.parts:
        if "princess" in part.segment.marks:
            there = state.figures_on(state.board.feature_id(last, part.segment.id))
            return [figure for figure in there if figure.weight]
    return []


def expulsions(state: GameState, player: int) -> list[Expel]:
    """PD-07: every knight once, of all owners."""
    return list(dict.fromkeys([Expel(player, knight.cell, knight.segment) for knight in knights(state)]))


def forced(state: GameState, player: int) -> Sequence[Action]:
    """PRINCESS-02, 04: with `must` a knight leaves; after that at most the fairy may be moved."""
    if PART.of(state).expelled:
        return (*fairy_moves(state, player), Pass(player))
    return expulsions(state, player) if state.rules.options["princess"] == "must" else ()


def tile_placed(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """A new tile, a new action step."""
    part = PART.of(state)
    if part.expelled:
        PART.set(state, replace(part, expelled=False))


def on_expel(state: GameState, action: Expel, events: Events) -> None:
    """PRINCESS-03, 04: the knight has no protection; nothing else is placed or taken back in this turn."""
    knight = next(
        knight for knight in knights(state) if (knight.cell, knight.segment) == (action.cell, action.segment)
    )
    send_home(state, events, knight, "expelled")
    if state.rules.options["princess_blocks_fairy"] == "true":
        state.acted = True
    else:
        PART.set(state, replace(PART.of(state), expelled=True))


def explain_expel(state: GameState, action: Expel) -> Refusal | None:
    """Why the princess cannot send this figure away."""
    if PART.of(state).expelled:
        return refuse("one_knight_only", "PRINCESS-04")
    return refuse("no_knight_of_her_city", "PRINCESS-01", cell=action.cell, segment=action.segment)
