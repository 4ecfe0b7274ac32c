"""Perft: how many sequences of (placement, claim) there are from a fixed bag, turn by turn, kept as data.

A change of the rules of placement or claiming changes these numbers; nothing else does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.game import apply, new_game, pending
from engine.setup import agree
from engine.state import GameState

BAGS = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))


def count(state: GameState, depth: int) -> int:
    """The number of ways to play so many turns."""
    turn = state.turn
    total = 0
    for placement in pending(state)[0].options:
        laid = apply(state, placement).state
        if laid.turn != turn or laid.over:
            total += 1 if depth == 1 else count(laid, depth - 1)
        elif depth == 1:
            total += len(pending(laid)[0].options)
        else:
            total += sum(count(apply(laid, claim).state, depth - 1) for claim in pending(laid)[0].options)
    return total


@pytest.mark.parametrize("bag", BAGS, ids=[bag["name"] for bag in BAGS])
def test_number_of_positions_is_as_recorded(bag: dict[str, Any]) -> None:
    boxes, options = bag.get("boxes", []), bag["options"]
    state = new_game(agree(bag["players"], boxes, options, first_seat=0, stack=bag["stack"])).state
    assert [count(state, depth) for depth in range(1, len(bag["counts"]) + 1)] == bag["counts"]
