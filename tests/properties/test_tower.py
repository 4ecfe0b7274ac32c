"""Random games with the Tower: nothing is lost, and floors, captures and ransoms are what the rules allow."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.cli.simulate import GameOutcome, draw_table, playable
from engine import record
from engine.actions import Action, Pass, Seat
from engine.expansions import ALL
from engine.expansions.tower.part import PART, BuildFloor, Capture, Ransom
from engine.game import apply, new_game, pending
from engine.invariants import check
from engine.setup import Setup
from engine.state import GameState

OTHERS = [box.key for box in ALL if box.key != "tower"]


@pytest.mark.parametrize("other", OTHERS)
def test_the_tower_beside_each_other_box(other: str) -> None:
    """No breach with any one other box, any number of players, any options."""
    rng = random.Random(f"tower and {other}")
    setup = playable(draw_table(rng, ["tower", other], f"tower/{other}"))
    assert len(GameOutcome(setup, rng).scores) == setup.players


def eager(state: GameState, rng: random.Random) -> Action:
    """A floor where somebody can be captured, a capture of others, a ransom: whatever is rare at random."""
    prompt = rng.choice(pending(state))
    options = list(prompt.options)
    wanted = [option for option in options if isinstance(option, Ransom | Capture) and rng.random() < 0.7]
    floors = [option for option in options if isinstance(option, BuildFloor)]
    for floor in rng.sample(floors, min(3, len(floors))):
        if any(question.ask == "capture" for question in apply(state, floor).state.questions):
            wanted.append(floor)
    return rng.choice(wanted or options)


def tables(count: int) -> Iterator[Setup]:
    for number in range(count):
        rng = random.Random(f"eager {number}")
        boxes = ["tower", "abbot", "inns_cathedrals", *rng.sample(OTHERS, number % 4)]
        yield playable(draw_table(rng, boxes, f"eager/{number}", players=2 + number % 5))


def test_prisoners_and_floors_are_conserved_and_all_of_it_can_be_saved() -> None:
    """TO-03, TO-27, TO-66: at every ply, and a snapshot plays on equally."""
    seen: Counter[str] = Counter()
    for setup in tables(12):
        rng = random.Random(setup.seed)
        state, events = new_game(setup)
        while not state.over:
            check(state)
            action = eager(state, rng)
            after, events = apply(state, action)
            seen.update(type(event).__name__ for event in events)
            seen[state.questions[0].ask] += 1
            if PART.of(state) != PART.of(after) and rng.random() < 0.2:
                copy = record.decode(record.encode(state))
                assert (copy, apply(copy, action)) == (state, (after, events))
            state = after
    assert seen["FigureCaptured"] > 100
    assert seen["PrisonersExchanged"] > 10
    assert seen["FigureRansomed"] > 10
    assert seen["exchange"] > 0


def floors_by_the_rules(state: GameState, player: int) -> set[Action]:
    """TO-08, TO-09, TO-13, counted anew: every foundation on which nobody stands."""
    occupied = {(figure.cell, figure.segment) for figure in state.all_figures()}
    foundations = [
        (cell, segment.id)
        for cell, placed in state.board.cells.items()
        for segment in placed.turned.tile.segments
        if segment.kind == "tower"
    ]
    free = [cell for cell, segment in foundations if (cell, segment) not in occupied]
    return {BuildFloor(player, cell) for cell in free if PART.of(state).floors[player]}


def captures_by_the_rules(state: GameState, player: int) -> set[Action]:
    """TO-17 to 19, 23: walk from the tower in each direction."""
    part = PART.of(state)
    assert part.built is not None
    (x, y), height = part.built, dict(part.heights)[part.built]
    cells = {(x + step * dx, y + step * dy) for step in range(height + 1) for dx, dy in ((0, 1), (1, 0))}
    cells |= {(x - step * dx, y - step * dy) for step in range(height + 1) for dx, dy in ((0, 1), (1, 0))}
    return {
        Capture(player, figure.cell, figure.segment, Seat(figure.player), figure.kind)
        for figure in state.all_figures()
        if figure.cell in cells and figure.kind not in ("builder", "pig")
    }


def test_what_is_offered_is_what_the_rules_allow() -> None:
    """TO-58, TO-59: every floor and every capture that is allowed, and no other."""
    asked: Counter[str] = Counter()
    for setup in tables(8):
        rng = random.Random(setup.seed)
        state = new_game(setup).state
        while not state.over:
            (prompt,) = pending(state)
            offered = set(prompt.options)
            if prompt.ask == "capture":
                assert offered == {*captures_by_the_rules(state, prompt.player), Pass(prompt.player)}
            elif prompt.ask == "act" and Pass(prompt.player) in offered and not expelled(state):
                floors = {option for option in offered if isinstance(option, BuildFloor)}
                assert floors == floors_by_the_rules(state, prompt.player)
            asked[prompt.ask] += 1
            state = apply(state, eager(state, rng)).state
    assert asked["capture"] > 100


def expelled(state: GameState) -> bool:
    """TO-43: after an expulsion at most the fairy may be moved."""
    part = state.parts.get("princess_dragon")
    return part is not None and part.expelled
