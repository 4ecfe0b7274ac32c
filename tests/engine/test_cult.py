"""The Cult where other boxes matter, and its tiles."""

from collections import Counter

import pytest

from engine.game import new_game
from engine.scoring import send_home
from engine.setup import agree
from tests.engine.stub_box import ABBOT, add_box
from tests.replays.runner import Table, run

AROUND = ["base-U -1,0 r0", "base-U 1,0 r0", "base-E -1,1 r3", "base-E 1,1 r1"]


def test_five_shrines_are_in_the_bag() -> None:
    """CULT-01: one of each; the sixth picture of the data is not played."""
    bag = Counter(new_game(agree(2, ["cult"], seed="x")).state.rules.bag)
    shrines = {tile: count for tile, count in bag.items() if tile.startswith("cult")}
    assert shrines == dict.fromkeys(
        ("cult-field", "cult-cap", "cult-road", "cult-cap-road", "cult-two-roads"), 1
    )


def test_an_abbot_may_be_a_heretic_and_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """CULT-12, COMBO-14: abbots stand on shrines and take part in duels."""
    add_box(monkeypatch, first=True, figures=ABBOT, kinds=frozenset({"garden"}))
    run(
        {
            "boxes": ["cult", "stub"],
            "board": ["base-B 0,1 r0 A:m1", *AROUND, "base-V -1,2 r0"],
            "stack": ["base-V", "cult-field"],
            "moves": ["A base-V 2,0 r0", "B cult-field 0,2 r0 s1/abbot", "? B has 0 abbots in supply"],
            "expect": ["B stands on 0,2 shrine"],
        }
    )
    run(
        {
            "boxes": ["cult", "stub"],
            "board": ["base-B 0,1 r0 A:m1", *AROUND, "cult-field 0,2 r0 B:s1/abbot", "base-V -1,2 r0"],
            "moves": ["A base-V 1,2 r3"],
            "expect": ["A has 9 points", "0,2 lost a duel", "B has 1 abbot in supply", "B has 0 points"],
        }
    )


def test_a_figure_that_left_ends_the_duel() -> None:
    """CULT-12: who was retrieved or eaten before the completion is no loser."""
    table = Table(
        {
            "boxes": ["cult"],
            "board": ["base-B 0,1 r0 A:m1", *AROUND, "cult-field 0,2 r0 B:s1", "base-V -1,2 r0"],
            "moves": ["A base-V 1,2 r3"],
        }
    )
    heretic = next(figure for figure in table.state.all_figures() if figure.player == 1)
    send_home(table.state, [], heretic, "eaten")
    table.move("A base-V 1,2 r3")
    table.check("A has 9 points")
    table.check("there was no duel")


def test_gardens_are_no_monasteries(monkeypatch: pytest.MonkeyPatch) -> None:
    """CULT-03: a garden beside a shrine counts for nothing."""
    add_box(monkeypatch, first=True, figures=ABBOT, kinds=frozenset({"garden"}))
    run(
        {
            "boxes": ["cult", "stub"],
            "board": ["cult-field 0,1 r0", "base-B 0,2 r0"],
            "moves": [
                "A base-E-garden 1,1 r1",
                "B base-B 1,2 r0 ! rival_is_taken CULT-03",
                "B base-B 0,3 r0",
            ],
            "expect": ["A is asked place"],
        }
    )
