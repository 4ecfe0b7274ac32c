"""Traders & Builders: goods for completed cities, a builder who doubles turns, a pig for the fields."""

from __future__ import annotations

from engine.expansions.traders_builders import double_turn, goods, helpers
from engine.expansions.traders_builders.part import BUILDER, GOODS, PART, PIG, TakeSecondPart, begin
from engine.ruleset import Expansion, FigureKind, Hooks

__all__ = ["EXPANSION", "PART"]

EXPANSION = Expansion(
    key="traders_builders",
    tile_sets=("traders_builders",),  # TB-01
    marks=frozenset({*GOODS, helpers.HERD}),  # TB-54, 62
    options={
        "builder_double_turn": ("always", "may"),  # O22
        "builder_bazaar": ("after", "before"),  # O23
        "builder_volcano": ("double", "none"),  # O24
        "count_double_turn": ("each_part", "once"),  # O25
    },
    figures={  # TB-03, 71: they claim nothing and weigh nothing; `claims` says where they may join
        BUILDER: FigureKind(1, frozenset(), weight=0),
        PIG: FigureKind(1, frozenset(), weight=0),
    },
    part=PART,
    steps={
        "goods": goods.goods,
        "second_part": double_turn.second_part,
        "final_goods": goods.final_goods,
    },
    asks={"second_part": double_turn.options},
    handlers={TakeSecondPart: double_turn.on_take},
    passes={"second_part": double_turn.on_decline},
    hooks=Hooks(
        begin=(begin,),
        tile_placed=(double_turn.tile_placed,),
        more_actions=(helpers.claims,),
        explains_figure=(helpers.explain,),
        feature_worth=(helpers.feature_worth,),
        owner_worth=(helpers.owner_worth,),
        figure_sent_home=(helpers.follow,),
        figure_sent=(double_turn.figure_sent,),
        bars_sending=(double_turn.bars_sending,),
        end_of_turn=(double_turn.end_of_turn,),
        breach=(goods.breach, helpers.breach),
    ),
)
