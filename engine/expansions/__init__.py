"""One module per box, each exporting EXPANSION; ALL lists them in the order in which hooks are asked."""

from __future__ import annotations

from engine.expansions import (
    abbot,
    bazaars,
    bridges,
    castles,
    count,
    cult,
    inns_cathedrals,
    king_robber,
    princess_dragon,
    river,
    tower,
    traders_builders,
)
from engine.ruleset import Expansion

ALL: tuple[Expansion, ...] = (
    river.RIVER,
    river.RIVER2,
    abbot.EXPANSION,
    king_robber.EXPANSION,
    cult.EXPANSION,
    count.EXPANSION,
    princess_dragon.EXPANSION,
    bridges.EXPANSION,
    castles.EXPANSION,
    bazaars.EXPANSION,
    inns_cathedrals.EXPANSION,
    traders_builders.EXPANSION,
    tower.EXPANSION,
)
