"""The Count: the block, its options, and what other boxes change."""

from collections import Counter
from typing import Any

import pytest

from engine.events import Item
from engine.expansions.count import EXPANSION
from engine.expansions.count.city import PART, SECTIONS
from engine.game import new_game, pending, rules_of, safe_answer, view_for
from engine.geometry import adjacent
from engine.invariants import check, check_board
from engine.notation import write
from engine.ruleset import Hooks
from engine.scoring import award
from engine.setup import BadSetup, agree
from engine.state import GameState
from tests.engine.stub_box import ABBOT, add_box, covers
from tests.replays.runner import Table, run

BLUE_CITY = ["base-H -2,2 r0 B:c2"]
CLOSES_IT = "A base-E -2,3 r0"


def table(**options: str) -> GameState:
    """A new table with the city."""
    return new_game(agree(2, ["count"], options, seed="x")).state


def lines(done: Table) -> list[str]:
    """What can be chosen now."""
    return [write(option) for prompt in pending(done.state) for option in prompt.options]


def test_the_block_is_four_by_three_sections() -> None:
    """COUNT-02, COUNT-03: ten sections with landscape around two inside, with the printed edges."""
    board = table().board
    assert set(board.cells) == set(SECTIONS.values()) == {(x, y) for x in range(-2, 2) for y in range(-1, 2)}
    inside = {cell for cell in board.cells if {board.edge(cell, side) for side in range(4)} == {"inner"}}
    assert inside == {(-1, 0), (0, 0)}
    outside = {
        (cell, "NESW"[side]): board.edge(cell, side)
        for cell in board.cells
        for side, near in enumerate(adjacent(cell))
        if near not in board.cells
    }
    special = {where: edge for where, edge in outside.items() if edge != "field"}
    assert special == {
        ((-2, -1), "W"): "road",
        ((1, -1), "N"): "road",
        ((0, 1), "S"): "road",
        ((-2, 1), "S"): "city",
        ((1, 1), "E"): "city",
    }
    kinds = Counter(feature.kind for feature in board.features.by_id.values())
    assert kinds == {"carcassonne": 1, "road": 3, "city": 2, "field": 3}
    check_board(board)


@pytest.mark.parametrize("start", ["count", "plain"])
def test_the_start_tile_stays_in_the_box(start: str) -> None:
    """COUNT-01: neither laid nor in the bag."""
    state = table(carcassonne_start=start)
    tiles = Counter([*state.bag, state.tile])
    assert tiles["base-D"] == 3
    assert tiles.total() == 71 + 5
    assert PART.of(state).count == ("palace" if start == "count" else None)
    check(state)


def test_the_ordinary_tiles_have_a_switch_of_their_own() -> None:
    """COUNT-07: with a part of the box, unless the table wants them or not."""
    for boxes, value, expected in (
        ([], "auto", 0),
        ([], "on", 5),
        (["cult"], "auto", 5),
        (["cult", "count", "king_robber"], "off", 0),
        (["abbot"], "on", 5),
    ):
        rules = rules_of(agree(2, boxes, {"ordinary_tiles": value}))
        assert sum(rules.tile(tile).set == "ordinary" for tile in rules.bag) == expected
        new_game(agree(2, boxes, {"ordinary_tiles": value}))


@pytest.mark.parametrize(
    "boxes", [["count"], ["king_robber"], ["cult"], ["count", "cult"], ["count", "cult", "king_robber"]]
)
def test_the_ordinary_tiles_come_once_with_each_part_of_the_box(boxes: list[str]) -> None:
    """COUNT-07: five tiles with Count, King and Robber or Cult."""
    bag = Counter(new_game(agree(2, boxes, seed="x")).state.rules.bag)
    assert sum(count for tile, count in bag.items() if tile.startswith("kr-")) == 5


def test_a_river_only_by_its_option() -> None:
    """OPT-01, RIVER-28, COMBO-04: refused by default, for either river."""
    options = {name: values[0] for name, values in EXPANSION.options.items()}
    assert EXPANSION.check is not None
    for river in ("river", "river2"):
        with pytest.raises(BadSetup) as refused:
            EXPANSION.check(agree(2, ["count", river]), options)
        assert (refused.value.code, refused.value.rule) == ("river_with_carcassonne", "OPT-01")
        EXPANSION.check(agree(2, ["count", river]), options | {"river_with_carcassonne": "allowed"})
    EXPANSION.check(agree(2, ["count"]), options)


@pytest.mark.parametrize(("option", "may_send"), [("false", True), ("true", False)])
def test_the_fairys_points_count_only_by_option(
    monkeypatch: pytest.MonkeyPatch, option: str, may_send: bool
) -> None:
    """COUNT-13: three points of the fairy for the placer."""

    def fairy(state: GameState, feature: int, figures: Any, complete: bool, events: Any) -> None:  # noqa: ARG001
        award(state, events, state.placer, "fairy", (Item("fairy", 1, 3),))

    add_box(monkeypatch, hooks=Hooks(features_scored=(fairy,)))
    options = {"count_fairy_points_block": option}
    done = run({"boxes": ["count", "stub"], "options": options, "board": BLUE_CITY, "moves": [CLOSES_IT]})
    assert done.state.scores == [3, 4]
    assert [prompt.ask for prompt in pending(done.state)] == (["send"] if may_send else ["place"])


def test_points_of_other_steps_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-13: a point at the start of the turn or in the action step is no point for a feature."""

    def early(state: GameState, events: Any) -> None:
        award(state, events, state.player, "garden", (Item("site", 1, 1),))

    add_box(monkeypatch, hooks=Hooks(turn_started=(early,), tile_placed=(early,)))
    done = run({"boxes": ["count", "stub"], "board": BLUE_CITY, "moves": [CLOSES_IT]})
    assert done.state.scores == [2, 4]
    assert [prompt.ask for prompt in pending(done.state)] == ["send"]


def test_points_of_a_castle_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-13, COUNT-11: the placer's castle scores with what was completed: nobody is sent."""

    def castles(state: GameState, events: Any) -> None:
        if state.completed:
            award(state, events, state.placer, "castle", (Item("city", 1, 4),))

    add_box(monkeypatch, steps={"castles": castles})
    done = run({"boxes": ["count", "stub"], "board": BLUE_CITY, "moves": [CLOSES_IT]})
    assert [prompt.ask for prompt in pending(done.state)] == ["place"]


def test_a_new_castle_gives_no_points_and_takes_no_palace_meeple() -> None:
    """COUNT-14, COUNT-24, COMBO-31: no move to it, and nobody is sent because of it."""
    city = ["the count is in the market", "B has 1 meeple in the palace"]
    game = {"boxes": ["count"], "city": city, "board": BLUE_CITY, "moves": [CLOSES_IT]}
    assert [prompt.ask for prompt in pending(run(game).state)] == ["quarters"]
    done = run(game | {"boxes": ["count", "castles"], "moves": [CLOSES_IT, "B castle -2,2"]})
    assert [prompt.ask for prompt in pending(done.state)] == ["place"]
    assert done.state.scores == [0, 0]


def test_an_abbot_knows_only_the_cathedral(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-16, COMBO-13: into the cathedral and nowhere else."""
    add_box(monkeypatch, first=True, figures=ABBOT, kinds=frozenset({"garden"}))
    game = {"boxes": ["count", "stub"], "board": BLUE_CITY, "supply": {"A": {"meeple": 0}}}
    done = run(game | {"moves": [CLOSES_IT, "A send abbot palace ! wrong_quarter COUNT-16"]})
    assert lines(done) == ["A send abbot cathedral", "A pass"]
    done = run(game | {"moves": [CLOSES_IT, "A send meeple palace ! none_in_supply COUNT-12"]})
    assert lines(done) == ["A send abbot cathedral", "A pass"]


@pytest.mark.parametrize(("tile", "segment"), [("base-B", "m1"), ("base-E-garden", None)])
def test_from_the_cathedral_to_monasteries_not_to_gardens(
    monkeypatch: pytest.MonkeyPatch, tile: str, segment: str | None
) -> None:
    """COUNT-25, COMBO-13: an abbot joins a completed monastery, never a garden."""
    add_box(monkeypatch, first=True, figures=ABBOT, kinds=frozenset({"garden"}))
    done = run(
        {
            "boxes": ["count", "stub"],
            "city": ["B has 1 abbot in the cathedral"],
            "board": [
                f"{tile} -1,-2 r0",
                "base-E -2,-2 r3",
                "base-E 0,-2 r1",
                "base-E -1,-3 r0" if segment else "base-E -1,-3 r2",
                "base-V -2,-3 r1",
            ],
            "moves": ["A base-V 0,-3 r2"],
        }
    )
    options = ["B leave cathedral abbot -1,-2 m1", "B pass"] if segment else None
    assert options is None or lines(done) == options
    assert (pending(done.state)[0].ask == "quarters") == bool(segment)


@pytest.mark.parametrize(
    ("barred", "options"),
    [
        ((-2, 2), ["B leave palace meeple -2,3 c1", "B pass"]),
        ((-2, 3), ["B leave palace meeple -2,2 c2", "B pass"]),
    ],
)
def test_not_onto_the_dragons_tile(
    monkeypatch: pytest.MonkeyPatch, barred: tuple[int, int], options: list[str]
) -> None:
    """COUNT-25: a feature may be joined on another of its tiles, not on the one that is barred."""
    add_box(monkeypatch, hooks=Hooks(bars_cell=(lambda _, cell: cell == barred,)))
    done = run(
        {
            "boxes": ["count", "stub"],
            "city": ["the count is in the market", "B has 1 meeple in the palace"],
            "board": BLUE_CITY,
            "moves": [CLOSES_IT],
        }
    )
    assert lines(done) == options


def test_not_to_a_feature_on_the_dragons_tile_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-25: a monastery on the barred tile cannot be joined."""
    add_box(monkeypatch, hooks=Hooks(bars_cell=(lambda _, cell: cell == (-1, -2),)))
    done = run(
        {
            "boxes": ["count", "stub"],
            "city": ["B has 1 meeple in the cathedral"],
            "board": [
                "base-B -1,-2 r0",
                "base-E -2,-2 r3",
                "base-E 0,-2 r1",
                "base-E -1,-3 r0",
                "base-V -2,-3 r1",
            ],
            "moves": ["A base-V 0,-3 r2"],
        }
    )
    assert [prompt.ask for prompt in pending(done.state)] == ["place"]


def test_a_tile_that_matters_is_an_option_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-36: one option a feature, and one for each tile on which a figure counts for more."""
    add_box(monkeypatch, hooks=Hooks(notable_cells=(lambda _: [(-2, 2)],)))
    done = run(
        {
            "boxes": ["count", "stub"],
            "city": ["the count is in the market", "B has 1 meeple in the palace"],
            "board": BLUE_CITY,
            "moves": [CLOSES_IT],
        }
    )
    assert lines(done) == ["B leave palace meeple -2,3 c1", "B leave palace meeple -2,2 c2", "B pass"]


def test_without_a_field_market_meeples_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNT-29: nobody is asked, the game ends."""
    game = {
        "boxes": ["count"],
        "bag": [],
        "city": ["B has 1 meeple in the market"],
        "moves": ["A base-U -3,-1 r0"],
    }
    assert pending(run(game).state)[0].ask == "market"
    add_box(monkeypatch, hooks=Hooks(bars_cell=(lambda *_: True,)))
    run(game | {"boxes": ["count", "stub"], "expect": ["the game is over", "B has 1 meeple in the market"]})


def test_a_field_beside_cities_a_castle_and_carcassonne(monkeypatch: pytest.MonkeyPatch) -> None:
    """EX-D1, COMBO-39, COUNT-28: 3 + 3 + 4 + 3 points; the open city gives nothing."""
    castle = covers((-2, 4))
    worth = lambda state, city: Item("castles", 1, 4) if castle(state, city) else None  # noqa: E731
    add_box(monkeypatch, hooks=Hooks(city_worth=(worth,), retired=(castle,)))
    run(
        {
            "boxes": ["count", "stub"],
            "board": [
                "base-E -2,2 r0 A:field",
                "base-E -1,2 r2",
                "base-E -1,3 r0",
                "base-E -3,1 r3",
                "base-E -2,3 r2",
                "base-E -2,4 r0",
            ],
            "moves": ["? A has 0 points"],
            "final": ["A has 13 points"],
        }
    )


def test_guests_stand_on_no_tile() -> None:
    """COUNT-32, COUNT-35: nothing that looks for figures on tiles finds them; everybody sees them."""
    state = run(
        {"boxes": ["count"], "city": ["B has 1 meeple in the palace"], "moves": ["A base-U -3,-1 r0"]}
    ).state
    assert not list(state.all_figures())
    assert not state.occupied()
    check(state)
    assert PART.of(view_for(state, None)) == PART.of(state)


def test_no_section_can_be_bridged() -> None:
    """COUNT-33: no section shows field on two opposite edges."""
    board = table().board
    for cell in board.cells:
        edges = [board.edge(cell, side) for side in range(4)]
        assert "field" not in {edges[0]} & {edges[2]}
        assert "field" not in {edges[1]} & {edges[3]}


def test_the_absent_player_takes_the_best_field() -> None:
    """TURN-31: the field worth most to that player; a pass where that is possible."""
    game: dict[str, Any] = {
        "boxes": ["count"],
        "bag": [],
        "city": ["B has 1 meeple in the market"],
        "board": ["base-B -1,-2 r0 A:field A:field", "base-E 0,-2 r0", "base-E 0,-3 r2"],
        "moves": ["A base-U -3,-1 r0"],
    }
    state = run(game).state
    (prompt,) = pending(state)
    assert write(safe_answer(state, prompt)) == "B leave market meeple -3,-1 f2"
    game["options"] = {"count_final_quarters": "any"}
    game["city"] = ["B has 1 meeple in the smithy"]
    state = run(game).state
    (prompt,) = pending(state)
    assert write(safe_answer(state, prompt)) == "B pass"


def test_absent_player_passes_when_figures_may_move() -> None:
    """TURN-31: pass in a round of moves, when sending, and with the count."""
    city = ["the count is in the market", "B has 1 meeple in the palace"]
    state = run({"boxes": ["count"], "city": city, "board": BLUE_CITY, "moves": [CLOSES_IT]}).state
    assert write(safe_answer(state, pending(state)[0])) == "B pass"
