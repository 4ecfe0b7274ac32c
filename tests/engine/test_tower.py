"""The Tower where a replay would be clumsy: tiles, numbers of floors, reach, and what is noticed."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import notation
from engine.actions import Pass, Seat
from engine.expansions.tower.part import FLOORS, PART, Capture, Prisoner, Ransom, TowerPart, breach
from engine.expansions.tower.prisoners import in_reach
from engine.game import new_game, pending, safe_answer, view_for
from engine.invariants import Breach, check
from engine.notation import BadNotation
from engine.ruleset import Hooks
from engine.setup import agree
from engine.state import Figure, GameState
from engine.tiles import load
from tests.engine.stub_box import add_box
from tests.replays.runner import Table, run

TILES = {tile.id: tile for tile in load("tower").tiles}


def table(**game: Any) -> Table:
    return run({"boxes": ["tower"], **game})


def changed(state: GameState, **changes: Any) -> GameState:
    """The same position with another part of the box."""
    other = state.fork()
    PART.set(other, replace(PART.of(state), **changes))
    return other


def test_the_tiles_of_the_box() -> None:
    """TO-01: 18 tiles with a foundation each, a shield, a monastery, two gardens."""
    kinds: Counter[str] = Counter()
    for tile in TILES.values():
        for segment in tile.segments:
            kinds[segment.kind] += tile.count
            kinds["shield"] += tile.count * segment.shields
    assert kinds == {
        "city": 15,
        "road": 18,
        "field": 37,
        "monastery": 1,
        "garden": 2,
        "tower": 18,
        "shield": 1,
    }
    assert all([segment.kind for segment in tile.segments].count("tower") == 1 for tile in TILES.values())


def test_tiles_that_are_easy_to_misread() -> None:
    """TO-05: roads that end at the tower, the road over the city, fields that are apart."""
    for name, count in (("to-two-roads-garden", 2), ("to-crossing3", 3), ("to-crossing4", 4)):
        ends = [segment.end for segment in TILES[name].segments if segment.kind == "road"]
        assert ends == ["tower"] * count
    over = TILES["to-through-over-road"]
    assert over.crosses == (("r1", "c1"),)
    assert [len(segment.sides) for segment in over.segments if segment.kind == "road"] == [2]
    fields = Counter({name: sum(s.kind == "field" for s in tile.segments) for name, tile in TILES.items()})
    assert (fields["to-through-over-road"], fields["to-corner-road-split"]) == (4, 3)
    inner = [segment for segment in TILES["to-city3-cap-shield"].segments if "inner" in segment.marks]
    assert [segment.borders for segment in inner] == [("c1", "c2")]
    assert [segment.cap for segment in TILES["to-two-caps-straight"].segments[:2]] == [True, True]


@pytest.mark.parametrize(("players", "floors"), [(2, 10), (3, 9), (4, 7), (5, 6), (6, 5)])
def test_floors_of_each_player(players: int, floors: int) -> None:
    """TO-02, TO-62, EX-TO1: never more than the thirty of the box."""
    state = new_game(agree(players, ["tower"], seed="floors")).state
    assert PART.of(state) == TowerPart((floors,) * players, payer=state.player)
    assert FLOORS[players] * players <= 30


@pytest.mark.parametrize("height", [1, 2, 5])
def test_a_tower_reaches_four_squares_more_with_each_floor(height: int) -> None:
    """TO-17: its own tile and as many in each direction as it is high."""
    state = table(board=["to-cap 0,-1 r2"], stack=["base-U"]).state
    number = state.board.number((0, 0), "r1")
    cells = [(x, y) for x in range(-8, 9) for y in range(-8, 9)]
    state.figures = {number: tuple(Figure(1, "meeple", cell, "r1") for cell in cells)}
    reached = {figure.cell for figure in in_reach(state, (0, -1), height)}
    assert len(reached) == 1 + 4 * height
    assert {(0, -1), (height, -1), (-height, -1), (0, -1 + height), (0, -1 - height)} <= reached


def test_everything_is_public() -> None:
    """TO-57: a view shows floors, towers and prisoners as they are."""
    state = table(stack=["base-U"], prisoners=["A holds B's meeple"]).state
    for viewer in (None, 0, 1):
        assert PART.of(view_for(state, viewer)) == PART.of(state)


def test_the_absent_get_their_strongest_figure_back() -> None:
    """TO-60, TURN-31: large, then normal, then abbot."""
    done = run(
        {
            "boxes": ["abbot", "inns_cathedrals", "tower"],
            "prisoners": ["B holds A's abbot", "B holds A's meeple", "B holds A's large"],
            "figures": ["B 0,0 r1"],
            "moves": ["A to-cap 0,-1 r2 ...", "A floor 0,-1", "A capture 0,0 r1 B meeple"],
        }
    )
    (prompt,) = pending(done.state)
    assert notation.write(safe_answer(done.state, prompt)) == "A exchange large"


def test_the_absent_build_and_capture_nothing() -> None:
    """TO-58, TO-59, TO-61, TURN-31: they pass."""
    done = table(
        figures=["B 0,0 r1"],
        prisoners=["B holds A's meeple"],
        scores={"A": 9},
        moves=["A to-cap 0,-1 r2 ..."],
    )
    (prompt,) = pending(done.state)
    assert notation.write(safe_answer(done.state, prompt)) == "A pass"
    done.move("A floor 0,-1")
    (prompt,) = pending(done.state)
    assert (prompt.ask, notation.write(safe_answer(done.state, prompt))) == ("capture", "A pass")


def test_who_has_no_figure_is_asked_for_what_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """TO-31, TO-36: the ransom alone is reason enough to ask."""
    add_box(monkeypatch, hooks=Hooks(free_actions=(lambda _, player: (Ransom(player, Seat(1), "meeple"),),)))
    done = run({"boxes": ["stub"], "supply": {"A": {"meeple": 0}}, "moves": ["A base-U 1,0 r0 ..."]})
    assert list(pending(done.state)[0].options) == [Ransom(0, Seat(1), "meeple"), Pass(0)]


def test_another_player_is_a_letter_in_the_notation() -> None:
    """A seat that an action names is written and read as players are."""
    rules = new_game(agree(2, ["tower"], seed="letters")).state.rules
    line = "A capture 0,-1 t1 B meeple"
    assert notation.read(rules, line) == Capture(0, (0, -1), "t1", Seat(1), "meeple")
    assert notation.write(notation.read(rules, line)) == line
    for seat in ("C", "1", "AB", "-"):
        with pytest.raises(BadNotation):
            notation.read(rules, f"A ransom {seat} meeple")


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"floors": (9, 10)}, "floors"),
        ({"heights": (((0, -1), 1),)}, "floors"),
        ({"prisoners": (Prisoner(0, 1, "meeple"), Prisoner(1, 0, "meeple"))}, "prisoners of each other"),
    ],
)
def test_what_is_lost_or_forgotten_is_noticed(changes: dict[str, Any], wrong: str) -> None:
    """TO-03, TO-27: floors are conserved, and no two players hold prisoners of each other."""
    state = table(board=["to-cap 0,-1 r2"], stack=["base-U"]).state
    assert breach(state) is None
    assert wrong in str(breach(changed(state, **changes)))


def test_a_figure_on_a_bare_foundation_is_noticed() -> None:
    """TO-11."""
    state = table(board=["to-cap 0,-1 r2 A:tower"], stack=["base-U"]).state
    assert "bare foundation" in str(breach(state))


def test_a_prisoner_is_in_no_supply_and_comes_back_to_one() -> None:
    """TO-66: supply, board and prisons make the figures of a player."""
    state = table(stack=["base-U"], prisoners=["A holds B's meeple"]).state
    check(state)
    with pytest.raises(Breach, match="player 1 has 6 meeple"):
        check(changed(state, prisoners=()))
