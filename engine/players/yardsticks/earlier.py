"""The levels of earlier versions, their weights and their way of looking ahead, named after the version."""

from __future__ import annotations

import math
from functools import partial

from engine.players.levels import Chooser, Slips, play_easy, play_normal
from engine.players.search import SearchPlan, play_hard
from engine.players.weights import Weights

V1 = Weights(
    fill=0.12,
    growth=0.5,
    growth_line=0.3,
    field_open=0.37,
    field_growth=0.5,
    site_fill=0.63,
    freed=0.4,
    free=(8.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1.0),
    abbot_free=1.6,
    stable_free=3.0,
    bridge=1.8,
    castle_token=0.8,
    castle_hope=4.0,
    castle_near=0.8,
    title_kept=0.6,
    title_growth=2.0,
    guest=2.4,
    guest_locked=1.2,
    market_final=0.6,
    duel=0.6,
    fairy_turns=0.5,
    fairy_most=3.0,
    fairy_bonus=1.8,
    dragon_draw=0.3,
    dragon_reach=(0.0, 0.3, 0.25, 0.18, 0.12, 0.08, 0.05),
    token=1.7,
    token_set=0.35,
    animals=0.7,
)
V1_PLAN = SearchPlan(rounds=((10, 4), (4, 8), (2, 12)), known=6, effort=14000, doubt=None)

EARLIER: dict[str, Chooser] = {
    "easy-0.1": partial(play_easy, weights=V1, slips=Slips(6, math.inf, 0.5)),
    "normal-0.1": partial(play_normal, weights=V1),
    "hard-0.1": partial(play_hard, weights=V1, plan=V1_PLAN),
}
