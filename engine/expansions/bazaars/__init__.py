"""Bazaars: after a bazaar tile as many tiles as players are sold, or picked, and all of them are played."""

from __future__ import annotations

from engine.expansions.bazaars.auction import (
    bid_options,
    explain_bid,
    explain_opening,
    on_bid,
    on_buy,
    on_no_bid,
    on_open,
    on_sell,
    opening_options,
    sell,
    settle_options,
)
from engine.expansions.bazaars.part import PART, Bid, Buy, OpenBid, PickTile, Sell
from engine.expansions.bazaars.round import (
    bars_redraw,
    bazaar,
    begin,
    draft_options,
    on_pick,
    tile_placed,
    tiles_elsewhere,
)
from engine.ruleset import Expansion, Hooks

__all__ = ["EXPANSION", "PART"]

EXPANSION = Expansion(
    key="bazaars",
    defaults={"max_players": "6"},  # O2: the box has a row for six
    tile_sets=("bridges_castles_bazaars",),
    options={
        "bazaar_mode": ("auction", "draft"),
        "bazaar_turns": ("within_turn", "full_turns"),
        "bazaar_unplaceable": ("redraw", "lose"),
    },
    part=PART,
    steps={"bazaar": bazaar},
    asks={
        "auction": opening_options,
        "bid": bid_options,
        "settle": settle_options,
        "draft": draft_options,
    },
    handlers={OpenBid: on_open, Bid: on_bid, Buy: on_buy, Sell: on_sell, PickTile: on_pick},
    passes={"bid": on_no_bid},
    explains={Bid: explain_bid, OpenBid: explain_opening},
    safe_answers={"settle": sell},
    hooks=Hooks(
        begin=(begin,),
        tile_placed=(tile_placed,),
        bars_redraw=(bars_redraw,),
        tiles_elsewhere=(tiles_elsewhere,),
    ),
)
