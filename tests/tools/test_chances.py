"""What is said of chances is held against what came of them."""

from __future__ import annotations

import math

import pytest

from engine.setup import agree
from tools.bench.chances import LEVELS, Note, notes, surprise, table


def test_surprise_is_least_for_who_knows_and_a_coin_toss_is_one_bit() -> None:
    noted = [Note("road", 1, 3, (1.0, 0.5), True), Note("city", 1, 3, (0.0, 0.5), False)]
    assert surprise(noted, lambda note: note.said[0]) < 0.001
    assert surprise(noted, lambda note: note.said[1]) == pytest.approx(math.log(2))


def test_claimed_features_of_a_game_are_noted_and_shown_by_group() -> None:
    noted = list(notes(agree(2, seed="chances")))
    assert {note.came for note in noted} == {True, False}
    assert all(0 <= one <= 1 for note in noted for one in note.said)
    shown = table(noted)
    assert all(level in shown for level in LEVELS)
    assert sum(int(line[28:35]) for line in shown.splitlines()[1:-1]) <= len(noted)
    assert f"{len(noted):6}" in shown.splitlines()[-1]
