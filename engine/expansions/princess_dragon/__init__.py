"""Princess & Dragon, the new edition and, by its options, the older one."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action
from engine.expansions.princess_dragon import dragon, fairy, portal, princess
from engine.expansions.princess_dragon.part import PART, Expel, Fly, MoveFairy, begin
from engine.ruleset import Expansion, Hooks
from engine.state import GameState


def more_actions(state: GameState, player: int) -> Iterable[Action]:
    """PD-05: through the portal, expel a knight, move the fairy."""
    return (
        *portal.portal_claims(state, player),
        *princess.expulsions(state, player),
        *fairy.fairy_moves(state, player),
    )


EXPANSION = Expansion(
    key="princess_dragon",
    defaults={"max_players": "6"},  # O2: the box is for two to six
    tile_sets=("princess_dragon",),
    options={
        "princess": ("may", "must"),  # O7
        "princess_blocks_fairy": ("true", "false"),  # O8
        "fairy_attach": ("meeple", "tile"),  # O9
        "fairy_final_bonus": ("any_scored", "fields_only"),  # O10
    },
    part=PART,
    steps={"volcano": dragon.volcano, "flight": dragon.flight},
    asks={"dragon": dragon.flight_options},
    handlers={Fly: dragon.on_fly, MoveFairy: fairy.on_move, Expel: princess.on_expel},
    explains={Fly: dragon.explain_fly, MoveFairy: fairy.explain_move, Expel: princess.explain_expel},
    hooks=Hooks(
        begin=(begin,),
        turn_started=(fairy.start_point,),
        tiles_elsewhere=(dragon.tiles_aside,),
        set_aside=(dragon.set_aside,),
        tile_placed=(princess.tile_placed,),
        bars_claims=(dragon.bars_claims,),
        bars_cell=(dragon.bars_cell,),
        forced_actions=(princess.forced,),
        more_actions=(more_actions,),
        explains_claim=(portal.explain_claim,),
        features_scored=(fairy.bonus,),
        figure_left=(fairy.figure_left,),
        notable_cells=(fairy.notable_cells,),
    ),
)
