"""Bridges where a replay would be clumsy."""

import itertools
import random
from typing import Any

import pytest

from engine.actions import Claim, PlaceTile
from engine.board import SPAN
from engine.expansions import bridges
from engine.expansions.bridges import PlaceBridge
from engine.game import apply, new_game, pending, rules_of, view_for
from engine.geometry import Cell, adjacent
from engine.invariants import check_board
from engine.refusals import Refusal, refuse
from engine.setup import BadSetup, agree
from engine.state import GameState
from engine.turned import Shape
from tests.replays.runner import run


def test_the_tiles_come_once_with_any_of_the_three_boxes() -> None:
    """BRIDGE-01: twelve tiles, eight of them with a bazaar."""
    for boxes in ("bridges",), ("castles",), ("bazaars",), ("bridges", "castles", "bazaars"):
        rules = rules_of(agree(2, boxes))
        added = [tile for tile in rules.bag if tile.startswith("bcb-")]
        assert len(added) == 12
        assert sum("bazaar" in rules.tile(tile).symbols for tile in added) == 8


def test_options_have_two_values_each() -> None:
    """O15, O16: anything else is refused when the table is set."""
    with pytest.raises(BadSetup):
        rules_of(agree(2, ["bridges"], {"bridge_isolated": "yes"}))
    with pytest.raises(BadSetup):
        rules_of(agree(2, [], {"bridge_only_tile": "may_discard"}))


def test_a_bridge_gets_around_no_rule_of_another_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """BRIDGE-14: where another box forbids the tile, a bridge does not help."""
    state, _ = new_game(agree(2, ["bridges"], first_seat=0, stack=["base-E"]))

    def forbids(state: GameState, shape: Shape, cell: Cell, rotation: int) -> Refusal | None:  # noqa: ARG001
        return refuse("forbidden", "CULT-03") if cell == (1, 0) else None

    wanted = PlaceBridge(0, (1, 0), 0, (1, 0), "WE")
    elsewhere = PlaceBridge(0, (-1, 0), 0, (-1, 0), "WE")
    assert wanted in pending(state)[0].options
    monkeypatch.setitem(state.rules.bars, "base-E", (forbids,))
    (prompt,) = pending(state)
    assert wanted not in prompt.options
    assert elsewhere in prompt.options
    reason = bridges.explain(state, wanted)
    assert reason is not None
    assert reason.code == "forbidden"


def bridged() -> GameState:
    """A game with a bridge over 1,0 that A stands on."""
    game = {"boxes": ["bridges"], "moves": ["A base-E 1,0 r0 over 1,0 WE bridge"]}
    return run(game).state


def test_a_bridge_is_a_segment_of_a_road_on_its_tile() -> None:
    """BRIDGE-16, BRIDGE-17: what looks for roads finds it; who stands on it stands on that tile."""
    state = bridged()
    assert (SPAN, "road") in [(segment, kind) for segment, kind, _ in state.board.segments_at((1, 0))]
    assert state.board.feature((1, 0), SPAN).open == 2
    (figure,) = state.all_figures()
    assert (figure.cell, figure.segment) == ((1, 0), SPAN)


def test_everybody_sees_the_bridges_that_are_left() -> None:
    """BRIDGE-20: also spectators."""
    state = bridged()
    for viewer in (0, 1, None):
        assert bridges.PART.of(view_for(state, viewer)).left == (2, 3)


def test_a_rotation_that_looks_alike_is_as_good() -> None:
    """A monastery tile looks the same in all rotations, with a bridge as without."""
    state, _ = new_game(agree(2, ["bridges"], first_seat=0, stack=["base-B"]))
    (prompt,) = pending(state)
    assert PlaceTile(0, (0, 1), 3) in prompt.options
    assert PlaceBridge(0, (1, 0), 3, (1, 0), "WE") in prompt.options
    assert apply(state, PlaceBridge(0, (1, 0), 3, (1, 0), "WE")).state.board.cells[1, 0].turned.rotation == 0


@pytest.mark.parametrize("seed", range(3))
def test_options_are_what_the_rules_allow(seed: int) -> None:
    """BRIDGE-02 to 11, 21: every placement with a bridge is offered or has a reason why not."""
    rng = random.Random(seed)
    state, _ = new_game(agree(2, ["bridges"], seed=str(seed)))
    while not state.over:
        (prompt,) = pending(state)
        if prompt.ask == "place" and rng.random() < 0.15:
            offered = {action for action in prompt.options if isinstance(action, PlaceBridge)}
            assert offered == set(allowed(state, prompt.player))
        bridging: list[Any] = [action for action in prompt.options if isinstance(action, PlaceBridge)]
        state, _ = apply(state, rng.choice(bridging if bridging and rng.random() < 0.3 else prompt.options))
    assert state.board.spans
    check_board(state.board)


def allowed(state: GameState, player: int) -> list[PlaceBridge]:
    """All placements with a bridge for which there is no reason against, found by trying everything."""
    turned = sorted(set(state.rules.shapes[state.tile or ""].canonical))
    return [
        action
        for cell, rotation, axis in itertools.product(state.board.frontier, turned, ("NS", "WE"))
        for site in (cell, *adjacent(cell))
        for action in [PlaceBridge(player, cell, rotation, site, axis)]
        if bridges.explain(state, action) is None
    ]


def test_bridge_can_be_claimed_by_figures_of_roads() -> None:
    """BRIDGE-15: the bridge is among the segments that can be claimed, and only on the new tile."""
    state, _ = new_game(agree(2, ["bridges"], first_seat=0, stack=["base-B", "base-B"]))
    state, _ = apply(state, PlaceBridge(0, (1, 0), 0, (1, 0), "WE"))
    assert Claim(0, (1, 0), SPAN) in pending(state)[0].options
