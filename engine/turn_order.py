"""The whole turn on one screen: every step of every box by name, in the order that the rules demand.

A table plays the steps that its boxes provide and leaves out the rest. A step may send the turn back to
another one by name (a bazaar runs `place` to `second_part` once for every tile sold).
"""

from __future__ import annotations

TURN = (
    "start",  # TURN-00: a turn begins; the fairy's point
    "draw",  # TURN-01: a tile is drawn, or the game ends
    "place",  # TURN-02: lay it, with a bridge or without
    "act",  # TURN-03: one of claim, retrieve, fairy, princess, or nothing
    "capture",  # TO-63: after a floor on a tower; then prisoners are exchanged
    "volcano",  # TURN-04: the dragon comes
    "flight",  # TURN-05: the dragon flies, one step a player
    "complete",  # TURN-06: which features did this tile complete?
    "castle_choice",  # TURN-07: castle or points
    "quarters",  # TURN-08: figures come out of the city
    "score",  # TURN-09: points for what is complete
    "castles",  # TURN-10: castles score what was completed near them
    "return_figures",  # TURN-10: figures of scored features go home
    "goods",  # TB-66: the placer takes the goods of completed cities
    "awards",  # TURN-11: king and robber knight
    "count",  # TURN-12: send a figure to the city, move the count
    "second_part",  # TB-67, 68: the builder's second part
    "bazaar",  # TURN-13: auction and extra placements
    "end_turn",  # TURN-14: the same player again, the next one, or the end
)

FINALE = (
    "lords_home",  # TURN-22: lords of unfinished castles go home
    "market",  # TURN-23: market figures go to fields
    "final_features",  # TURN-24: incomplete features, and the fairy with them (TURN-26)
    "final_fields",  # TURN-25: fields
    "final_awards",  # TURN-27: king and robber knight
    "final_goods",  # TB-69: most wine, grain and cloth
    "ranking",  # TURN-28: places; ties share
)

HILLS_TURN = (  # TURN-29: Over Hill and Dale
    "start",
    "draw",
    "place",
    "act",
    "complete",
    "score",
    "return_figures",
    "harvest",  # OHD-23: tokens are taken in turn order
    "journey",  # OHD-11: a traveller moves on
    "end_turn",
)

HILLS_FINALE = (
    "final_features",
    "final_stables",  # OHD-31
    "final_tokens",  # OHD-33
    "ranking",
)
