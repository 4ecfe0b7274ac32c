"""The Count: the city of Carcassonne as a start, with its quarters and the count, or without."""

from __future__ import annotations

from engine.expansions.count import city, moves, sending
from engine.ruleset import Expansion, Hooks

EXPANSION = Expansion(
    key="count",
    tile_sets=("ordinary",),  # COUNT-07
    apart=(city.BLOCK,),
    kinds=frozenset({city.BLOCK}),
    options={
        "carcassonne_start": ("count", "plain"),  # COUNT-01
        "river_with_carcassonne": ("forbidden", "allowed"),  # RIVER-28
        "carcassonne_border": ("closed", "open"),  # COUNT-31: for dragon, fairy and portal
        "count_moves_to_empty": ("allowed", "forbidden"),  # COUNT-21
        "count_fairy_points_block": ("false", "true"),  # COUNT-13
        "count_final_quarters": ("market_only", "any"),  # COUNT-27
    },
    part=city.PART,
    steps={"quarters": moves.quarters, "count": sending.count, "market": moves.market},
    asks={
        "quarters": moves.quarter_options,
        "send": sending.send_options,
        "move_count": sending.count_options,
        "market": moves.market_options,
    },
    handlers={
        moves.Leave: moves.on_leave,
        sending.Send: sending.on_send,
        sending.MoveCount: sending.on_move_count,
    },
    passes={
        "quarters": moves.on_done,
        "send": sending.on_decline,
        "move_count": sending.on_decline,
        "market": moves.on_done,
    },
    explains={
        moves.Leave: moves.explain_leave,
        sending.Send: sending.explain_send,
        sending.MoveCount: sending.explain_move_count,
    },
    safe_answers={"market": moves.best_field},
    hooks=Hooks(
        begin=(city.begin,),
        scored=(sending.note_points,),
        more_cities=(city.more_cities,),
        city_worth=(city.city_worth,),
        figures_elsewhere=(city.figures_elsewhere,),
    ),
    start=city.start,
    check=city.check,
)
