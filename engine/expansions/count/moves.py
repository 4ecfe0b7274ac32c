"""Out of the city: to completed features before they score, and from the market to fields at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from engine.actions import Action, Pass
from engine.board import SPAN
from engine.expansions.count.city import PART, QUARTERS, City, CityGuest, QuarterLeft
from engine.frozen import frozen
from engine.geometry import Cell
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import items_of, owners, total, worth
from engine.state import Figure, GameState

Spot = tuple[Cell, str]


@frozen
class Leave(Action):
    """COUNT-36, 39: move a figure out of a quarter onto a feature, named by one of its segments."""

    verb: ClassVar[str] = "leave"
    quarter: str
    figure: str
    cell: Cell
    segment: str


def clockwise(state: GameState, after: int) -> Iterator[int]:
    """All players from the left of one round to that one."""
    players = state.rules.setup.players
    return ((after + step) % players for step in range(1, players + 1))


# -- where to ----------------------------------------------------------------------------------------


def spots(state: GameState, feature_ids: Iterable[int]) -> dict[int, list[Spot]]:
    """Where a figure may join each feature: one place, and every place that matters in itself.

    COUNT-25: not on the dragon's tile. The tile just laid is preferred.
    """
    wanted = dict.fromkeys(feature_ids)
    hooks, label = state.rules.hooks, state.board.features.label
    notable = {cell for cells in hooks.notable_cells for cell in cells(state)}
    found: dict[int, list[Spot]] = {feature_id: [] for feature_id in wanted}
    special: dict[int, list[Spot]] = {feature_id: [] for feature_id in wanted}
    for number, (cell, part) in state.board.origins().items():
        feature_id = label[number]
        if feature_id in wanted and not any(barred(state, cell) for barred in hooks.bars_cell):
            spot = (cell, part.segment.id if part else SPAN)
            (special if cell in notable else found)[feature_id].append(spot)
    return {
        feature_id: sorted(found[feature_id], key=lambda spot: spot[0] != state.last)[:1]
        + special[feature_id]
        for feature_id in wanted
    }


def leaves(
    state: GameState, player: int, guests: Iterable[CityGuest], targets: Iterable[int]
) -> list[Action]:
    """Every move of these guests to these features, a guest of each kind once."""
    by_id, figures = state.board.features.by_id, state.rules.figures
    mine = sorted({(guest.quarter, guest.figure) for guest in guests if guest.player == player})
    goals = list(targets) if mine else []
    if not goals:
        return []
    places = spots(state, goals)
    return [
        Leave(player, quarter, figure, *spot)
        for quarter, figure in mine
        for feature_id in goals
        if by_id[feature_id].kind in QUARTERS[quarter] & figures[figure].stands_on
        for spot in places[feature_id]
    ]


def scoring_targets(state: GameState) -> list[int]:
    """COUNT-17, 20, 21, 24: the completed features that are about to be scored."""
    hooks = state.rules.hooks
    targets = [
        feature_id
        for feature_id in state.completed
        if not any(gone(state, feature_id) for gone in hooks.retired)
    ]
    if state.rules.options["count_moves_to_empty"] == "forbidden":
        occupied = state.occupied()
        targets = [feature_id for feature_id in targets if feature_id in occupied]
    return targets


def final_targets(state: GameState) -> list[int]:
    """COUNT-26, 27: all fields; in the first edition also every feature that is not complete."""
    features = state.board.features.by_id
    if state.rules.options["count_final_quarters"] == "market_only":
        return [number for number, feature in features.items() if feature.kind in QUARTERS["market"]]
    return [
        number for number, feature in features.items() if feature.open or feature.kind in QUARTERS["market"]
    ]


# -- TURN-08: before the scoring -----------------------------------------------------------------------


def quarters(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """COUNT-19: from the left of the placer round to the placer, each once; who cannot move is not asked."""
    city = PART.of(state)
    if city.guests and state.completed:
        for player in clockwise(state, state.placer):
            if player not in city.done and _moves(state, city, player):
                return ((player, "quarters"),)
    return None


def _moves(state: GameState, city: City, player: int) -> list[Action]:
    unlocked = [guest for guest in city.guests if guest.quarter != city.count]  # COUNT-18
    return leaves(state, player, unlocked, scoring_targets(state))


def quarter_options(state: GameState, player: int) -> tuple[Action, ...]:
    """COUNT-36: one figure at a time, until the player passes."""
    return (*_moves(state, PART.of(state), player), Pass(player))


def on_leave(state: GameState, action: Leave, events: Events) -> None:
    """COUNT-22: the figure stands on the feature like any other."""
    city = PART.of(state)
    guests = list(city.guests)
    guests.remove(CityGuest(action.quarter, action.player, action.figure))
    PART.set(state, replace(city, guests=tuple(guests), last=action.player))
    state.stand(_moved(state, action))
    events.append(QuarterLeft(action.player, action.figure, action.quarter, action.cell, action.segment))


def _moved(state: GameState, move: Leave) -> Figure:
    """The figure of a move where it goes."""
    return Figure(move.player, move.figure, move.cell, move.segment, state.rules.weights[move.figure])


def on_done(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """COUNT-23: what was not moved stays in its quarter."""
    city = PART.of(state)
    PART.set(state, replace(city, done=(*city.done, action.player)))


def explain_leave(state: GameState, action: Leave) -> Refusal | None:
    """Why a figure may not go there."""
    city = PART.of(state)
    if CityGuest(action.quarter, action.player, action.figure) not in city.guests:
        return refuse("not_in_quarter", "COUNT-17", quarter=action.quarter, figure=action.figure)
    in_finale = any(asked.ask == "market" for asked in state.questions)
    if action.quarter == city.count and not in_finale:
        return refuse("quarter_locked", "COUNT-18", quarter=action.quarter)
    if action.cell not in state.board.cells:
        return refuse("no_tile_there", "COUNT-17", cell=action.cell)
    kinds = {segment: (kind, feature) for segment, kind, feature in state.board.segments_at(action.cell)}
    if action.segment not in kinds:
        return refuse("no_such_segment", "COUNT-17", cell=action.cell, segment=action.segment)
    kind, feature_id = kinds[action.segment]
    if kind not in QUARTERS[action.quarter]:
        return refuse("wrong_quarter", "COUNT-17", quarter=action.quarter, kind=kind)
    if not in_finale and feature_id not in scoring_targets(state):
        return refuse("not_scored_now", "COUNT-17", kind=kind)
    return None


# -- TURN-23: at the end of the game -------------------------------------------------------------------


def market(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """COUNT-26: one figure each, from the left of who had the last turn, until the market is empty."""
    city = PART.of(state)
    if city.guests:
        for player in clockwise(state, state.player if city.last is None else city.last):
            if player not in city.done and _final_moves(state, city, player):
                return ((player, "market"),)
    return None


def _final_moves(state: GameState, city: City, player: int) -> list[Action]:
    """The count does not block them. COUNT-29: none without a field."""
    return leaves(state, player, city.guests, final_targets(state))


def market_options(state: GameState, player: int) -> tuple[Action, ...]:
    """COUNT-39: compulsory for market figures; other quarters (first edition) may be left alone."""
    moves = _final_moves(state, PART.of(state), player)
    if any(isinstance(move, Leave) and move.quarter == "market" for move in moves):
        return tuple(moves)
    return (*moves, Pass(player))


def best_field(state: GameState, player: int) -> Action:
    """TURN-31: for the absent, the field worth most to them; nothing where that is allowed."""
    moves = market_options(state, player)
    if isinstance(moves[-1], Pass):
        return moves[-1]
    return max(
        (move for move in moves if isinstance(move, Leave) and move.quarter == "market"),
        key=lambda move: gain_of(state, move),
    )


def gain_of(state: GameState, move: Leave) -> int:
    """What a figure brings its owner on a field; IC-53: with what it weighs."""
    player, field_id = move.player, state.board.feature_id(move.cell, move.segment)
    there = state.figures_on(field_id)
    more = [*there, _moved(state, move)]
    items = worth(state, state.board.features.by_id[field_id], complete=False)
    gained = (player in owners(more)) - (player in owners(there))
    return gained * total(items_of(state, player, more, items))
