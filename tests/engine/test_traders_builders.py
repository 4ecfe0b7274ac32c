"""Traders & Builders where a replay would be clumsy."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import record
from engine.actions import Claim, Pass, PlaceTile
from engine.events import FigureReturned, Scored, TurnStarted
from engine.expansions import castles, river
from engine.expansions.castles.part import Castle
from engine.expansions.traders_builders import EXPANSION, PART
from engine.expansions.traders_builders.part import GoodsTaken, SecondPart
from engine.game import apply, new_game, pending, safe_answer, view_for
from engine.queries import final_scoring
from engine.setup import agree
from engine.state import Figure, GameState
from engine.tiles import load
from tests.replays.runner import run

BOX = ["traders_builders"]
TILES = {tile.id: tile for tile in load("traders_builders").tiles}
ROAD = {"boxes": BOX, "board": ["base-U 1,0 r0 A:r1", "base-U 2,0 r0 A:r1/builder"]}


def lay(state: GameState, *lines: str) -> None:
    """Lay tiles without asking whether they fit: `base-E 1,0 r1`."""
    for line in lines:
        tile, cell, rotation = line.split()
        x, y = cell.split(",")
        state.own_board().place(state.rules.shapes[tile].turns[int(rotation[1:])], (int(x), int(y)))


def put(state: GameState, player: int, kind: str, cell: tuple[int, int], segment: str) -> None:
    """A figure that stands there already."""
    state.supply[player, kind] -= 1
    state.stand(Figure(player, kind, cell, segment, state.rules.weights[kind]))


def breaches(state: GameState) -> list[str]:
    """What the box itself finds wrong with a state."""
    return [wrong for ask in state.rules.hooks.breach if (wrong := ask(state))]


def test_the_printed_numbers() -> None:
    """TB-01, TB-02: 24 tiles; 9 wine, 6 grain, 5 cloth; a monastery, 2 gardens, no shields."""
    found: Counter[str] = Counter()
    for tile in TILES.values():
        for segment in tile.segments:
            found.update([segment.kind, *segment.marks] * tile.count)
            found["shields"] += segment.shields * tile.count
    wanted = {"wine": 9, "grain": 6, "cloth": 5, "monastery": 1, "garden": 2, "shields": 0, "inner": 4}
    assert {name: found[name] for name in wanted} == wanted
    assert sum(tile.count for tile in TILES.values()) == 24
    assert len(new_game(agree(2, BOX)).state.bag) == 71 + 24 - 1


def test_tiles_that_are_easy_to_misread() -> None:
    """TB-05: what joins and what does not, as printed."""

    def kinds(name: str) -> Counter[str]:
        return Counter(segment.kind for segment in TILES[name].segments)

    assert kinds("tb-two-roads-bridge") == {"road": 2, "field": 4}
    assert kinds("tb-cap-two-roads-bridge") == {"city": 1, "road": 2, "field": 3}
    assert kinds("tb-monastery-3roads") == {"monastery": 1, "road": 3, "field": 3}
    inner = {name for name, tile in TILES.items() if any("inner" in s.marks for s in tile.segments)}
    assert inner == {
        "tb-through-cap-cloth",
        "tb-through-cap-wine",
        "tb-corner-two-caps-cloth",
        "tb-two-corners-wine",
    }
    corners = TILES["tb-two-corners-wine"].segments
    assert [segment.marks for segment in corners if segment.kind == "city"] == [{"wine"}, frozenset()]


def test_no_semicircle_carries_goods() -> None:
    """TB-12: so no castle ever stands on goods, and each symbol is paid once."""
    for tile in TILES.values():
        assert not any(segment.cap and segment.marks for segment in tile.segments)


def test_set_up() -> None:
    """TB-03, TB-04, TB-62: a builder and a pig each, no goods, nothing else; the bag is a bag."""
    state = new_game(agree(3, BOX)).state
    assert PART.of(state).goods == ((0, 0, 0),) * 3
    assert {kind: state.supply[2, kind] for kind in state.rules.figures} == {
        "meeple": 7,
        "builder": 1,
        "pig": 1,
    }
    parts = [part for shape in state.rules.shapes.values() for part in shape.turns[0].parts]
    assert {mark for part in parts for mark in part.marks} == {"wine", "grain", "cloth"}


def test_tokens_are_listed_city_by_city() -> None:
    """TB-07, TB-66: one event for each kind, after the figures have gone home."""
    table = run({"boxes": BOX, "moves": ["A tb-through-wine 0,-1 r1 city", "B base-E 0,-2 r2 nobody"]})
    kinds = [type(event) for event in table.events if isinstance(event, FigureReturned | GoodsTaken)]
    assert kinds == [FigureReturned, GoodsTaken]
    (taken,) = [event for event in table.events if isinstance(event, GoodsTaken)]
    assert (taken.player, taken.goods, taken.count) == (1, "wine", 1)


def test_a_lost_token_is_a_breach() -> None:
    """TB-02, TB-12: what is held is what completed cities show."""
    state = run({"boxes": BOX, "board": ["tb-through-wine 0,-1 r1", "base-E 0,-2 r2"]}).state
    assert breaches(state) == ["1 wine in completed cities, but ((0, 0, 0), (0, 0, 0)) are held"]
    PART.set(state, replace(PART.of(state), goods=((1, 0, 0), (0, 0, 0))))
    assert breaches(state) == []


def test_a_lonely_builder_is_a_breach() -> None:
    """TB-15, TB-71: builder and pig never stand alone."""
    state = run({"boxes": BOX, "board": ["base-U 1,0 r0 A:r1/builder"]}).state
    (wrong,) = breaches(state)
    assert wrong.endswith("stands alone")


def test_the_pig_on_a_field_with_everything() -> None:
    """TB-51, EX-T19: 3 cities, a castle, Carcassonne, and one more for each of the five."""
    state = new_game(agree(2, ["castles", "count", *BOX])).state
    lay(state, "base-B 2,0 r0")
    for y in range(4):
        lay(state, f"base-E 3,{y} r1", f"base-E 4,{y} r3")
    city = state.board.feature_id((3, 3), "c1")
    part = castles.PART.of(state)
    castle = Castle(1, city, ((3, 3), (4, 3)), None)
    castles.PART.set(state, replace(part, castles=(castle,)))
    put(state, 0, "meeple", (2, 0), "f1")
    put(state, 0, "pig", (3, 1), "f1")
    events: list[object] = []
    assert final_scoring(state, events).scores == [21, 0]  # type: ignore[arg-type]
    (scored,) = [event for event in events if isinstance(event, Scored)]
    assert {item.name: (item.count, item.points) for item in scored.items} == {
        "cities": (3, 9),
        "castles": (1, 4),
        "carcassonne": (1, 3),
        "pig": (5, 5),
    }


@pytest.mark.parametrize(("boxes", "scores"), [(BOX, [10, 8]), (["abbot"], [6, 6])])
def test_the_pig_herd(boxes: list[str], scores: list[int]) -> None:
    """TB-52, TB-54, TB-70, FUT-21, EX-T20: with the box alive for every owner, beside the own pig."""
    state = new_game(agree(2, ["river2", *boxes])).state
    lay(
        state,
        "river2-bend-pigs 0,10 r0",
        "base-E 1,10 r1",
        "base-E 2,10 r3",
        "base-E 0,11 r2",
        "base-E 0,12 r0",
    )
    put(state, 0, "meeple", (0, 10), "f1")
    put(state, 1, "meeple", (1, 10), "f1")
    if boxes == BOX:
        put(state, 0, "pig", (0, 11), "f1")
    events: list[object] = []
    assert final_scoring(state, events).scores == scores  # type: ignore[arg-type]
    if boxes == BOX:
        mine = next(event for event in events if isinstance(event, Scored) and event.player == 0)
        assert [(item.name, item.count, item.points) for item in mine.items] == [
            ("cities", 2, 6),
            ("pig_herd", 2, 2),
            ("pig", 2, 2),
        ]


def test_the_herd_without_farmers() -> None:
    """TB-72: nobody owns its field."""
    state = new_game(agree(2, ["river2", *BOX], {"farmers": "off"})).state
    lay(state, "river2-bend-pigs 0,10 r0", "base-E 1,10 r1", "base-E 2,10 r3")
    assert final_scoring(state).scores == [0, 0]
    assert not state.rules.figures["pig"].stands_on
    assert "field" not in state.rules.figures["meeple"].stands_on


def test_the_second_part_of_the_river_draws_from_its_pile() -> None:
    """TB-26, TURN-01."""
    state = new_game(agree(2, ["river2", *BOX], first_seat=0)).state
    pile = ("river2-volcano-lake", "river2-city-bridge")
    ends = river.PART.of(state).ends
    river.PART.set(state, river.RiverPart(pile, ends, True))
    state.tile = "river2-road-bridge-inn"
    lay(state, "base-U 1,1 r1", "base-U 1,2 r1")
    put(state, 0, "meeple", (1, 1), "r1")
    put(state, 0, "builder", (1, 2), "r1")
    laid = next(option for option in pending(state)[0].options if option.cell == (1, 0))  # type: ignore[attr-defined]
    state = apply(state, laid).state
    if state.questions[0].ask == "act":
        state = apply(state, Pass(0)).state
    assert PART.of(state).second
    assert (state.placer, state.tile) == (0, "river2-city-bridge")


def test_the_turn_after_the_volcano_lake_is_a_turn_of_its_own() -> None:
    """TB-37: the lake extends nothing; in the turn after it a builder doubles again."""
    state = new_game(agree(2, ["river2", *BOX], first_seat=0)).state
    ends = river.PART.of(state).ends
    river.PART.set(state, river.RiverPart((), ends, True))
    state.tile = "river2-volcano-lake"
    state.bag = ("base-V", "base-V", "base-U")
    lay(state, "base-U 0,1 r0", "base-U 1,1 r0")
    put(state, 0, "meeple", (0, 1), "r1")
    put(state, 0, "builder", (1, 1), "r1")
    laid = next(option for option in pending(state)[0].options if option.cell == (1, 0))  # type: ignore[attr-defined]
    state, events = apply(state, laid)
    assert river.TurnAgain(0) in events
    assert not [event for event in events if isinstance(event, SecondPart)]
    assert (state.placer, state.tile) == (0, "base-U")
    state = apply(state, PlaceTile(0, (2, 1), 0)).state
    state = apply(state, Pass(0)).state
    assert PART.of(state).second
    assert state.placer == 0
    state = apply(state, pending(state)[0].options[0]).state
    if state.questions[0].ask == "act":
        state = apply(state, Pass(0)).state
    assert state.player == 1


def test_both_parts_are_one_turn() -> None:
    """TB-29: no second start; the turn's number stays."""
    table = run({**ROAD, "moves": ["A base-U 3,0 r0 nobody"]})
    assert sum(isinstance(event, TurnStarted) for event in table.events) == 1
    assert table.state.turn == 1
    assert SecondPart(0) in table.events


def test_pending_decisions_are_public() -> None:
    """TB-56: tokens, supplies and the second part are in every view."""
    state = run({**ROAD, "moves": ["A base-U 3,0 r0 nobody"]}).state
    for viewer in (0, 1, None):
        view = view_for(state, viewer)
        assert PART.of(view) == PART.of(state)
        assert view.supply == state.supply


def test_the_second_part_begins_with_a_draw() -> None:
    """TB-57: with `may` the decision comes before the tile is seen, without it the tile is seen at once."""
    always = run({**ROAD, "moves": ["A base-U 3,0 r0 nobody"]}).state
    asked = run(
        {**ROAD, "options": {"builder_double_turn": "may"}, "moves": ["A base-U 3,0 r0 nobody"]}
    ).state
    assert len(asked.bag) == len(always.bag) + 1
    assert asked.tile is None
    assert always.tile is not None


def test_the_absent() -> None:
    """TB-58, TB-59, TB-60, TB-61, TURN-31: pass; the second part's tile is laid like any other."""
    state = run(
        {**ROAD, "options": {"builder_double_turn": "may"}, "moves": ["A base-U 3,0 r0 nobody"]}
    ).state
    assert safe_answer(state, pending(state)[0]) == Pass(0)
    table = {"boxes": BOX, "board": ["base-U 1,0 r0 A:r1 A:f1"], "moves": ["A base-U 2,0 r0 ..."]}
    state = run(table).state
    (prompt,) = pending(state)
    offered = {option.figure for option in prompt.options if isinstance(option, Claim)}
    assert {"builder", "pig"} <= offered
    assert safe_answer(state, prompt) == Pass(0)
    state = run({**ROAD, "moves": ["A base-U 3,0 r0 nobody"]}).state
    assert isinstance(safe_answer(state, pending(state)[0]), PlaceTile)


def test_snapshot_keeps_pending_decisions() -> None:
    """TB-63: the note outlives the action step."""
    state = run({**ROAD, "moves": ["A base-U 3,0 r0 ..."]}).state
    assert PART.of(state).noted
    assert record.decode(record.encode(state)) == state


def test_variants_that_are_no_options() -> None:
    """TB-74: there is no option for a builder on a volcano tile or for a herd without the box."""
    assert set(EXPANSION.options) == {
        "builder_double_turn",
        "builder_bazaar",
        "builder_volcano",
        "count_double_turn",
    }


def test_only_bought_tiles_are_lost() -> None:
    """TB-36, BAZAAR-18: `bazaar_unplaceable` is about tiles of the bazaar, not of a second part."""
    game = {
        "boxes": ["bazaars", *BOX],
        "options": {"bazaar_unplaceable": "lose"},
        "board": ["base-G 0,-1 r1 B:c1", "base-G 0,-2 r1 B:c1/builder"],
        "stack": ["bcb-bazaar-field", "base-E", "base-B", "base-V", "base-W"],
        "moves": ["A bcb-bazaar-field 0,1 r0 nobody", "B open base-E 0", "A pass"],
    }
    bought = run(game).state
    assert bought.tile == "base-E"
    assert all(barred(bought) for barred in bought.rules.hooks.bars_redraw)
    second = run({**game, "moves": [*game["moves"], "B base-E 0,-3 r2 nobody"]}).state
    assert (PART.of(second).second, second.tile) == (True, "base-V")
    assert not any(barred(second) for barred in second.rules.hooks.bars_redraw)
