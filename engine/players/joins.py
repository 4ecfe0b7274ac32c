"""Features that one more tile may join: the figures on both then count together, and decide who owns them.

A lone farmer beside a rival's field is worth something, and so is a second one that keeps the rival out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.board import Board
from engine.geometry import Cell, adjacent
from engine.players.evaluation import city_promise, field_promise, groups
from engine.players.outlook import Outlook
from engine.players.survey import Joint, Survey
from engine.scoring import owners
from engine.state import GameState
from engine.tiles import LANDS
from engine.turned import BITS, SIDE_MASK, SLOTS_THAT_MEET

SIDES = [SIDE_MASK << BITS * side for side in range(4)]  # of a frontier key
BETWEEN = 2  # a cell with fewer neighbours than that is not looked at


def joins(state: GameState, outlook: Outlook, points: list[float]) -> None:
    """Add what each player may gain or lose when features of different owners are joined."""
    survey = outlook.survey(state.board)
    label = state.board.features.label
    held = groups(state)
    likely: dict[tuple[int, int], float] = {}
    for one, two, chance in joints(survey, outlook):
        first, second = label[one], label[two]
        if first in held and second in held and first != second:
            pair = (first, second) if first < second else (second, first)
            if chance > likely.get(pair, 0.0):
                likely[pair] = chance
    for pair, chance in likely.items():
        owning = [owners(held[found]) for found in pair]
        if owning[0] == owning[1]:
            continue
        apart, together, weight = _worth(state, outlook, survey, *pair)
        for player in owners([*held[pair[0]], *held[pair[1]]]):
            points[player] += weight * chance * together
        for gain, players in zip(apart, owning, strict=True):
            for player in players:
                points[player] -= weight * chance * gain


def _worth(
    state: GameState, outlook: Outlook, survey: Survey, one: int, two: int
) -> tuple[tuple[float, float], float, float]:
    """What two features promise apart and together, and how much it counts that they may be joined."""
    weights = outlook.weights
    if state.board.features.by_id[one].kind not in LANDS:
        apart = survey.promise(one), survey.promise(two)
        return apart, sum(apart), weights.join
    apart = field_promise(state, outlook, survey, one), field_promise(state, outlook, survey, two)
    twice = weights.field_growth * outlook.share
    for city in survey.cities_beside(one) & survey.cities_beside(two):
        twice += city_promise(state, outlook, survey, city)
    return apart, sum(apart) - weights.field * twice, weights.join_land


def joints(survey: Survey, outlook: Outlook) -> Iterator[Joint]:
    """Pairs of segments that a tile may join; one tile more changes only those on the cells around it."""
    for found in _by_cell(survey, outlook).values():
        yield from found
    if survey.parent is not None:
        changed = {survey.cell, *adjacent(survey.cell)}
        for cell, found in _by_cell(survey.parent, outlook).items():
            if cell not in changed:
                yield from found


def _by_cell(survey: Survey, outlook: Outlook) -> dict[Cell, list[Joint]]:
    """The joints of a board; of one with a parent, those that the parent lacks."""
    if survey.joints is None:
        board = survey.board
        cells = board.frontier if survey.parent is None else adjacent(survey.cell)
        survey.joints = {cell: _joints_at(board, outlook, cell) for cell in cells if cell in board.frontier}
    return survey.joints


def _joints_at(board: Board, outlook: Outlook, cell: Cell) -> list[Joint]:
    """Segments around an empty cell, two by two, that a tile there may join."""
    key = board.frontier[cell]
    if sum([key & side > 0 for side in SIDES]) < BETWEEN:
        return []
    facing: dict[int, list[int]] = {}  # segment -> where it touches the cell
    for side, near in enumerate(adjacent(cell)):
        placed, span = board.cells.get(near), board.spans.get(near)
        if placed is None:
            continue
        for slot, shown in SLOTS_THAT_MEET[side]:
            local = placed.turned.rim[shown]
            if local >= 0:
                facing.setdefault(placed.first + local, []).append(slot)
            elif span is not None and shown in span.sides:
                facing.setdefault(span.number, []).append(slot)
    found = [
        Joint(one, two, outlook.joining(key, tuple(facing[one]), tuple(facing[two])))
        for one, two in combinations(facing, 2)
    ]
    return [joint for joint in found if joint.chance]
