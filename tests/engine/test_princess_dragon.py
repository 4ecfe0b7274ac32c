"""Princess & Dragon where a replay would be clumsy: other boxes' figures and tiles, absences, snapshots."""

import copy
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine import record
from engine.actions import Claim, Pass
from engine.board import SPAN
from engine.events import FigureReturned, Scored, TurnStarted
from engine.expansions.princess_dragon import EXPANSION, dragon, fairy, portal, princess
from engine.expansions.princess_dragon.part import PART, Expel, Fly, MoveFairy, PrincessDragon
from engine.game import apply, imagine, new_game, pending, rules_of, safe_answer, view_for
from engine.geometry import Cell
from engine.invariants import check
from engine.ruleset import Events, FigureKind
from engine.scoring import score_feature
from engine.setup import BadSetup, agree
from engine.state import Figure, GameState
from engine.steps.act import act_options, claim_spots
from engine.tiles import load
from engine.turned import Shape
from tests.replays.oracle_princess_dragon import bend_bonus, their_start_points
from tests.replays.runner import Table

KINDS = frozenset({"road", "city", "field", "monastery"})


def table(**game: Any) -> Table:
    return Table({"boxes": ["princess_dragon"], **game})


def own_rules(state: GameState, **changes: Any) -> None:
    """Give the state compiled rules of its own, with more hooks, options or figures."""
    rules = copy.copy(state.rules)
    rules.hooks = replace(rules.hooks, **changes.get("hooks", {}))
    rules.options = {**rules.options, **changes.get("options", {})}
    rules.figures = {**rules.figures, **changes.get("figures", {})}
    rules.weights = {name: kind.weight for name, kind in rules.figures.items()}
    rules.claimants = tuple((name, kind.stands_on) for name, kind in rules.figures.items())
    state.rules = rules


def lay(state: GameState, set_name: str, tile_id: str, cell: Cell) -> None:
    """Lay a tile of another box, with any neighbours."""
    tile = next(tile for tile in load(set_name).tiles if tile.id == tile_id)
    state.own_board().place(Shape(tile, KINDS).turns[0], cell)


def changed(state: GameState, **changes: Any) -> None:
    PART.set(state, replace(PART.of(state), **changes))


def targets(state: GameState) -> set[Cell]:
    return {option.cell for option in dragon.flight_options(state, 0)}


# -- components and options ---------------------------------------------------------------------------


def test_the_tiles_of_the_box() -> None:
    """PD-01: 6 volcanoes, 12 dragons, 6 princesses, 6 portals."""
    tiles = load("princess_dragon").tiles
    symbols = Counter(symbol for tile in tiles for symbol in tile.symbols for _ in range(tile.count))
    princesses = sum(
        tile.count for tile in tiles if any("princess" in segment.marks for segment in tile.segments)
    )
    assert symbols == {"volcano": 6, "dragon": 12, "portal": 6}
    assert princesses == 6
    assert sum(tile.count for tile in tiles) == 30


def test_the_options_of_both_editions() -> None:
    """O7 to O10: the new edition by default, the older one (pd_classic) by its options."""
    newest = rules_of(agree(2, ["princess_dragon"])).options
    assert {name: newest[name] for name in EXPANSION.options} == {
        "princess": "may",
        "princess_blocks_fairy": "true",
        "fairy_attach": "meeple",
        "fairy_final_bonus": "any_scored",
    }
    classic = {"princess": "must", "princess_blocks_fairy": "false", "fairy_attach": "tile"}
    assert classic.items() <= rules_of(agree(2, ["princess_dragon"], classic)).options.items()
    with pytest.raises(BadSetup) as refused:
        rules_of(agree(2, ["princess_dragon"], {"princess": "perhaps"}))
    assert refused.value.code == "unknown_value"
    with pytest.raises(BadSetup):
        rules_of(agree(2, [], {"princess": "must"}))


def test_six_players_fly_one_step_each() -> None:
    """DRAGON-05: six steps in total for any number of players, from the placer on."""
    game = table(
        players=6,
        options={"max_players": "6"},
        first="E",
        board=[f"base-B 0,{y} r0" for y in range(1, 8)],
        dragon="0,7",
        stack=["pd-dragon-straight"],
    )
    game.move("E pd-dragon-straight 1,0 r0 nobody")
    flown = []
    while pending(game.state)[0].ask == "dragon":
        (prompt,) = pending(game.state)
        flown.append(prompt.player)
        game.apply(prompt.options[0])
    assert flown == [4, 5, 0, 1, 2, 3]
    assert PART.of(game.state).dragon == (0, 1)


# -- absent players -----------------------------------------------------------------------------------


def test_an_absent_player_flies_north_first() -> None:
    """TURN-31: north, east, south, west."""
    game = table(
        board=["base-B 0,1 r0", "base-B 0,2 r0", "base-B 1,1 r0"], dragon="0,1", stack=["pd-dragon-straight"]
    )
    game.move("A pd-dragon-straight 1,0 r0 nobody")
    flown = []
    while pending(game.state)[0].ask == "dragon":
        (prompt,) = pending(game.state)
        action = safe_answer(game.state, prompt)
        assert isinstance(action, Fly)
        flown.append(action.cell)
        game.apply(action)
    assert flown == [(0, 0), (1, 0), (1, 1)]


def test_absent_player_expels_a_knight_only_when_forced() -> None:
    """TURN-31: pass where optional, otherwise the first option."""
    board = ["base-G 0,-1 r1 B:city"]
    for rule in ("may", "must"):
        game = table(board=board, options={"princess": rule}, stack=["pd-princess-cap-crossing3"])
        game.move("A pd-princess-cap-crossing3 0,-2 r2 ...")
        (prompt,) = pending(game.state)
        expected = Pass(0) if rule == "may" else Expel(0, (0, -1), "c1")
        assert safe_answer(game.state, prompt) == expected


# -- snapshots and views ------------------------------------------------------------------------------


def test_a_snapshot_in_the_middle_of_a_flight_plays_on_equally() -> None:
    """DRAGON-05, DRAGON-08: the flight so far is part of the state."""
    game = table(
        board=["base-B 0,1 r0 B:monastery", "base-B 0,2 r0", "base-B 1,2 r0", "base-B 1,1 r0"],
        dragon="0,2",
        fairy="1,1",
        stack=["pd-dragon-straight"],
    )
    game.move("A pd-dragon-straight 1,0 r0 nobody")
    game.move("A fly 0,1")
    state = game.state
    assert PART.of(state).visited == ((0, 2), (0, 1))
    again = record.decode(record.encode(state))
    assert again == state
    while pending(state)[0].ask == "dragon":
        assert [tuple(prompt.options) for prompt in pending(again)] == [
            tuple(prompt.options) for prompt in pending(state)
        ]
        action = pending(state)[0].options[-1]
        one, two = apply(state, action), apply(again, action)
        assert one.events == two.events
        state, again = one.state, record.decode(record.encode(two.state))
        assert again == state
    assert PART.of(state).visited == ()


def test_tiles_set_aside_are_public_and_the_order_of_the_bag_is_not() -> None:
    """DRAGON-02: set aside face up; and an imagined game goes on from there."""
    setup = agree(
        2, ["princess_dragon"], first_seat=0, seed="s", stack=["pd-dragon-curve", "pd-volcano-field"]
    )
    state = new_game(setup).state
    for viewer in (0, 1, None):
        view = view_for(state, viewer)
        assert PART.of(view).aside == ("pd-dragon-curve",)
        assert view.bag == tuple(sorted(state.bag))
    check(state)
    after = apply(imagine(view_for(state, 0), "dream"), pending(state)[0].options[0]).state
    check(after)
    assert Counter([*after.bag, after.tile])["pd-dragon-curve"] == 2


def test_the_first_volcano_shuffles_the_pile_anew() -> None:
    """VOLCANO-04: nobody can tell where the tiles set aside went; the second volcano shuffles nothing."""
    places = set()
    for seed in range(12):
        stack = ["pd-dragon-tunnel", "pd-volcano-field", "pd-volcano-cap"]
        state = new_game(agree(2, ["princess_dragon"], first_seat=0, seed=f"{seed}", stack=stack)).state
        state = apply(state, pending(state)[0].options[0]).state
        places.add(state.bag.index("pd-dragon-tunnel") if "pd-dragon-tunnel" in state.bag else -1)
    assert len(places) > 6
    state.tile, state.last = None, (0, 1)
    bag = state.bag
    dragon.volcano(state, [])
    assert state.bag == bag


# -- other boxes' tiles -------------------------------------------------------------------------------


@pytest.mark.parametrize("border", [None, "open", "closed"])
def test_carcassonne_is_closed_to_the_dragon(border: str | None) -> None:
    """DRAGON-07, COMBO-17, COUNT-30, COUNT-31, COUNT-34: never inside; at the border by option."""
    state = table(board=["base-B 0,1 r0"], dragon="0,1").state
    own_rules(state, options={"carcassonne_border": border} if border else {})
    lay(state, "carcassonne", "carcassonne-11", (1, 1))
    lay(state, "carcassonne", "carcassonne-31", (-1, 1))
    assert targets(state) == ({(0, 0)} if border == "closed" else {(0, 0), (-1, 1)})
    refusal = dragon.explain_fly(state, Fly(0, (1, 1)))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("inside_carcassonne", "COUNT-34")


@pytest.mark.parametrize("border", [None, "closed"])
def test_carcassonne_is_closed_to_fairy_and_portal(border: str | None) -> None:
    """COMBO-18, PORTAL-05, FAIRY-04, COUNT-31: the landscape at the border by option."""
    game = table(board=["base-B 0,1 r0"], stack=["pd-portal-crossing3"])
    game.move("A pd-portal-crossing3 1,0 r0 ...")
    state = game.state
    own_rules(state, options={"carcassonne_border": border} if border else {})
    lay(state, "carcassonne", "carcassonne-31", (-1, 1))
    claim = Claim(0, (-1, 1), "f1", "meeple")
    assert (claim in portal.portal_claims(state, 0)) == (border is None)
    refusal = portal.explain_claim(state, claim)
    assert (refusal is None) == (border is None)
    state.stand(Figure(0, "meeple", (-1, 1), "f1"))
    assert (MoveFairy(0, (-1, 1), "f1") in fairy.fairy_moves(state, 0)) == (border is None)


def test_the_volcano_lake_brings_the_dragon() -> None:
    """COMBO-02: a volcano tile of any box: no figure on it, and the dragon comes."""
    state = table().state
    state.tile = None
    lay(state, "river2", "river2-volcano-lake", (1, 0))
    state.last = (1, 0)
    assert claim_spots(state, 0, (1, 0)) == []
    events: Events = []
    dragon.volcano(state, events)
    assert PART.of(state).dragon == (1, 0)
    assert dragon.flight(state, events) is None


def test_a_portal_leads_onto_a_bridge() -> None:
    """PORTAL-04: roads, a bridge's too."""
    game = table(board=["base-B 0,1 r0"], stack=["pd-portal-crossing3"])
    game.state.own_board().build_span((0, 1), 1)
    game.move("A pd-portal-crossing3 1,0 r0 ...")
    claim = Claim(0, (0, 1), SPAN, "meeple")
    assert claim in pending(game.state)[0].options
    game.apply(claim)
    changed(game.state, dragon=(0, 0), visited=((0, 0),))
    events: Events = []
    dragon.on_fly(game.state, Fly(0, (0, 1)), events)
    assert [event.why for event in events if isinstance(event, FigureReturned)] == ["eaten"]  # COMBO-23


# -- other boxes' figures -----------------------------------------------------------------------------


def test_an_abbot_is_eaten_and_goes_through_the_portal() -> None:
    """DRAGON-11, COMBO-08, COMBO-10: figures of every kind, each on its own ground."""
    game = table(board=["base-B 0,1 r0", "base-B 0,2 r0"], dragon="0,2", stack=["pd-portal-crossing3"])
    own_rules(game.state, figures={"abbot": FigureKind(1, frozenset({"monastery"}))})
    game.state.supply[0, "abbot"] = 1
    game.state.supply[1, "abbot"] = 0
    state = apply(game.state, pending(game.state)[0].options[0]).state
    state.last = next(cell for cell, placed in state.board.cells.items() if placed.turned.tile.set != "base")
    claims = [claim for claim in portal.portal_claims(state, 0) if claim.figure == "abbot"]
    assert claims == [Claim(0, (0, 1), "m1", "abbot")]
    state.supply[0, "abbot"] = 0
    state.stand(Figure(0, "abbot", (0, 1), "m1"))
    assert MoveFairy(0, (0, 1), "m1") in fairy.fairy_moves(state, 0)  # COMBO-11
    changed(state, dragon=(0, 2), visited=((0, 2),))
    dragon.on_fly(state, Fly(0, (0, 1)), [])
    assert state.supply[0, "abbot"] == 1


def lord_in(state: GameState, lord: Figure) -> None:
    """As the castles do it: the knight leaves its segment without going home and is listed as housed."""
    state.take(lord)
    state.supply[lord.player, lord.kind] -= 1
    own_rules(state, hooks={"figures_housed": (lambda _: (lord,),)})


@pytest.mark.parametrize("attach", ["meeple", "tile"])
def test_the_fairy_and_a_lord(attach: str) -> None:
    """COMBO-19, COMBO-20, FAIRY-04, FAIRY-13: she joins a lord, for one point and for three."""
    game = table(board=["base-E 0,-1 r2 A:city"], options={"fairy_attach": attach})
    state = game.state
    lord = Figure(0, "meeple", (0, -1), "c1")
    lord_in(state, lord)
    move = MoveFairy(0, (0, -1), "c1" if attach == "meeple" else None)
    assert fairy.fairy_moves(state, 0) == [move]
    fairy.on_move(state, move, [])
    assert fairy.fairy_moves(state, 0) == []
    state.placer = 0
    fairy.start_point(state, [])
    assert state.scores == [1, 0]
    castle = state.board.feature_id((0, -1), "c1")
    for add in state.rules.hooks.features_scored:
        add(state, castle, (lord,), True, [])
    assert state.scores == [4, 0]
    changed(state, dragon=(0, 0), visited=((0, 0),), fairy=None, companion=None)
    dragon.on_fly(state, Fly(0, (0, -1)), [])
    assert state.supply[0, "meeple"] == 6  # COMBO-19: lords are safe


def test_a_lord_is_no_knight_and_a_castle_no_target() -> None:
    """PRINCESS-07, PORTAL-05, COMBO-21, COMBO-22: his city is complete, and he stands on none of it."""
    state = table(board=["base-E 0,-1 r2 A:city"]).state
    lord_in(state, Figure(0, "meeple", (0, -1), "c1"))
    state.tile, state.last = None, (0, 1)
    tile = next(tile for tile in load("princess_dragon").tiles if tile.id == "pd-portal-crossing3")
    state.own_board().place(Shape(tile, KINDS).turns[0], (0, 1))
    assert not [claim for claim in portal.portal_claims(state, 1) if claim.segment == "c1"]
    assert princess.knights(state) == []


def test_the_start_point_is_the_placers() -> None:
    """FAIRY-05, TURN-20: a player whose placement begins a turn of their own."""
    state = table(board=["base-E 0,-1 r2 B:city"], fairy="B 0,-1 city").state
    state.placer = 1
    fairy.start_point(state, [])
    assert state.scores == [0, 1]


def test_the_expulsion_ends_the_step_when_the_fairy_has_nowhere_to_go() -> None:
    """PRINCESS-04: without a figure of one's own there is nothing left to decide."""
    game = table(
        board=["base-G 0,-1 r1 B:city"],
        options={"princess_blocks_fairy": "false"},
        stack=["pd-princess-cap-crossing3"],
    )
    game.move("A pd-princess-cap-crossing3 0,-2 r2 ...")
    game.move("A expel 0,-1 c1")
    assert [(prompt.player, prompt.ask) for prompt in pending(game.state)] == [(1, "place")]


def test_only_one_knight_is_expelled() -> None:
    """PRINCESS-02, PRINCESS-04: a second one stays."""
    game = table(
        board=["base-U -1,0 r0", "base-U 1,0 r0", "base-E -1,1 r1 A:city", "base-E 1,1 r3 B:city"],
        options={"princess": "must", "princess_blocks_fairy": "false"},
        stack=["pd-princess-city3"],
    )
    game.move("A pd-princess-city3 0,1 r2 ...")
    game.move("A expel 1,1 c1")
    assert tuple(act_options(game.state, 0)) == (MoveFairy(0, (-1, 1), "c1"), Pass(0))
    game.move("A pass")
    assert game.state.placer == 1


# -- the replay of the oracle -------------------------------------------------------------------------


def test_the_oracles_fairy_on_a_tile_is_mapped() -> None:
    """FAIRY-05, FAIRY-07: a point for each figure there, and one bonus for a feature, only in its replay."""
    board = ["base-I 0,1 r2 A:c1 B:c2", "base-N 1,1 r3", "base-N 0,2 r1", "base-N 1,2 r0"]
    state = table(board=board, options={"fairy_attach": "tile"}, fairy="0,1").state
    state.stand(Figure(0, "meeple", (0, 1), "f1"))
    replay: Any = SimpleNamespace(state=state)
    assert [their_start_points(replay, player) for player in (0, 1)] == [2, 1]
    events: Events = [TurnStarted(0, 1)]
    city = state.board.feature_id((0, 1), "c1")
    score_feature(state, events, city, state.figures_on(city), complete=True)
    assert state.scores == [11, 11]
    theirs = [{"player": 1, "points": 3, "name": "fairy.completed", "at": ["City", 0, 1, "E"]}]
    bend_bonus(replay, events, [{"e": "discarded"}, {"e": "points", "points": theirs}])
    assert state.scores == [8, 11]
    assert sum(isinstance(event, Scored) for event in events) == 4


def test_the_box_begins_with_nothing_on_the_board() -> None:
    """FAIRY-01: the part of a new game is empty."""
    assert PART.of(table().state) == PrincessDragon()
