"""Castles where a replay would be clumsy."""

from engine.events import Scored
from engine.expansions import castles
from engine.expansions.castles.part import BuildCastle, Castle, ScoreCastle
from engine.game import pending, safe_answer, view_for
from engine.invariants import check
from tests.replays.runner import Table, run

BUILT = {"boxes": ["castles"], "moves": ["A base-E 0,-1 r2 city", "A castle 0,0"]}


def test_the_vicinity_has_six_cells() -> None:
    """CASTLE-08: beside the pair, not at its ends."""
    column = Castle(0, 0, ((0, -1), (0, 0)), None)
    assert column.vicinity() == {(x, y) for x in (-1, 0, 1) for y in (-1, 0)}
    row = Castle(0, 0, ((4, 7), (5, 7)), None)
    assert row.vicinity() == {(x, y) for x in (4, 5) for y in (6, 7, 8)}


def test_a_castle_is_no_city_any_more() -> None:
    """CASTLE-07: it has left the list of what this tile completed, and boxes that count cities know it."""
    state = run(BUILT).state
    city = state.board.feature_id((0, 0), "c1")
    assert city not in state.completed
    assert any(gone(state, city) for gone in state.rules.hooks.retired)
    open_city = state.board.feature_id((0, -1), "f1")
    assert not any(gone(state, open_city) for gone in state.rules.hooks.retired)


def test_a_lord_is_on_no_segment() -> None:
    """CASTLE-21: nothing that takes figures off tiles finds a lord; the figure is not lost."""
    state = run(BUILT).state
    assert not list(state.all_figures())
    (lord,) = castles.lords(state)
    assert (lord.player, lord.kind, lord.cell) == (0, "meeple", (0, -1))
    check(state)


def test_castle_points_are_points_for_completed_features() -> None:
    """CASTLE-20: not final, and named as what they are."""
    table = run(
        {
            "boxes": ["castles"],
            "board": ["base-W -1,0 r0", "base-U 1,0 r0"],
            "moves": ["A base-E 0,-1 r2 city", "A castle 0,0", "B base-W 2,0 r0 nobody"],
        }
    )
    (scored,) = [event for event in table.events if isinstance(event, Scored)]
    assert (scored.player, scored.points, scored.source, scored.final) == (0, 4, "castle", False)


def test_everybody_sees_castles_and_tokens() -> None:
    """CASTLE-24: also spectators."""
    state = run(BUILT).state
    for viewer in (0, 1, None):
        assert castles.PART.of(view_for(state, viewer)) == castles.PART.of(state)


def chosen() -> Table:
    """A's castle can be scored with a city (4) or a monastery (9)."""
    return run(
        {
            "boxes": ["castles"],
            "board": [
                "bcb-three-caps-road 0,-1 r1 A:c1",
                "base-V -1,-1 r2",
                "base-A -1,-2 r0",
                *(f"base-B {cell} r0" for cell in ("-2,-1", "-2,-2", "-2,-3", "-1,-3")),
            ],
            "moves": ["A base-H 0,-2 r0 nobody", "A castle 0,-1", "B base-E 0,-3 r2 nobody"],
        }
    )


def test_for_the_absent_the_highest_value_is_chosen() -> None:
    """TURN-31: castle feature, highest value; TURN-10, TURN-30: the lord's owner is asked in B's turn."""
    state = chosen().state
    (prompt,) = pending(state)
    assert (prompt.player, prompt.ask, state.placer) == (0, "castle_feature", 1)
    assert safe_answer(state, prompt) == ScoreCastle(0, (0, -2), (-1, -2), "m1")


def test_figures_stay_until_all_castles_have_scored() -> None:
    """TURN-10: points first, then figures return together."""
    table = chosen()
    assert table.state.supply[0, "meeple"] == 6
    table.move("A score 0,-2 0,-2 c1")
    assert table.state.supply[0, "meeple"] == 7


def test_for_the_absent_a_small_city_is_scored() -> None:
    """TURN-31: pass where optional; TURN-07: the question comes before the scoring."""
    state = run({"boxes": ["castles"], "moves": ["A base-E 0,-1 r2 city"]}).state
    (prompt,) = pending(state)
    assert BuildCastle(0, (0, 0)) in prompt.options
    assert state.scores == [0, 0]
    assert safe_answer(state, prompt).verb == "pass"
