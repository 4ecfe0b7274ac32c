"""Plans are read as they are written, and what a move gives away is counted from the best."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from engine.actions import Pass
from engine.players.search import HARD
from tools.bench.plans import Leads, decisions, given_away, looked_far, plan_of


def test_a_plan_is_hards_with_changes() -> None:
    changed = replace(HARD, known=4, doubt=None, rounds=((10, 8), (3, 32)))
    assert plan_of("known=4,doubt=None,rounds=10x8/3x32") == changed


def test_a_plan_has_no_other_numbers() -> None:
    with pytest.raises(ValueError, match="a plan has no depth"):
        plan_of("depth=6")


def test_what_a_move_gives_away() -> None:
    leads: Leads = {Pass(0): 3.0, Pass(1): 1.5, Pass(2): -1.0}
    assert given_away(leads, Pass(0)) == 0
    assert given_away(leads, Pass(1)) == 1.5
    assert given_away(leads, Pass(9)) == 4.0  # not followed: no better than the worst


def test_a_long_look_follows_the_moves_of_a_decision() -> None:
    short = replace(HARD, rounds=((2, 1),), plies=1, doubt=None)
    found = [looked_far(view, prompt, short) for view, prompt in islice(decisions("1"), 3)]
    assert any(len(leads) == 2 for leads in found)
