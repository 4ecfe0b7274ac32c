"""Joints: features that one more tile may join, and what that promises to those who stand on them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from engine.game import GAMES, apply, new_game, pending
from engine.geometry import adjacent
from engine.players.joins import joins, joints
from engine.players.survey import Joint
from engine.players.terms import look
from engine.players.weights import FAR
from engine.setup import Setup, agree
from engine.state import Figure, GameState
from engine.tiles import LANDS
from tests.support.random_play import random_action

BOXES = [box.key for box in GAMES["carcassonne"].boxes]
SETUPS = [
    agree(2, seed="joints"),
    agree(2, BOXES, {"river_with_carcassonne": "allowed"}, seed="joints"),
    agree(2, game="over_hill_and_dale", seed="joints"),
]


def boards(setup: Setup, every: int) -> Iterator[GameState]:
    """Every n-th position of a random game."""
    rng = random.Random(7)
    state = new_game(setup).state
    while not state.over:
        if state.ply % every == 0 and pending(state)[0].ask == "place":
            yield state
        state = apply(state, random_action(state, rng)).state


def really_joined(state: GameState, unseen: list[str]) -> set[frozenset[int]]:
    """The features that a tile which is still to come joins, where two or more tiles lie around a cell."""
    found: set[frozenset[int]] = set()
    label, by_id = state.board.features.label, state.board.features.by_id
    for cell, key in state.board.frontier.items():
        near = [beside for beside in adjacent(cell) if beside in state.board.cells]
        if len(near) < 2:
            continue
        around = {feature for beside in near for _, _, feature in state.board.segments_at(beside)}
        for tile in unseen:
            shape = state.rules.shapes[tile]
            for rotation in shape.fits.get(key, ()):
                after = state.board.fork()
                after.place(shape.turns[rotation], cell)
                for one, two in combinations(sorted(around), 2):
                    if (
                        by_id[one].kind == by_id[two].kind
                        and after.features.label[label.index(one)] == (after.features.label[label.index(two)])
                    ):
                        found.add(frozenset((one, two)))
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=["base", "all boxes", "hills"])
def test_joints_are_the_features_that_a_tile_really_joins(setup: Setup) -> None:
    compared = 0
    for state in islice(boards(setup, 23), 4):
        outlook = look(state, FAR)
        label = state.board.features.label
        known = {
            frozenset((label[one], label[two]))
            for one, two, chance in joints(outlook.survey(state.board), outlook)
            if label[one] != label[two]
        }
        real = really_joined(state, sorted(outlook.unseen))
        assert known <= real
        for pair in real - known:  # they are joined by way of a third feature
            one, two = pair
            assert any({one, third} in known and {third, two} in known for third in set().union(*known))
        compared += len(real)
    assert compared > 20


def joints_of_land(state: GameState) -> Iterator[Joint]:
    """The fields that may be joined."""
    outlook = look(state, FAR)
    label, by_id = state.board.features.label, state.board.features.by_id
    for joint in joints(outlook.survey(state.board), outlook):
        if by_id[label[joint.one]].kind in LANDS and label[joint.one] != label[joint.two]:
            yield joint


def farms(state: GameState, joint: Joint, ours: int, theirs: int) -> GameState:
    """The position with so many figures of each player on two fields that may be joined, and nothing else."""
    where = state.board.origins()
    state = state.fork()
    state.figures = {}
    for number, player, count in ((joint.one, 0, ours), (joint.two, 1, theirs)):
        cell, part = where[number]
        assert part is not None
        state.figures[number] = (Figure(player, "meeple", cell, part.segment.id),) * count
    return state


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_has_more_farmers_may_take_the_other_field(seed: str) -> None:
    position = next(islice(boards(agree(2, seed=seed), 20), 3, None))
    gains = {}
    for figures in ((2, 1), (1, 2), (1, 1)):
        state = farms(position, next(joints_of_land(position)), *figures)
        points = [0.0, 0.0]
        joins(state, look(state, FAR), points)
        gains[figures] = points
    assert gains[2, 1][1] < 0, "the field will probably be lost"
    assert gains[1, 2][0] < 0
    assert gains[2, 1][0] > gains[2, 1][1]
    assert min(gains[1, 1]) > -1e-9, "both may share more"
    assert max(gains[1, 1]) > 0.1


def test_a_city_beside_both_fields_counts_once() -> None:
    """A field beside some of the other's cities and no more adds nothing to the other."""
    seen = 0
    for position in islice(boards(agree(2, seed="cities"), 9), 12):
        label, by_id = position.board.features.label, position.board.features.by_id
        for joint in joints_of_land(position):
            mine, other = ({label[city] for city in by_id[label[n]].borders} for n in joint[:2])
            if other and other <= mine:
                state = farms(position, joint, 1, 1)
                points = [0.0, 0.0]
                joins(state, look(state, FAR), points)
                assert points[0] == pytest.approx(0.0)
                seen += 1
    assert seen > 3


def test_features_of_one_owner_are_worth_no_more_together() -> None:
    position = next(islice(boards(agree(2, seed="a"), 20), 3, None))
    joint = next(joints_of_land(position))
    state = farms(position, joint, 1, 1)
    state.figures[joint.two] = tuple(
        Figure(0, figure.kind, figure.cell, figure.segment) for figure in state.figures[joint.two]
    )
    points = [0.0, 0.0]
    joins(state, look(state, FAR), points)
    assert points == [0.0, 0.0]
