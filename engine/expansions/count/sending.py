"""Into the city: who gave points to others and got none may send a figure, and then move the count."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from engine.actions import Action, Pass
from engine.events import Scored
from engine.expansions.count.city import PART, QUARTERS, City, CityGuest, CountMoved, QuarterEntered
from engine.frozen import frozen
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.state import GameState

SCORING = frozenset({"score", "castles"})  # TURN-15: only points of these steps matter
FAIRY = "fairy"


@frozen
class Send(Action):
    """COUNT-37: put a figure from the supply into a quarter."""

    verb: ClassVar[str] = "send"
    figure: str
    quarter: str


@frozen
class MoveCount(Action):
    """COUNT-38: move the count to another quarter."""

    verb: ClassVar[str] = "count"
    quarter: str


def note_points(state: GameState, scored: Scored) -> None:
    """COUNT-13: points for completed features and castles; the fairy's only by option."""
    if scored.points <= 0 or state.rules.names[state.step] not in SCORING:
        return
    if scored.source == FAIRY and state.rules.options["count_fairy_points_block"] == "false":
        return
    city = PART.of(state)
    if city.count is not None and scored.player not in city.earned:
        PART.set(state, replace(city, earned=(*city.earned, scored.player)))


def count(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """COUNT-09, 15: the end of a placement; afterwards nothing of it is remembered."""
    city = PART.of(state)
    if city.stage == "sent":
        return ((state.placer, "move_count"),)
    if not city.stage and _may_send(state, city) and sends(state, state.placer):
        return ((state.placer, "send"),)
    if city.earned or city.done or city.stage or city.last is not None:
        PART.set(state, City(city.count, city.guests))
    return None


def _may_send(state: GameState, city: City) -> bool:
    """COUNT-10, 11: another player got points from what was completed, and the placer got none."""
    if not city.earned or state.placer in city.earned:
        return False
    return not any(barred(state) for barred in state.rules.hooks.bars_sending)


def sends(state: GameState, player: int) -> list[Action]:
    """COUNT-12, 16: a figure may go where the features are on which it may stand."""
    return [
        Send(player, name, quarter)
        for name, kind in state.rules.figures.items()
        if state.supply[player, name]
        for quarter, ground in QUARTERS.items()
        if ground & kind.stands_on
    ]


def send_options(state: GameState, player: int) -> tuple[Action, ...]:
    """COUNT-37: one figure or none."""
    return (*sends(state, player), Pass(player))


def on_send(state: GameState, action: Send, events: Events) -> None:
    """Put the figure into the quarter."""
    city = PART.of(state)
    state.supply[action.player, action.figure] -= 1
    guests = (*city.guests, CityGuest(action.quarter, action.player, action.figure))
    PART.set(state, replace(city, guests=guests, stage="sent"))
    for told in state.rules.hooks.figure_sent:
        told(state, action.player)
    events.append(QuarterEntered(action.player, action.figure, action.quarter))


def explain_send(state: GameState, action: Send) -> Refusal | None:
    """Why a figure may not go into a quarter."""
    if action.figure not in state.rules.figures:
        return refuse("no_such_figure", "BASE-11", figure=action.figure)
    if action.quarter not in QUARTERS:
        return refuse("no_such_quarter", "COUNT-05", quarter=action.quarter)
    if not state.supply[action.player, action.figure]:
        return refuse("none_in_supply", "COUNT-12", figure=action.figure)
    return refuse("wrong_quarter", "COUNT-16", figure=action.figure, quarter=action.quarter)


def count_options(state: GameState, player: int) -> tuple[Action, ...]:
    """COUNT-38: three other quarters, or stay."""
    here = PART.of(state).count
    return (*(MoveCount(player, quarter) for quarter in QUARTERS if quarter != here), Pass(player))


def on_move_count(state: GameState, action: MoveCount, events: Events) -> None:
    """COUNT-18: he locks his new quarter."""
    PART.set(state, replace(PART.of(state), count=action.quarter, stage="over"))
    events.append(CountMoved(action.player, action.quarter))


def explain_move_count(state: GameState, action: MoveCount) -> Refusal | None:
    """Why the count may not go there."""
    if action.quarter not in QUARTERS:
        return refuse("no_such_quarter", "COUNT-05", quarter=action.quarter)
    return refuse("already_there", "COUNT-15", quarter=PART.of(state).count)


def on_decline(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """COUNT-15: nothing was sent, or the count stays."""
    PART.set(state, replace(PART.of(state), stage="over"))
