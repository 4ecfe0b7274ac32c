"""The player who began, where a tie is lost by them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.frozen import frozen
from engine.ruleset import Events, Part
from engine.state import GameState

SHARED, STARTER = "shared", "starter"  # who gets the better place of a tie


@frozen
class StarterPart:
    """The seat that began."""

    seat: int


PART = Part("base", StarterPart)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """Remember who begins, if the table breaks ties so."""
    if state.rules.options["tie_break"] == STARTER:
        PART.set(state, StarterPart(state.player))


def places(state: GameState, scores: Sequence[int]) -> tuple[int, ...]:
    """BASE-42: equal scores share a place; the starter comes after all others of the same score if agreed."""
    last = PART.of(state).seat if state.rules.options.get("tie_break") == STARTER else None
    ranks = [(score, seat != last) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
