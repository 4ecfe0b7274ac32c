"""Everything on one table: the order of a turn, the options, the presets."""

from __future__ import annotations

import random

import pytest

from bot.cli.simulate import GameOutcome, draw_table, playable
from engine.expansions import ALL
from engine.expansions.presets import PRESETS
from engine.game import apply, new_game, pending, rules_of
from engine.setup import BadSetup, agree
from tests.replays.runner import run

BOXES = [box.key for box in ALL]
EVERYTHING = playable(agree(2, BOXES))


def test_the_turn_with_everything_in_play() -> None:
    """TURN-00...14 and, for the finale, TURN-22...28: this order and no other."""
    assert rules_of(EVERYTHING).names == (
        "start",  # TURN-00
        "draw",  # TURN-01
        "place",  # TURN-02
        "act",  # TURN-03, TURN-16: before the flight
        "capture",  # TO-63, TO-24: before the flight
        "volcano",  # TURN-04
        "flight",  # TURN-05, TURN-17: before the scoring
        "complete",  # TURN-06
        "castle_choice",  # TURN-07, TURN-18: before the quarters
        "quarters",  # TURN-08
        "score",  # TURN-09
        "castles",  # TURN-10
        "return_figures",  # TURN-10, TURN-19: before anybody is sent to the city
        "goods",  # TB-66
        "awards",  # TURN-11
        "count",  # TURN-12
        "second_part",  # TB-67, TB-68
        "bazaar",  # TURN-13
        "end_turn",  # TURN-14
        "lords_home",  # TURN-22
        "market",  # TURN-23
        "final_features",  # TURN-24
        "final_fields",  # TURN-25
        "final_awards",  # TURN-27
        "final_goods",  # TB-69
        "ranking",  # TURN-28
    )


def test_the_base_game_is_a_short_turn() -> None:
    """TURN-21: draw, place, act, complete, score, end; and nothing else is asked."""
    rules = rules_of(agree(2))
    steps = ("start", "draw", "place", "act", "complete", "score", "return_figures", "end_turn")
    assert rules.names == (*steps, "final_features", "final_fields", "ranking")
    assert set(GameOutcome(agree(3, seed="short"), random.Random(1)).asks) == {"place", "act"}


def test_decisions_fall_to_players_who_are_not_on_turn() -> None:
    """TURN-30: dragon steps, castles, quarters, auctions, tiles bought, and fields at the end."""
    rng = random.Random("off turn")
    asked = set()
    for number in range(40):
        setup = playable(draw_table(rng, BOXES, f"off/{number}", players=3 + number % 3))
        state = new_game(setup).state
        while not state.over:
            (prompt,) = pending(state)
            if prompt.player != state.player:
                asked.add(prompt.ask)
            state = apply(state, prompt.options[rng.randrange(len(prompt.options))]).state
        if {"dragon", "castle", "quarters", "bid", "auction", "place", "market", "draft"} <= asked:
            return
    raise AssertionError(asked)


@pytest.mark.parametrize("river", ["river", "river2"])
def test_a_river_beside_carcassonne_only_if_the_table_allows_it(river: str) -> None:
    """OPT-01, COMBO-04."""
    with pytest.raises(BadSetup) as refused:
        rules_of(agree(2, ["count", river]))
    assert (refused.value.code, refused.value.rule) == ("river_with_carcassonne", "OPT-01")
    rules_of(agree(2, ["count", river], {"river_with_carcassonne": "allowed"}))
    rules_of(agree(2, ["count"]))
    with pytest.raises(BadSetup):  # OPT-05: an option of a box that is not there
        rules_of(agree(2, [river], {"river_with_carcassonne": "allowed"}))


def test_six_players_with_everything() -> None:
    """OPT-02, O2: with a box for six, or by option; two bridges and two castles each (BRIDGE-01)."""
    for boxes in ([], ["abbot"], ["count", "king_robber", "cult"]):
        with pytest.raises(BadSetup) as refused:
            rules_of(agree(6, boxes))
        assert refused.value.rule == "OPT-02"
        assert rules_of(agree(6, boxes, {"max_players": "6"}))
    for box in ("princess_dragon", "bridges", "castles", "bazaars", "inns_cathedrals"):
        assert rules_of(agree(6, [box]))
    state = new_game(agree(6, BOXES, {"river_with_carcassonne": "allowed"})).state
    assert state.supply[5, "meeple"] == 7
    assert state.supply[5, "abbot"] == 1
    assert state.parts["bridges"].left == (2,) * 6
    assert state.parts["castles"].tokens == (2,) * 6


def test_every_option_of_the_rule_book_with_its_default_first() -> None:
    """OPT-05, O1 to O25: names, values and defaults are the contract with every record."""
    known = {name: values for box in ALL for name, values in box.options.items()}
    assert known == {
        "river_uturn": ("consecutive_bends", "adjacent_tiles"),
        "river2_lake_effect": ("always", "only_with_pd"),
        "river_combined_lake": ("auto", "river", "volcano"),
        "river_with_carcassonne": ("forbidden", "allowed"),
        "carcassonne_start": ("count", "plain"),
        "princess": ("may", "must"),
        "princess_blocks_fairy": ("true", "false"),
        "fairy_attach": ("meeple", "tile"),
        "fairy_final_bonus": ("any_scored", "fields_only"),
        "carcassonne_border": ("closed", "open"),
        "count_moves_to_empty": ("allowed", "forbidden"),
        "count_fairy_points_block": ("false", "true"),
        "count_final_quarters": ("market_only", "any"),
        "bridge_isolated": ("false", "true"),
        "bridge_only_tile": ("may_discard", "must_place"),
        "bazaar_mode": ("auction", "draft"),
        "bazaar_turns": ("within_turn", "full_turns"),
        "bazaar_unplaceable": ("redraw", "lose"),
        "inn_cathedral_final": ("zero", "normal"),
        "builder_double_turn": ("always", "may"),
        "builder_bazaar": ("after", "before"),
        "builder_volcano": ("double", "none"),
        "count_double_turn": ("each_part", "once"),
    }


# -- presets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_can_be_played(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    setup = agree(3, preset.boxes, dict(preset.options), seed=name)
    assert GameOutcome(setup, random.Random(name)).asks["place"] > 60


def test_presets_carry_what_the_rules_say() -> None:
    """The newest edition plays all defaults; the older ones name what differs."""
    assert {name: (set(preset.boxes), dict(preset.options)) for name, preset in PRESETS.items()} == {
        "newest": (set(), {}),
        "wcc": (set(), {"tie_break": "starter"}),
        "first_game": (set(), {"farmers": "off"}),
        "big_box": ({"abbot", "river", "inns_cathedrals", "traders_builders"}, {}),
        "pd_classic": (
            {"princess_dragon"},
            {"princess": "must", "princess_blocks_fairy": "false", "fairy_attach": "tile"},
        ),
        "royal_gift": (
            {"abbot", "princess_dragon", "king_robber", "cult", "count", "bridges", "castles", "bazaars"},
            {},
        ),
    }


def test_a_refused_tile_says_why_even_if_only_a_bridge_helps() -> None:
    """BASE-16, BRIDGE-13: the reason names the edges, though no placement without a bridge is open."""
    table = run(
        {"boxes": ["bridges"], "board": ["base-A 1,0 r1"], "moves": ["A base-A -1,0 r1 ! edges BASE-16"]}
    )
    assert table.state.tile == "base-A"
