"""TO-16 to 38: figures are captured from a tower, exchanged, and bought back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.actions import Action, Pass, Seat
from engine.events import Item
from engine.expansions.tower.part import (
    PART,
    Capture,
    Exchange,
    FigureCaptured,
    FigureRansomed,
    Prisoner,
    PrisonersExchanged,
    Ransom,
)
from engine.geometry import Cell
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import award, has_left, send_home
from engine.state import Figure, GameState

PRICE = 3  # TO-31, 32


def capture(state: GameState, events: Events) -> Asked | None:
    """TO-63: after a floor its player may capture; prisoners of each other are exchanged."""
    part = PART.of(state)
    if part.built is not None:
        if in_reach(state, part.built, part.height(part.built)):
            return ((state.placer, "capture"),)
        PART.set(state, replace(part, built=None))  # TO-26
    kinds = returning(state)
    if len(kinds) > 1:  # TO-29
        return ((state.placer, "exchange"),)
    for kind in kinds:
        _exchange(state, events, kind)
    return None


# -- capture -----------------------------------------------------------------------------------------


def in_reach(state: GameState, tower: Cell, height: int) -> list[Figure]:
    """TO-17 to 19, 23: every meeple in line, as far as the tower is high, over whatever lies between."""
    return [
        figure for figure in state.all_figures() if figure.weight and _reaches(tower, height, figure.cell)
    ]


def _reaches(tower: Cell, height: int, cell: Cell) -> bool:
    east, south = abs(cell[0] - tower[0]), abs(cell[1] - tower[1])
    return not (east and south) and east + south <= height


def capture_options(state: GameState, player: int) -> tuple[Action, ...]:
    """TO-59: one of them, or none."""
    part = PART.of(state)
    figures = in_reach(state, part.built, part.height(part.built)) if part.built is not None else []
    captures = [Capture(player, f.cell, f.segment, Seat(f.player), f.kind) for f in figures]
    return (*dict.fromkeys(captures), Pass(player))


def on_capture(state: GameState, action: Capture, events: Events) -> None:
    """TO-21, 22: the own figure goes home, another's becomes a prisoner."""
    part = PART.of(state)
    wanted = (action.cell, action.segment, action.owner, action.figure)
    figure = next(f for f in state.all_figures() if (f.cell, f.segment, f.player, f.kind) == wanted)
    if figure.player == action.player:
        PART.set(state, replace(part, built=None))
        send_home(state, events, figure, "captured")
        return
    prisoner = Prisoner(action.player, figure.player, figure.kind)
    PART.set(state, replace(part, built=None, prisoners=(*part.prisoners, prisoner)))
    state.lift(figure)
    told = FigureCaptured(action.player, figure.player, figure.kind, figure.cell, figure.segment)
    has_left(state, events, figure, "captured", told)


def on_no_capture(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """TO-16: nobody is captured."""
    PART.set(state, replace(PART.of(state), built=None))


def explain_capture(state: GameState, action: Capture) -> Refusal | None:
    """Why this figure cannot be captured."""
    part = PART.of(state)
    for figure in state.all_figures():
        if (figure.cell, figure.player, figure.kind) == (action.cell, action.owner, action.figure):
            if not figure.weight:
                return refuse("not_capturable", "TO-23", figure=figure.kind)
            height = part.height(part.built) if part.built is not None else 0
            return refuse("out_of_reach", "TO-17", height=height, cell=action.cell)
    return refuse("no_such_figure_there", "TO-19", cell=action.cell)


# -- exchange ----------------------------------------------------------------------------------------


def _owed(state: GameState) -> Prisoner | None:
    """TO-30: the placer's prisoner whose owner holds one of the placer's."""
    prisoners = PART.of(state).prisoners
    captors = {prisoner.captor for prisoner in prisoners if prisoner.owner == state.placer}
    mine = [prisoner for prisoner in prisoners if prisoner.captor == state.placer]
    return next((prisoner for prisoner in mine if prisoner.owner in captors), None)


def returning(state: GameState) -> list[str]:
    """TO-28: the kinds of figures that the placer may have back in an exchange, the strongest first."""
    owed = _owed(state)
    if owed is None:
        return []
    there = (owed.owner, state.placer)
    held = {each.figure for each in PART.of(state).prisoners if (each.captor, each.owner) == there}
    weights = state.rules.weights
    return sorted([kind for kind in weights if kind in held], key=lambda kind: -weights[kind])


def exchange_options(state: GameState, player: int) -> tuple[Action, ...]:
    """TO-60: one of each kind."""
    return tuple(Exchange(player, kind) for kind in returning(state))


def on_exchange(state: GameState, action: Exchange, events: Events) -> None:
    """The placer has chosen who comes back."""
    _exchange(state, events, action.figure)


def _exchange(state: GameState, events: Events, kind: str) -> None:
    """TO-27, 28: one for one, both go home at once."""
    owed = _owed(state)
    if owed is None:
        raise ValueError("nobody to exchange")
    _release(state, owed)
    _release(state, Prisoner(owed.owner, owed.captor, kind))
    events.append(PrisonersExchanged(owed.captor, kind, owed.owner, owed.figure))


def _release(state: GameState, prisoner: Prisoner) -> None:
    """A prisoner goes home."""
    part = PART.of(state)
    others = list(part.prisoners)
    others.remove(prisoner)
    PART.set(state, replace(part, prisoners=tuple(others)))
    state.supply[prisoner.owner, prisoner.figure] += 1


def figures_elsewhere(state: GameState) -> list[tuple[int, str]]:
    """TO-66: prisoners are in nobody's supply."""
    return [(prisoner.owner, prisoner.figure) for prisoner in PART.of(state).prisoners]


# -- ransom ------------------------------------------------------------------------------------------


def turn_started(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """TO-31, 37: whoever begins a turn may pay once in it; nobody else."""
    part = PART.of(state)
    if part.payer != state.player:
        PART.set(state, replace(part, payer=state.player))


def ransoms(state: GameState, player: int) -> Iterable[Action]:
    """TO-33, 36: before the action of the step, for each captor and kind."""
    part = PART.of(state)
    if part.payer != player or state.scores[player] < PRICE:
        return ()
    held = [prisoner for prisoner in part.prisoners if prisoner.owner == player]
    return dict.fromkeys([Ransom(player, Seat(each.captor), each.figure) for each in held])


def on_ransom(state: GameState, action: Ransom, events: Events) -> None:
    """TO-31, 35, 38: the points move, the figure is home; the action is still to come."""
    _release(state, Prisoner(action.captor, action.player, action.figure))
    PART.set(state, replace(PART.of(state), payer=None))
    award(state, events, action.player, "ransom", (Item("paid", 1, -PRICE),))
    award(state, events, action.captor, "ransom", (Item("received", 1, PRICE),))
    events.append(FigureRansomed(action.player, action.figure, action.captor))


def explain_ransom(state: GameState, action: Ransom) -> Refusal | None:
    """Why this figure cannot be bought back now."""
    part = PART.of(state)
    if Prisoner(action.captor, action.player, action.figure) not in part.prisoners:
        return refuse("no_such_prisoner", "TO-31", captor=action.captor, figure=action.figure)
    if part.payer != action.player:
        return refuse("ransom_paid", "TO-34")
    return refuse("ransom_price", "TO-33", price=PRICE) if state.scores[action.player] < PRICE else None
