"""Inns & Cathedrals where a replay would be clumsy."""

from collections import Counter

import pytest

from engine.actions import Claim
from engine.events import Item, Scored
from engine.expansions import ALL, bazaars, bridges, castles
from engine.expansions.count.moves import Leave, gain_of
from engine.expansions.inns_cathedrals import EXPANSION
from engine.game import new_game, pending, rules_of, safe_answer, view_for
from engine.queries import feature_info
from engine.ruleset import Events
from engine.scoring import award, owners
from engine.setup import BadSetup, agree
from engine.state import Figure
from engine.tiles import Tile, load
from tests.replays.runner import run

BOX = ["inns_cathedrals"]
TILES = {tile.id: tile for tile in load("inns_cathedrals").tiles}


def kinds(tile: Tile) -> Counter[str]:
    return Counter(segment.kind for segment in tile.segments)


def test_the_printed_numbers() -> None:
    """IC-01: 18 tiles with 6 inns, 2 cathedrals, 3 shields, a monastery and 2 gardens, in the normal pile."""
    found: Counter[str] = Counter()
    for tile in TILES.values():
        for segment in tile.segments:
            found.update([segment.kind, *segment.marks] * tile.count)
            found["shields"] += segment.shields * tile.count
    wanted = {"inn": 6, "cathedral": 2, "shields": 3, "monastery": 1, "garden": 2}
    assert {name: found[name] for name in wanted} == wanted
    assert len(new_game(agree(2, BOX)).state.bag) == 71 + 18 - 1  # one is in hand


def test_tiles_that_are_easy_to_misread() -> None:
    """IC-05: what joins and what does not, as printed."""
    assert kinds(TILES["ic-monastery-two-roads"])["road"] == 2
    assert kinds(TILES["ic-two-caps-crossing"]) == {"city": 2, "road": 2, "field": 4}
    assert kinds(TILES["ic-four-caps-garden"]) == {"city": 4, "garden": 1, "field": 1}
    assert kinds(TILES["ic-three-caps"]) == {"city": 3, "field": 1}
    assert kinds(TILES["ic-two-curves"]) == {"road": 2, "field": 3}
    wedge = TILES["ic-city-wedge"]
    assert kinds(wedge) == {"city": 1, "field": 2}
    assert not wedge.segments[0].cap
    roads = [s for s in TILES["ic-city-through-two-roads-shield"].segments if s.kind == "road"]
    assert [road.end for road in roads] == ["city", "city"]


def test_the_pond_divides_no_field() -> None:
    """IC-11: a tile with an inn has no more fields than its road alone would make."""
    assert kinds(TILES["ic-straight-inn-garden"])["field"] == 2
    assert kinds(TILES["ic-curve-inn"])["field"] == 2


def test_marks_are_alive_on_the_tiles_of_every_box_in_play() -> None:
    """IC-10, IC-54: with this box the inns of River II and of the bazaars, without it none."""

    def alive(*boxes: str) -> set[str]:
        rules = rules_of(agree(2, boxes))
        return {name for name, shape in rules.shapes.items() if any(p.marks for p in shape.turns[0].parts)}

    assert alive("river2", "bridges") == set()
    with_inns = alive("river2", "bridges", *BOX)
    assert with_inns - set(TILES) == {
        "river2-road-bridge-inn",
        "bcb-bazaar-road-inn",
        "bcb-bazaar-two-roads-inn",
    }
    assert len(with_inns & set(TILES)) == 7


def test_a_sixth_player() -> None:
    """IC-03, IC-57, OPT-02: six with this box, five without; a table may still say five."""
    assert new_game(agree(6, BOX)).state.scores == [0] * 6
    for boxes, options in (([], {}), (["traders_builders"], {}), (BOX, {"max_players": "5"})):
        with pytest.raises(BadSetup) as refused:
            rules_of(agree(6, boxes, options))
        assert refused.value.rule == "OPT-02"
    assert rules_of(agree(6, ["traders_builders"], {"max_players": "6"}))  # TB-73


def test_everything_exists_six_times() -> None:
    """IC-58, TB-73: figures for each of six, two bridges and castles each, a bazaar of six tiles."""
    boxes = [box.key for box in ALL if box.key not in ("river", "river2")]
    state = new_game(agree(6, boxes)).state
    for player in range(6):
        supply = {kind: state.supply[player, kind] for kind in state.rules.figures}
        assert supply == {"meeple": 7, "large": 1, "abbot": 1, "builder": 1, "pig": 1}
    assert bridges.PART.of(state).left == castles.PART.of(state).tokens == (2,) * 6
    table = run(
        {
            "players": 6,
            "boxes": ["bazaars", *BOX],
            "stack": ["bcb-bazaar-field"],
            "moves": ["A bcb-bazaar-field 0,1 r0 nobody"],
        }
    )
    assert len(bazaars.PART.of(table.state).offer) == 6


def test_a_flight_gives_each_of_six_a_step() -> None:
    """IC-58, DRAGON-05."""
    table = run(
        {
            "players": 6,
            "boxes": ["princess_dragon", *BOX],
            "board": [
                "base-B 0,1 r0",
                "base-B 1,1 r0",
                "base-B 2,1 r0",
                "base-U 1,0 r0",
                "base-U 2,0 r0",
                "base-U -1,0 r0",
            ],
            "dragon": "0,1",
            "moves": [
                "A pd-dragon-straight 3,0 r0 nobody",
                "A fly 1,1",
                "B fly 2,1",
                "C fly 2,0",
                "D fly 1,0",
                "E fly 0,0",
                "F fly -1,0",
                "? the flight ended after 6 steps",
            ],
        }
    )
    assert table.state.questions[0].player == 1


def test_six_with_the_boards_but_not_over_hill_and_dale() -> None:
    """IC-59, OPT-04: the city has no limit of its own; the other game stays at five."""
    assert rules_of(agree(6, ["count", *BOX]))
    with pytest.raises(BadSetup):
        rules_of(agree(6, game="over_hill_and_dale"))
    with pytest.raises(BadSetup):
        rules_of(agree(2, BOX, game="over_hill_and_dale"))


def test_scores_go_on_beyond_fifty() -> None:
    """IC-04: the tiles for 50 and 100 points are an aid for the printed track and nothing here."""
    state, _ = new_game(agree(2, BOX))
    events: Events = []
    for points in (49, 2, 50):
        award(state, events, 0, "city", (Item("tiles", 1, points),))
    assert state.scores == [101, 0]
    assert [type(event) for event in events] == [Scored] * 3


def test_weights() -> None:
    """IC-20, IC-22, IC-56, TB-71: meeple and abbot 1, large 2, builder and pig 0."""
    boxes = ["abbot", "inns_cathedrals", "traders_builders"]
    state = new_game(agree(2, boxes)).state
    assert state.rules.weights == {"meeple": 1, "abbot": 1, "large": 2, "builder": 0, "pig": 0}

    def who(*figures: tuple[int, str]) -> tuple[int, ...]:
        weights = state.rules.weights
        return owners([Figure(player, kind, (0, 0), "c1", weights[kind]) for player, kind in figures])

    assert who((0, "large"), (1, "meeple")) == (0,)
    assert who((0, "large"), (1, "meeple"), (1, "meeple")) == (0, 1)
    assert who((0, "meeple"), (0, "builder"), (1, "meeple")) == (0, 1)
    assert who((0, "meeple"), (0, "pig"), (1, "meeple"), (1, "meeple")) == (1,)
    assert who((0, "builder")) == ()
    assert who() == ()


def test_value_of_a_road_is_the_same_everywhere() -> None:
    """IC-55: the same question for players, for castles and at the end."""
    table = run({"boxes": BOX, "moves": ["A ic-crossing3-inn 1,0 r2 r1"]})
    info = feature_info(table.state, table.state.board.feature_id((1, 0), "r1"))
    assert (info.points_now, info.points_completed) == (0, 4)
    assert [(item.name, item.points) for item in info.now] == [("inn_incomplete", 0)]


def test_all_is_public() -> None:
    """IC-47: a view shows the same figures, supplies and marks; no decision hides anything."""
    state = run({"boxes": BOX, "moves": ["A ic-crossing3-inn 1,0 r2 r1/large"]}).state
    for viewer in (0, 1, None):
        view = view_for(state, viewer)
        assert (view.supply, view.figures, view.board) == (state.supply, state.figures, state.board)
    assert not EXPANSION.asks


def test_the_absent_pass() -> None:
    """IC-48, TURN-31: a large meeple in the supply changes nothing for the absent."""
    state = run({"boxes": BOX, "moves": ["A base-U 1,0 r0 ..."]}).state
    (prompt,) = pending(state)
    assert any(isinstance(option, Claim) and option.figure == "large" for option in prompt.options)
    assert safe_answer(state, prompt) == prompt.options[-1]


@pytest.mark.parametrize(("kind", "gain"), [("meeple", 0), ("large", 3)])
def test_the_weight_counts_in_that_estimate(kind: str, gain: int) -> None:
    """IC-32, IC-53: one meeple more does not win against two, a large one ties."""
    state = run({"boxes": ["count", *BOX], "board": ["base-U -3,-1 r0 B:f1 B:f1"]}).state
    assert gain_of(state, Leave(0, "market", kind, (-3, -1), "f1")) == gain
