"""King and Robber Knight where other boxes matter."""

import pytest

from engine.expansions.king_robber import PART
from engine.ruleset import Hooks
from tests.engine.stub_box import add_box, covers
from tests.replays.runner import run


def test_a_castle_is_neither_first_nor_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    """KING-07, COMBO-33: a small city that has become a castle gives nobody the king."""
    add_box(monkeypatch, hooks=Hooks(retired=(covers((0, -1)),)))
    table = run({"boxes": ["king_robber", "stub"], "moves": ["A base-E 0,-1 r2"]})
    assert PART.of(table.state).king.holder is None
    assert run({"boxes": ["king_robber"], "moves": ["A base-E 0,-1 r2"]})


def test_the_king_counts_cities_and_carcassonne_but_no_castles(monkeypatch: pytest.MonkeyPatch) -> None:
    """KING-12, EX-D2, COMBO-28: five completed cities, a castle, and the boards: six points."""
    add_box(monkeypatch, hooks=Hooks(retired=(covers((2, 1)),)))
    run(
        {
            "boxes": ["king_robber", "count", "stub"],
            "board": [
                "base-E 2,1 r3",
                "base-H -2,2 r0",
                "base-H -2,3 r0",
                "base-H-garden -2,4 r0",
                "base-I -2,5 r0",
            ],
            "moves": ["A base-E -3,5 r1"],
            "expect": ["A holds the king with 2 tiles"],
            "final": ["A scored 6 for king (6 cities 6)"],
        }
    )
