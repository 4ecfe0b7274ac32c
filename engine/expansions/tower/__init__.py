"""The Tower: floors on towers capture figures in line, and prisoners are exchanged or bought back."""

from __future__ import annotations

from engine.expansions.tower import building, prisoners
from engine.expansions.tower.part import (
    PART,
    BuildFloor,
    Capture,
    Exchange,
    Ransom,
    begin,
    breach,
)
from engine.ruleset import Expansion, Hooks

__all__ = ["EXPANSION", "PART"]

EXPANSION = Expansion(
    key="tower",
    defaults={"max_players": "6"},  # TO-02
    tile_sets=("tower",),  # TO-01
    kinds=frozenset({building.TOWER}),
    part=PART,
    steps={"capture": prisoners.capture},
    asks={"capture": prisoners.capture_options, "exchange": prisoners.exchange_options},
    handlers={
        BuildFloor: building.on_floor,
        Capture: prisoners.on_capture,
        Exchange: prisoners.on_exchange,
        Ransom: prisoners.on_ransom,
    },
    passes={"capture": prisoners.on_no_capture},
    explains={
        BuildFloor: building.explain_floor,
        Capture: prisoners.explain_capture,
        Ransom: prisoners.explain_ransom,
    },
    hooks=Hooks(
        begin=(begin,),
        turn_started=(prisoners.turn_started,),
        more_actions=(building.actions,),
        free_actions=(prisoners.ransoms,),
        explains_figure=(building.explain_climb,),
        figures_elsewhere=(prisoners.figures_elsewhere,),
        breach=(breach,),
    ),
)
