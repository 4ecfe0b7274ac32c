"""The door of the engine: set-ups, turns, the end of a game, the bag, and polite refusals."""

from __future__ import annotations

import hashlib
from copy import copy

import pytest

from engine import record
from engine.actions import Action, Pass, PlaceTile
from engine.events import GameEnded, GameStarted, TileDiscarded, TileDrawn, TurnStarted
from engine.game import IllegalAction, apply, new_game, pending, safe_answer, view_for
from engine.prompts import Question
from engine.queries import census, claimed_features, dead_cells, feature_info, fields, projected_scores
from engine.refusals import refuse
from engine.ruleset import Asked, Events
from engine.setup import BadSetup, agree
from engine.state import GameState
from tests.replays.runner import Table
from tests.support.random_play import transitions


def start(**more: object) -> GameState:
    return new_game(agree(2, first_seat=0, seed="s", **more)).state  # type: ignore[arg-type]


def test_the_table_at_the_start() -> None:
    """BASE-09, BASE-10, BASE-11, BASE-12: the start tile lies, 71 are left, 7 meeples each, no points."""
    state, events = new_game(agree(3, seed="x"))
    assert {cell: placed.turned.tile.id for cell, placed in state.board.cells.items()} == {(0, 0): "base-D"}
    assert len(state.bag) + 1 == 71
    assert state.supply == {(player, "meeple"): 7 for player in range(3)}
    assert state.scores == [0, 0, 0]
    assert isinstance(events[0], GameStarted)
    assert [type(event) for event in events[1:]] == [TurnStarted, TileDrawn]


def test_the_drawn_tile_is_shown_to_everybody() -> None:
    """BASE-15, BASE-51: the tile in hand, supplies, scores and the number of tiles left are public."""
    state = start()
    for viewer in (None, 0, 1):
        view = view_for(state, viewer)
        assert view.tile == state.tile
        assert len(view.bag) == len(state.bag)
        assert view.supply == state.supply


@pytest.mark.parametrize("seed", range(12))
def test_the_first_player_is_random_or_chosen(seed: int) -> None:
    """BASE-13: by chance every seat begins some time; a chosen seat always begins."""
    assert new_game(agree(3, seed=str(seed), first_seat=2)).state.player == 2
    firsts = {new_game(agree(3, seed=f"{seed}/{number}")).state.player for number in range(40)}
    assert firsts == {0, 1, 2}


def test_turns_go_clockwise() -> None:
    """BASE-13: the next player is the one to the left."""
    import random

    players = [
        event.player
        for _, _, (_, events) in transitions(agree(4, first_seat=1, seed="c"), random.Random(1))
        for event in events
        if isinstance(event, TurnStarted)
    ]
    assert players[:6] == [1, 2, 3, 0, 1, 2]
    assert len(players) == 71


def test_two_to_five_players_and_six_by_option() -> None:
    """BASE-08, OPT-02."""
    for players in (1, 6):
        with pytest.raises(BadSetup) as caught:
            new_game(agree(players))
        assert (caught.value.code, caught.value.rule) == ("players", "OPT-02")
    assert len(new_game(agree(6, options={"max_players": "6"})).state.scores) == 6


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (agree(2, game="chess"), "unknown_game"),
        (agree(2, ["catapult"]), "unknown_box"),
        (agree(2, options={"speed": "fast"}), "unknown_option"),
        (agree(2, options={"farmers": "maybe"}), "unknown_value"),
        (agree(2, options={"first_player": "chosen"}), "first_seat"),
        (agree(2, first_seat=2), "first_seat"),
        (agree(2, stack=["base-Ω"]), "unknown_tile"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(setup: object, code: str) -> None:
    """OPT-05: options are fixed and checked when the game is created."""
    with pytest.raises(BadSetup) as caught:
        new_game(setup)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_the_game_ends_with_the_turn_of_the_last_tile() -> None:
    """BASE-39: everything of that turn is finished first."""
    state = start(stack=["base-E", "base-E"])
    state.bag = ()
    place = next(option for option in pending(state)[0].options if option == PlaceTile(0, (0, -1), 2))
    state, _ = apply(state, place)
    assert not state.over
    claim = next(option for option in pending(state)[0].options if "c1" in repr(option))
    state, events = apply(state, claim)
    assert state.over
    assert state.scores == [4, 0]
    assert state.supply[0, "meeple"] == 7
    assert isinstance(events[-1], GameEnded)
    assert pending(state) == ()


def test_without_a_tile_to_draw_the_game_ends() -> None:
    """BASE-18, BASE-40: the last tile fits nowhere, the pile is empty: the turn ends without a placement."""
    state = start(stack=["base-E", "base-C"])
    state.bag = ("base-C",)
    state, _ = apply(state, PlaceTile(0, (0, -1), 2))  # closes the only open city
    state, events = apply(state, Pass(0))
    assert any(isinstance(event, TileDiscarded) for event in events)
    assert state.over
    assert state.discarded == ("base-C",)


def test_ties_share_the_victory() -> None:
    """BASE-42, TURN-28."""
    state = new_game(agree(3, first_seat=0, stack=["base-E"])).state
    state.bag = ()
    state.scores = [5, 9, 9]
    state, _ = apply(state, PlaceTile(0, (0, -1), 2))
    state, events = apply(state, Pass(0))
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.places == (3, 1, 1)


def test_the_bag_is_committed_to_and_revealed() -> None:
    """The first event names the hash of seed and salt; the last one reveals both."""
    setup = agree(2, seed="secret", salt="pepper", first_seat=0, stack=["base-E"])
    state, events = new_game(setup)
    started = events[0]
    assert isinstance(started, GameStarted)
    assert started.commitment == hashlib.sha256(b"secret:pepper").hexdigest()
    state.bag = ()
    state, _ = apply(state, PlaceTile(0, (0, -1), 2))
    _, events = apply(state, Pass(0))
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.seed, ended.salt) == ("secret", "pepper")


def test_the_same_seed_gives_the_same_bag() -> None:
    assert new_game(agree(2, seed="1")).state.bag == new_game(agree(2, seed="1")).state.bag
    assert new_game(agree(2, seed="1")).state.bag != new_game(agree(2, seed="2")).state.bag
    assert new_game(agree(2, seed="1")).state.bag != new_game(agree(2, seed="1", salt="x")).state.bag


def test_a_refusal_carries_the_rule_and_the_facts() -> None:
    state = start(stack=["base-B"])
    with pytest.raises(IllegalAction) as caught:
        apply(state, PlaceTile(0, (1, 0), 0))
    assert caught.value.reason == refuse(
        "edges", "BASE-16", cell=(1, 0), rotation=0, mismatches=(("W", "field", "road"),)
    )


def test_after_the_end_nothing_can_be_played() -> None:
    state = start(stack=["base-E"])
    state.bag = ()
    state, _ = apply(state, PlaceTile(0, (0, -1), 2))
    state, _ = apply(state, Pass(0))
    with pytest.raises(IllegalAction) as caught:
        apply(state, Pass(0))
    assert caught.value.reason.code == "game_over"


def test_an_unknown_action_is_refused() -> None:
    class Juggle(Action):
        verb = "juggle"

    with pytest.raises(IllegalAction) as caught:
        apply(start(), Juggle(0))
    assert caught.value.reason.code == "not_in_this_game"


def test_rotations_that_look_alike_are_one_option() -> None:
    """BASE-16: a straight road turned by a half is the same placement; both are accepted."""
    state = start(stack=["base-U"])
    options = pending(state)[0].options
    assert PlaceTile(0, (1, 0), 0) in list(options)
    assert PlaceTile(0, (1, 0), 2) not in list(options)
    assert PlaceTile(0, (1, 0), 2) in options
    assert apply(state, PlaceTile(0, (1, 0), 2)).state == apply(state, PlaceTile(0, (1, 0), 0)).state


def test_the_safe_answer_passes_or_takes_the_first_option() -> None:
    """TURN-31."""
    state = start(stack=["base-U"])
    prompt = pending(state)[0]
    assert safe_answer(state, prompt) == prompt.options[0]
    state = apply(state, prompt.options[0]).state
    assert safe_answer(state, pending(state)[0]) == Pass(0)


def test_dead_cells_may_be_made_and_are_found() -> None:
    """BASE-17: a cell between four cities that only base-C could fill is dead once base-C is gone."""
    table = Table(
        {
            "board": [
                "base-B 0,1 r0",
                "base-E 0,2 r2",
                "base-B 1,1 r0",
                "base-B 2,1 r0",
                "base-B 2,2 r0",
                "base-B 2,3 r0",
                "base-E 1,3 r3",
            ]
        }
    )
    state = table.state
    assert dead_cells(state) == []
    state.bag = tuple(tile for tile in state.bag if state.rules.tile(tile).edges.count("city") < 2)
    state.tile = "base-B"
    assert (0, 3) in dead_cells(state)


def test_several_players_may_be_asked_at_the_same_time() -> None:
    """Each answers once, in any order; a question that stands keeps the moment it was asked."""

    def vote(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001
        return tuple((seat, "vote") for seat, voted in enumerate(state.scores) if not voted) or None

    def voted(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001
        state.scores[action.player] = 1

    state = new_game(agree(3, first_seat=0, seed="s")).state
    state.rules = rules = copy(state.rules)  # others share the original
    rules.order, rules.names = (vote, rules.order[-1]), ("vote", "ranking")
    rules.asks, rules.passes = {"vote": lambda _, player: (Pass(player),)}, {"vote": voted}
    state.step = 0
    state.questions = tuple(Question(seat, "vote", 7) for seat in range(3))

    after = apply(state, Pass(1)).state
    assert [(prompt.player, prompt.asked_at) for prompt in pending(after)] == [(0, 7), (2, 7)]
    with pytest.raises(IllegalAction):
        apply(after, Pass(1))
    assert apply(apply(after, Pass(2)).state, Pass(0)).state.over
    assert [prompt.player for prompt in pending(state)] == [0, 1, 2]


def test_the_queries_of_a_position() -> None:
    """BASE-51: the census, features with owners and worth, the fields, the projection."""
    state = Table({"board": ["base-F 0,-1 r1 A:city", "base-U 1,0 r0 B:f2"]}).state
    (city,) = [info for info in claimed_features(state) if info.kind == "city"]
    assert city.owners == (0,)
    assert city.cells == ((0, 0), (0, -1))
    assert (city.points_now, city.points_completed, city.open, city.complete) == (3, 6, 1, False)
    assert feature_info(state, city.id) == city
    south = next(info for info in fields(state) if info.figures)
    assert south.cells == ((0, 0), (1, 0))
    assert south.owners == (1,)
    assert projected_scores(state) == (3, 0)
    assert census(state).total() == len(state.bag)


def test_a_snapshot_of_a_newer_version_is_refused() -> None:
    data = record.encode(start()).replace(b'"version":1', b'"version":2')
    with pytest.raises(record.BadRecord) as caught:
        record.decode(data)
    assert caught.value.code == "newer_version"


@pytest.mark.parametrize(
    "broken", [b"", b"{}", b"[]", b"\xff", b'{"format":"bastide-record","version":1}', b"7"]
)
def test_a_broken_snapshot_is_refused(broken: bytes) -> None:
    with pytest.raises(record.BadRecord):
        record.decode(broken)
