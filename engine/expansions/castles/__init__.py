"""Castles: a small city may become a castle that scores what is completed near it later."""

from __future__ import annotations

from engine.expansions.castles.building import castle_choice, castle_options, on_build, on_decline
from engine.expansions.castles.part import (
    PART,
    BuildCastle,
    ScoreCastle,
    begin,
    city_worth,
    figures_elsewhere,
    lords,
    retired,
    tile_placed,
)
from engine.expansions.castles.scoring import (
    castles,
    feature_options,
    highest,
    lords_go_home,
    lords_home,
    on_score,
)
from engine.ruleset import Expansion, Hooks

__all__ = ["EXPANSION", "PART", "lords"]

EXPANSION = Expansion(
    key="castles",
    defaults={"max_players": "6"},  # O2: the box has a row for six
    tile_sets=("bridges_castles_bazaars",),
    part=PART,
    steps={"castle_choice": castle_choice, "castles": castles, "lords_home": lords_home},
    asks={"castle": castle_options, "castle_feature": feature_options},
    handlers={BuildCastle: on_build, ScoreCastle: on_score},
    passes={"castle": on_decline},
    safe_answers={"castle_feature": highest},
    hooks=Hooks(
        begin=(begin,),
        tile_placed=(tile_placed,),
        figures_go_home=(lords_go_home,),
        figures_elsewhere=(figures_elsewhere,),
        figures_housed=(lords,),  # COMBO-20
        retired=(retired,),
        city_worth=(city_worth,),
    ),
)
