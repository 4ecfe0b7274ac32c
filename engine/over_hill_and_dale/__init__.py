"""Over Hill and Dale: the second game, made of the same parts. No box can be added to it (OPT-04).

Its fields are `crop` in the code, since `field` is the land of the first game; what lies between the
features here is `meadow`.
"""

from __future__ import annotations

from engine.actions import Claim, PlaceTile
from engine.over_hill_and_dale import harvest, journey, part, stables
from engine.ruleset import Expansion, FigureKind, Game, Hooks
from engine.steps.act import act, act_options, on_pass
from engine.steps.draw import draw, start
from engine.steps.final import final_features, ranking
from engine.steps.place_tile import explain_place, on_place, place, place_options
from engine.steps.score import complete, end_turn, return_figures, score
from engine.turn_order import HILLS_FINALE, HILLS_TURN

BASE = Expansion(
    key="over_hill_and_dale",
    tile_sets=("over_hill_and_dale",),
    kinds=frozenset({"trail", "crop", "meadow"}),  # OHD-07
    options={
        "first_player": ("random", "chosen", "youngest"),
        "ohd_journey_block": ("any_trail", "same_trail"),
    },
    figures={
        "meeple": FigureKind(4, frozenset({"trail", "crop"})),  # OHD-03, 08, 20
        stables.STABLE: FigureKind(2, frozenset()),  # OHD-28: it has a rule of its own
    },
    part=part.PART,
    steps={
        "start": start,
        "draw": draw,
        "place": place,
        "act": act,
        "complete": complete,
        "score": score,
        "return_figures": return_figures,
        "harvest": harvest.harvest,
        "journey": journey.journey,
        "end_turn": end_turn,
        "final_features": final_features,
        "final_stables": stables.final_stables,
        "final_tokens": harvest.final_tokens,
        "ranking": ranking,
    },
    asks={
        "place": place_options,
        "act": act_options,
        "token": harvest.token_options,
        "journey": journey.journey_options,
    },
    handlers={
        PlaceTile: on_place,
        Claim: journey.on_claim_or_build,
        harvest.TakeToken: harvest.on_take,
        journey.Journey: journey.on_journey,
    },
    passes={"act": on_pass, "journey": journey.on_stay},
    explains={
        PlaceTile: explain_place,
        Claim: stables.explain_claim_or_build,
        harvest.TakeToken: harvest.explain_take,
        journey.Journey: journey.explain_journey,
    },
    hooks=Hooks(
        begin=(part.begin,),
        more_actions=(stables.build_options,),
        features_scored=(harvest.gather, journey.trail_scored),
        conceal=(harvest.conceal,),
        imagine=(harvest.imagine,),
        breach=(harvest.tokens_lost, stables.too_close, journey.crowded),
    ),
)

OVER_HILL_AND_DALE = Game(base=BASE, turn=HILLS_TURN, finale=HILLS_FINALE, boxes=(), max_players=5)
