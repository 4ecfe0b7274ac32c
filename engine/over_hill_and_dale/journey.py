"""OHD-11 to 19: after the scoring, a traveller may move along the trail that was extended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.actions import Action, Claim, Pass
from engine.board import Board
from engine.events import Item
from engine.frozen import frozen
from engine.geometry import Cell, adjacent, opposite
from engine.over_hill_and_dale.events import JourneyMade
from engine.over_hill_and_dale.part import PART, settle_journey
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import award, owners
from engine.state import Figure, GameState
from engine.steps.act import on_claim
from engine.tiles import SIDES

Stop = tuple[Cell, str]  # a tile on the way and the trail's segment there


@frozen
class Journey(Action):
    """OHD-37: move the own traveller that stands here, leaving its tile on this side (N, E, S or W)."""

    verb: ClassVar[str] = "journey"
    cell: Cell
    segment: str
    direction: str


# -- what rules a journey out -------------------------------------------------------------------------


def on_claim_or_build(state: GameState, action: Claim, events: Events) -> None:
    """OHD-06: who places a meeple or builds a stable makes no journey."""
    on_claim(state, action, events)
    settle_journey(state)


def trail_scored(
    state: GameState,
    feature_id: int,
    figures: Sequence[Figure],
    complete: bool,
    events: Events,  # noqa: ARG001  # a hook's signature
) -> None:
    """OHD-11, 12: points for any completed trail rule the journey out, if so agreed.

    With same_trail nothing does: a completed trail has no travellers left. Fields never do (OHD-13).
    """
    if (
        complete
        and state.rules.options["ohd_journey_block"] == "any_trail"
        and state.board.features.by_id[feature_id].kind == "trail"
        and state.player in owners(figures)
    ):
        settle_journey(state)


# -- the way ------------------------------------------------------------------------------------------


def travellers(state: GameState) -> list[Figure]:
    """OHD-08: every figure on a trail."""
    label, by_id = state.board.features.label, state.board.features.by_id
    return [
        figure
        for number, group in state.figures.items()
        if by_id[label[number]].kind == "trail"
        for figure in group
    ]


def ready(state: GameState, player: int) -> list[Figure]:
    """OHD-11: the player's travellers on trails that the tile just laid has extended.

    Nothing was placed in this turn, so all of them were placed earlier.
    """
    if state.last is None:
        return []
    board = state.board
    placed = board.cells[state.last]
    label = board.features.label
    parts = placed.turned.parts
    extended = [
        label[placed.first + local] for local in placed.turned.closing if parts[local].kind == "trail"
    ]
    if not extended:
        return []
    return [
        figure
        for number, group in state.figures.items()
        if label[number] in extended
        for figure in group
        if figure.player == player
    ]


def route(board: Board, cell: Cell, segment: str, side: int) -> list[Stop]:
    """OHD-14, 18: every tile that the trail enters from here on, to its last one; a tile may come twice."""
    stops: list[Stop] = []
    begins = (cell, segment)
    if side not in board.cells[cell].turned.side_of(segment):
        return stops
    while True:
        cell = adjacent(cell)[side]
        placed = board.cells.get(cell)
        if placed is None:
            return stops
        enters = opposite(side)
        part = placed.turned.parts[placed.turned.rim[enters]]
        if (cell, part.segment.id) == begins:  # a loop has no traveller: it is complete
            return stops
        stops.append((cell, part.segment.id))
        leaves = [other for other in placed.turned.side_of(part.segment.id) if other != enters]
        if not leaves:  # a junction or a field
            return stops
        side = leaves[0]


def way_of(state: GameState, figure: Figure, side: int) -> list[Stop]:
    """OHD-16, 17: the tiles that a journey would enter, one point each; empty if it cannot be made."""
    stops = route(state.board, figure.cell, figure.segment, side)
    if stops:
        taken = {other.cell for other in travellers(state) if other is not figure}
        while stops and stops[-1][0] in taken:
            stops.pop()
    return stops


# -- the step -----------------------------------------------------------------------------------------


def journey(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """OHD-05, 19: optional, once, in the own turn; not offered when nothing is possible."""
    if PART.of(state).settled == state.turn or not ready(state, state.player):
        return None
    options = journey_options(state, state.player)
    if len(options) == 1:
        return None
    state.offers = {"journey": options}
    return ((state.player, "journey"),)


def journey_options(state: GameState, player: int) -> tuple[Action, ...]:
    """OHD-37: each traveller in each direction that leads somewhere, and staying."""
    found: list[Action] = [
        Journey(player, figure.cell, figure.segment, SIDES[side])
        for figure in ready(state, player)
        for side in range(4)
        if way_of(state, figure, side)
    ]
    return (*found, Pass(player))


def on_journey(state: GameState, action: Journey, events: Events) -> None:
    """OHD-15: the traveller stays on the board; one point for each tile moved onto."""
    figure = _traveller(state, action)
    if figure is None:
        raise ValueError("no figure travels there")
    way = way_of(state, figure, SIDES.index(action.direction))
    cell, segment = way[-1]
    state.lift(figure)
    state.stand(Figure(figure.player, figure.kind, cell, segment))
    settle_journey(state)
    events.append(JourneyMade(action.player, action.cell, action.segment, tuple(s[0] for s in way), segment))
    trail = state.board.feature_id(cell, segment)
    award(state, events, action.player, "journey", (Item("tiles", len(way), len(way)),), trail)


def on_stay(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """No journey in this turn."""
    settle_journey(state)


def _traveller(state: GameState, action: Journey) -> Figure | None:
    for figure in ready(state, action.player):
        if (figure.cell, figure.segment) == (action.cell, action.segment):
            return figure
    return None


def explain_journey(state: GameState, action: Journey) -> Refusal:
    """Why this journey cannot be made."""
    figure = _traveller(state, action)
    if figure is None:
        own = [other for other in travellers(state) if other.player == action.player]
        if any((other.cell, other.segment) == (action.cell, action.segment) for other in own):
            return refuse("not_extended", "OHD-11", cell=action.cell)
        return refuse("no_traveller_there", "OHD-11", cell=action.cell)
    side = SIDES.find(action.direction) if len(action.direction) == 1 else -1
    if side not in state.board.cells[action.cell].turned.side_of(action.segment):
        return refuse("no_such_direction", "OHD-14", direction=action.direction)
    return refuse("nowhere_to_end", "OHD-17", direction=action.direction)


def crowded(state: GameState) -> str | None:
    """OHD-08, 16: no two travellers ever stand on one tile."""
    cells = [figure.cell for figure in travellers(state)]
    return None if len(set(cells)) == len(cells) else f"travellers share a tile: {sorted(cells)}"
