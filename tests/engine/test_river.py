"""The River and River II where a replay would be clumsy: piles, set-ups, views, an end that nothing fits."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from engine.actions import Action, Pass, PlaceTile
from engine.board import Board
from engine.events import Event, TileDiscarded, TileDrawn, TurnStarted
from engine.expansions.river import BESIDE_A_BLOCK, PART, End, RiverPart, TurnAgain, lake_of, set_out
from engine.game import apply, imagine, new_game, pending, rules_of, view_for
from engine.invariants import check
from engine.queries import census
from engine.setup import BadSetup, agree
from engine.state import GameState
from engine.steps.draw import tiles_left
from engine.tiles import load
from engine.turned import Shape


def table(*boxes: str, seed: str = "1", stack: tuple[str, ...] = (), **options: str) -> GameState:
    """A new game; the first tile is in hand already."""
    return new_game(agree(2, boxes, options, seed=seed, stack=stack)).state


def coming(state: GameState) -> list[str]:
    """The river tiles in the order in which they come, the one in hand first."""
    return [state.tile or "", *reversed(PART.of(state).pile)]


def play(state: GameState, *actions: Action) -> tuple[GameState, list[Event]]:
    """Play; an action step that is not asked for is passed."""
    events: list[Event] = []
    for action in actions:
        state, new = apply(state, action)
        events += new
        if [prompt.ask for prompt in pending(state)] == ["act"]:
            state, new = apply(state, Pass(action.player))
            events += new
    return state, events


def set_tiles(name: str) -> Counter[str]:
    return Counter({tile.id: tile.count for tile in load(name).tiles})


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_river_is_a_pile_of_its_own_from_spring_to_lake(seed: str) -> None:
    """RIVER-01, RIVER-11, RIVER-12: 12 tiles: spring laid, ten shuffled, lake last; no base start tile."""
    state = table("river", seed=seed)
    assert [placed.turned.tile.id for placed in state.board.cells.values()] == ["river-source"]
    order = coming(state)
    assert order[-1] == "river-lake"
    assert Counter(["river-source", *order]) == set_tiles("river")
    assert len(order) == 11
    assert not [tile for tile in state.bag if tile.startswith("river")]
    assert Counter(state.bag) == set_tiles("base") - Counter(["base-D"])
    assert tiles_left(state) == 10 + 71


def test_the_pile_is_shuffled() -> None:
    """RIVER-11, RIVER-15: another seed, another order."""
    for box in ("river", "river2"):
        assert len({tuple(coming(table(box, seed=str(seed)))) for seed in range(20)}) > 15


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_river_two_has_the_fork_first_and_the_volcano_lake_last(seed: str) -> None:
    """RIVER-14, RIVER-15, RIVER-16: spring, fork, nine others (one of them ends in a city), volcano lake."""
    state = table("river2", seed=seed)
    order = coming(state)
    assert order[0] == "river2-fork"
    assert order[-1] == "river2-volcano-lake"
    assert Counter(["river2-source", *order]) == set_tiles("river2")
    assert len(order[1:-1]) == len(set(order[1:-1])) == 9
    assert "river2-city-lake" in order


@pytest.mark.parametrize(
    ("chosen", "lake"), [("auto", "river-lake"), ("river", "river-lake"), ("volcano", "river2-volcano-lake")]
)
def test_both_rivers_share_one_spring_and_one_lake(chosen: str, lake: str) -> None:
    """RIVER-26: 22 tiles; the other spring and the other lake stay in the box."""
    state = table("river", "river2", river_combined_lake=chosen)
    order = coming(state)
    assert order[0] == "river2-fork"
    assert order[-1] == lake
    played = Counter(["river-source", *order])
    other = ({"river-lake", "river2-volcano-lake"} - {lake}).pop()
    assert played == set_tiles("river") + set_tiles("river2") - Counter(["river2-source", other])
    assert played.total() == 22
    assert PART.of(state).volcano == (chosen == "volcano")
    check(state)


def test_the_dragon_chooses_the_lake() -> None:
    """RIVER-26: unless the table has chosen, both rivers end in the volcano lake if the dragon is in play."""
    for chosen, lake in (("auto", "river2-volcano-lake"), ("river", "river-lake")):
        dragon = SimpleNamespace(has=lambda box: bool(box), options={"river_combined_lake": chosen})
        assert lake_of(dragon) == lake


def test_the_whole_river_is_played_before_the_bag() -> None:
    """RIVER-01, RIVER-10: the bag is untouched while river tiles are left, then it is drawn from."""
    for seed in range(12):
        rng = random.Random(seed)
        state, events = new_game(agree(2, ["river", "river2"], seed=str(seed)))
        drawn = [event.tile for event in events if isinstance(event, TileDrawn)]
        while len(state.bag) > 60:
            state, events = apply(state, rng.choice(pending(state)[0].options))
            drawn += [event.tile for event in events if isinstance(event, TileDrawn)]
        kinds = [tile.startswith("river") for tile in drawn]
        assert kinds[:21] == [True] * 21
        assert not any(kinds[21:])


def test_a_lake_that_fits_nowhere_leaves_the_river_open() -> None:
    """RIVER-06: the lake is discarded and the same player draws from the normal pile."""
    state = table(
        "river2", stack=("river2-fork", "river2-bend-pigs", "river2-cap-road-bridge", "river2-city-lake")
    )
    part = PART.of(state)
    PART.set(state, RiverPart(("river2-volcano-lake", *part.pile[-3:]), part.ends, part.volcano))
    state, events = play(
        state,
        PlaceTile(state.player, (1, 0), 0),
        PlaceTile(1 - state.player, (1, -1), 2),
        PlaceTile(state.player, (2, 0), 0),  # its city looks at the end of the other branch
        PlaceTile(1 - state.player, (3, 0), 0),
    )
    player = state.player
    assert state.discarded == ("river2-volcano-lake",)
    assert TileDiscarded(player, "river2-volcano-lake") in events
    assert [end.cell for end in PART.of(state).ends] == [(2, -1)]
    assert state.tile is not None
    assert state.tile.startswith("base")
    assert not [event for event in events if isinstance(event, TurnAgain)]
    assert pending(state)[0].player == player


def test_a_river_tile_that_fits_nowhere_is_discarded() -> None:
    """RIVER-06: the next river tile is drawn by the same player."""
    state = table(
        "river2",
        stack=(
            "river2-fork",
            "river2-bend-pigs",
            "river2-cap-road-bridge",
            "river2-city-lake",
            "river2-monastery",
            "river2-city-bridge",
        ),
    )
    first = state.player
    state, _ = play(
        state,
        PlaceTile(first, (1, 0), 0),
        PlaceTile(1 - first, (1, -1), 2),
        PlaceTile(first, (2, 0), 0),
        PlaceTile(1 - first, (3, 0), 0),
    )
    assert state.discarded == ("river2-monastery",)  # the only end wants a city in the south
    assert (state.player, state.tile) == (first, "river2-city-bridge")


def test_the_extra_turn_is_no_new_start_of_a_turn() -> None:
    """RIVER-24: nothing that happens at the start of a turn happens again."""
    state = table("river2", stack=("river2-fork", "river2-city-lake", "river2-volcano-lake"))
    first = state.player
    state, _ = play(state, PlaceTile(first, (1, 0), 3), PlaceTile(1 - first, (1, 1), 1))
    turn = state.turn
    state, events = play(state, PlaceTile(first, (1, -1), 3))
    assert TurnAgain(first) in events
    assert not [event for event in events if isinstance(event, TurnStarted)]
    assert (state.turn, state.player) == (turn, first)
    option = next(iter(pending(state)[0].options))
    state, events = play(state, option)
    assert TurnStarted(1 - first, turn + 1) in events
    assert not [event for event in events if isinstance(event, TurnAgain)]


def test_symbols_without_their_boxes() -> None:
    """RIVER-25: the lake shows the volcano that the dragon looks for; inn and pig herd are only marks."""
    tiles = {tile.id: tile for name in ("river", "river2") for tile in load(name).tiles}
    symbols = {tile.id: set(tile.symbols) for tile in tiles.values() if tile.symbols}
    assert symbols == {"river2-volcano-lake": {"volcano"}}
    marks = {
        tile.id: set(segment.marks) for tile in tiles.values() for segment in tile.segments if segment.marks
    }
    assert marks == {"river2-road-bridge-inn": {"inn"}, "river2-bend-pigs": {"pig_herd"}}


def test_the_spring_lies_beside_a_block() -> None:
    """RIVER-28: where a start block lies already, the spring is laid east of its first row."""
    state = table("river2")
    state.board = Board.empty()
    kinds = frozenset({"road", "city", "field", "carcassonne"})
    for tile in load("carcassonne").tiles:
        assert tile.at is not None
        state.board.place(Shape(tile, kinds).turns[0], (tile.at[0] - 2, tile.at[1] - 1))
    set_out(state, [])
    assert BESIDE_A_BLOCK == (2, -1)
    assert state.board.cells[2, -1].turned.tile.id == "river2-source"
    assert PART.of(state).ends == (End((3, -1), 3, 0),)


def test_a_view_tells_no_order_but_the_lake() -> None:
    """BASE-51 for the river's pile: the census is public, the order is not; the lake is known to be last."""
    state = table("river", seed="7")
    view = view_for(state, 0)
    pile = PART.of(view).pile
    assert pile[0] == "river-lake"
    assert list(pile[1:]) == sorted(PART.of(state).pile[1:])
    assert pile != PART.of(state).pile
    assert census(view) == census(state)
    dreams = {PART.of(imagine(view, str(dream))).pile for dream in range(10)}
    assert len(dreams) > 5
    assert all(dream[0] == "river-lake" and sorted(dream) == sorted(pile) for dream in dreams)


def test_options_of_the_rivers() -> None:
    """RIVER-03, RIVER-22, RIVER-26, OPT-05: defaults first; unknown values and options are refused."""
    options = rules_of(agree(2, ["river", "river2"])).options
    assert options["river_uturn"] == "consecutive_bends"
    assert options["river2_lake_effect"] == "always"
    assert options["river_combined_lake"] == "auto"
    for boxes, chosen, code in (
        (["river"], {"river_uturn": "never"}, "unknown_value"),
        (["river"], {"river2_lake_effect": "always"}, "unknown_option"),
        ([], {"river_uturn": "adjacent_tiles"}, "unknown_option"),
    ):
        with pytest.raises(BadSetup) as caught:
            rules_of(agree(2, boxes, chosen))
        assert caught.value.code == code


def test_the_first_player_may_be_chosen() -> None:
    """RIVER-16: the first player takes the fork."""
    state = new_game(agree(4, ["river2"], first_seat=2, seed="1")).state
    assert (pending(state)[0].player, state.tile) == (2, "river2-fork")


def test_every_river_keeps_its_rules_in_random_play() -> None:
    """RIVER-02, RIVER-05, RIVER-18: every end faces an empty cell of its own, and the river is one tree."""
    for seed in range(20):
        rng = random.Random(seed)
        state = table("river", "river2", seed=str(seed))
        while len(state.bag) > 60:
            ends = PART.of(state).ends
            cells = [end.cell for end in ends]
            assert len(set(cells)) == len(cells) <= 2
            assert not set(cells) & set(state.board.cells)
            shown = [
                (cell, side)
                for cell, placed in state.board.cells.items()
                for side, edge in enumerate(placed.turned.edges)
                if edge == "river"
            ]
            rivers = sum("river" in placed.turned.edges for placed in state.board.cells.values())
            assert len(shown) - len(ends) == 2 * (rivers - 1)  # a tree: one joint fewer than tiles
            state, _ = apply(state, rng.choice(pending(state)[0].options))
