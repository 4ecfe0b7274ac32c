"""Every number behind the judgement of the computer players, in points (docs/computer-players.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth. `share` in the comments is the square root of the part of the game left."""

    fill: float = 0.06  # how fast the chance that a cell is filled grows with the number of fitting tiles
    power: float = 1.0  # below 1 that chance depends less on the number: a few fitting tiles are enough
    joint: float = 0.0  # above 0 a road or city with several open cells is less likely completed
    growth: float = 0.5  # an unfinished area grows a little more before it closes
    growth_line: float = 0.3  # and so does a line
    field: float = 1.0  # how much of what fields are worth is seen
    field_open: float = 0.37  # an open city beside a field, against a complete one; x its chance x share
    field_growth: float = 0.5  # what a field gains from cities yet to come, x share
    site_fill: float = 0.63  # a likely neighbour of a monastery, against a certain one
    join: float = 0.0  # how much it counts that a tile may join roads or cities of different owners
    join_land: float = 0.0  # and fields
    freed: float = 0.4  # a figure that will come back, against one in the supply
    free: tuple[float, ...] = (12.0, 7.5, 6.0, 4.5, 3.0, 1.5, 1.5)  # free meeples, x share: the last is dear

    abbot_free: float = 1.6  # x share
    stable_free: float = 3.0  # x share
    large_free: float = 3.0  # x share
    builder_free: float = 2.0  # x share
    builder_out: float = 5.0  # a builder whose feature can still grow, x share
    extra_turn: float = 3.5  # a second part that is earned and not yet played
    pig_free: float = 0.8  # x share
    goods_lead: float = 10.0  # what the most of a kind is worth at the end, x the chance to have it
    goods_doubt: float = 0.7  # how much each token still to come blurs who will have most
    floor: float = 0.2  # a floor in the supply, x share
    prisoner_held: float = 1.5  # a prisoner, to the captor, x share
    prisoner_hope: float = 1.5  # and to the owner, since it may come back, x share
    prisoner_lost: float = 3.0  # a normal meeple that is captured, x share
    capture: float = 0.15  # how likely a figure in reach of one more floor is captured
    bridge: float = 1.8  # a bridge in the supply, x share
    castle_token: float = 0.8  # x share
    castle_hope: float = 4.0  # what a castle gets at least from tiles yet to come, x share
    castle_near: float = 0.8  # an open feature in a castle's vicinity, x its chance
    title_kept: float = 0.6  # king and robber: each completed feature, if the lead holds to the end
    title_growth: float = 2.0  # and those still to be completed, x share
    guest: float = 2.4  # a figure in a quarter, x share
    guest_locked: float = 1.2  # under the count's eyes, x share
    market_final: float = 0.6  # a figure in the market, against the best field it could join
    duel: float = 0.6  # how likely the site that is ahead wins its duel
    fairy_turns: float = 0.1  # how many of the turns left the fairy stays
    fairy_most: float = 0.8  # but her points for turns are worth this at most
    fairy_bonus: float = 0.4  # of the three points with the feature
    dragon_draw: float = 0.3  # how fast the chance of a flight grows with unseen dragon tiles
    # How likely a figure is eaten in a flight, by its distance from the dragon.
    dragon_reach: tuple[float, ...] = (0.0, 0.3, 0.25, 0.18, 0.12, 0.08, 0.05)
    token: float = 1.7  # a harvest token to come, or one that is face down
    token_set: float = 0.35  # each further kind on the way to a set
    animals: float = 0.7  # expected animals on a tile yet to come near a stable, x its chance


DEFAULT = Weights()

# For players who look ahead: they see figures come back, so a free one is worth less to them.
AHEAD = replace(DEFAULT, free=(10.4, 6.5, 5.2, 3.9, 2.6, 1.3, 1.3))

# For players who look ahead where several boxes are in play (`terms.ahead`). Nearly everything is completed
# there, and the game is long: what matters is how soon figures come back, and what the builder earns.
MANY = replace(
    AHEAD,
    fill=0.3,
    power=0.437,
    joint=0.135,
    growth=0.8,
    field_open=0.6,
    field_growth=0.3,
    site_fill=0.25,
    free=(11.44, 7.15, 5.72, 4.29, 2.86, 1.43, 1.43),
    builder_free=6.0,
    builder_out=20.0,
    extra_turn=5.0,
    pig_free=0.5,
    goods_lead=14.0,
    bridge=2.5,
    castle_token=3.0,
    market_final=1.5,
    fairy_most=0.5,
)

# For master: chances as they came true in games of normal players, and worths likewise (tools.bench.worths).
FAR = replace(
    DEFAULT,
    fill=0.3,
    power=0.437,
    joint=0.135,
    growth=1.0,
    growth_line=0.0,
    field_open=0.9,
    field_growth=2.1,
    site_fill=0.9,
    join=1.05,
    join_land=1.0,
    freed=1.0,
    free=(18.0, 12.7, 11.0, 10.0, 9.2, 7.6, 7.6),
)
