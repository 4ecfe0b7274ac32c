"""The designs of all figures and tokens, one row each: shapes stand for kinds, colours for players.

A new figure or token needs a row here. A figure that changes with its ground, as a meeple does, has a row in
DRESSED too.
"""

from __future__ import annotations

from dataclasses import dataclass

from renderer.pieces import shapes, tower_shapes, trade_shapes
from renderer.pieces.shapes import Draw
from renderer.style.canvas import Point
from renderer.style.tokens import MARKS
from renderer.tile.harvest import HARVESTS


@dataclass(frozen=True, slots=True)
class Design:
    """How one kind of piece is drawn."""

    draw: Draw
    finish: Draw = shapes.nothing  # what comes on top of the outlined shapes
    scale: float = 1.0  # its size, by that of a meeple
    letter: Point = (0.5, 0.58)  # where the owner's letter stands
    owned: bool = False  # it has the colour of a player
    lying: bool = False


CAPTIVES = {"meeple": shapes.meeple, "large": trade_shapes.large, "abbot": shapes.abbot}  # TO-19, 23
BODY = (0.5, 0.56)  # where the letter of a standing meeple is
DESIGNS: dict[str, Design] = {
    "meeple": Design(shapes.meeple, letter=BODY, owned=True),
    "knight": Design(shapes.knight, letter=BODY, owned=True),
    "robber": Design(shapes.robber, letter=BODY, owned=True),
    "monk": Design(shapes.monk, letter=(0.5, 0.68), owned=True),
    "farmer": Design(shapes.meeple, letter=(0.51, 0.47), owned=True, lying=True),
    "abbot": Design(shapes.abbot, shapes.abbot_cross, scale=1.1, letter=(0.5, 0.64), owned=True),
    "traveller": Design(shapes.traveller, letter=BODY, owned=True),
    "stable": Design(shapes.stable, shapes.stable_door, scale=1.1, letter=(0.5, 0.63), owned=True),
    "large": Design(trade_shapes.large, scale=1.3, letter=(0.5, 0.62), owned=True),
    "large_farmer": Design(trade_shapes.large, scale=1.3, letter=(0.58, 0.47), owned=True, lying=True),
    "builder": Design(trade_shapes.builder, scale=1.1, letter=(0.47, 0.7), owned=True),
    "pig": Design(trade_shapes.pig, trade_shapes.pig_face, letter=(0.58, 0.55), owned=True),
    "castle": Design(shapes.castle, shapes.castle_gate, scale=1.35, owned=True),
    "dragon": Design(shapes.dragon, shapes.dragon_eye, scale=1.5),
    "fairy": Design(shapes.fairy, scale=1.1),
    "count": Design(shapes.count, scale=1.2),
    "king": Design(shapes.king, shapes.king_crown),
    "robber_baron": Design(shapes.baron, shapes.baron_mask),
    "bridge": Design(shapes.bridge, scale=1.5),
    **{symbol: Design(shapes.harvest_token, shapes.harvest_of(symbol)) for symbol in HARVESTS},
    **{
        kind: Design(trade_shapes.goods_token(kind), trade_shapes.goods_of(kind))
        for kind in ("wine", "grain", "cloth")
    },
    "floor": Design(tower_shapes.floor),
    **{
        f"tower_{height}": Design(tower_shapes.tower_of(height), tower_shapes.number_of(height), scale=0.8)
        for height in range(1, tower_shapes.MOST_FLOORS + 1)
    },
    **{
        f"captive_{figure}_{seat}": Design(tower_shapes.captive_of(draw, seat), tower_shapes.bars_of(seat))
        for figure, draw in CAPTIVES.items()
        for seat in range(len(MARKS))
    },
    "face_down": Design(shapes.harvest_token, shapes.back),
}
# figure -> kind of segment -> its design there; on all others it has the design of its own name
DRESSED: dict[str, dict[str, str]] = {
    "meeple": {
        "city": "knight",
        "road": "robber",
        "trail": "traveller",
        "monastery": "monk",
        "shrine": "monk",
        "garden": "monk",
        "field": "farmer",
        "meadow": "farmer",
    },
    "large": {"field": "large_farmer"},
}
