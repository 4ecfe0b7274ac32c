"""The base game as the first member of every table, and the boxes that may be added to it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Claim, PlaceTile
from engine.expansions import ALL
from engine.ruleset import Expansion, FigureKind, Game, Hooks
from engine.steps.act import act, act_options, explain_claim, on_claim, on_pass
from engine.steps.draw import draw, start
from engine.steps.final import final_features, final_fields, ranking
from engine.steps.place_tile import explain_place, on_place, place, place_options
from engine.steps.score import complete, end_turn, return_figures, score
from engine.steps.starter import PART, SHARED, STARTER, begin
from engine.turn_order import FINALE, TURN


def farmers(options: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """BASE-25: a meeple may lie on a field if the table plays with farmers."""
    return {"meeple": frozenset({"field"})} if options["farmers"] == "on" else {}


BASE = Expansion(
    key="base",
    tile_sets=("base",),
    kinds=frozenset({"road", "city", "field", "monastery"}),
    options={
        "farmers": ("on", "off"),
        "first_player": ("random", "chosen", "youngest"),
        "max_players": ("5", "6"),
        "ordinary_tiles": ("auto", "on", "off"),  # COUNT-07
        "tie_break": (SHARED, STARTER),
    },
    switched={"ordinary": "ordinary_tiles"},
    part=PART,
    hooks=Hooks(begin=(begin,)),
    figures={"meeple": FigureKind(7, frozenset({"road", "city", "monastery"}))},  # BASE-11
    grounds=farmers,
    steps={
        "start": start,
        "draw": draw,
        "place": place,
        "act": act,
        "complete": complete,
        "score": score,
        "return_figures": return_figures,
        "end_turn": end_turn,
        "final_features": final_features,
        "final_fields": final_fields,
        "ranking": ranking,
    },
    asks={"place": place_options, "act": act_options},
    handlers={PlaceTile: on_place, Claim: on_claim},
    passes={"act": on_pass},
    explains={PlaceTile: explain_place, Claim: explain_claim},
)

CARCASSONNE = Game(base=BASE, turn=TURN, finale=FINALE, boxes=ALL, max_players=5)
