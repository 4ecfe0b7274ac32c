"""How each mark is drawn: one row for each row of `renderer.geometry.marks` that has a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from renderer.style.canvas import Pen
from renderer.style.palette import Theme
from renderer.tile import goods
from renderer.tile.animals import chicken, horse, pig, sheep
from renderer.tile.cathedral import cathedral
from renderer.tile.harvest import HARVESTS, badge
from renderer.tile.scene import Scene
from renderer.tile.sites import city_monastery, garden, monastery, shrine
from renderer.tile.symbols import bazaar, dragon_mark, inn, pig_herd, portal, princess, shield, volcano
from renderer.tile.tower import foundation

DRAW: dict[str, Callable[[Pen, Theme, float, float], None]] = {
    "monastery": monastery,
    "city_monastery": city_monastery,
    "shrine": shrine,
    "garden": garden,
    "tower": foundation,
    "volcano": volcano,
    "bazaar": bazaar,
    "cathedral": cathedral,
    "shield": shield,
    "princess": princess,
    **{symbol: partial(badge, symbol) for symbol in HARVESTS},
    **{kind: partial(goods.badge, kind) for kind in goods.GOODS},
    "pig_herd": pig_herd,
    "inn": inn,
    "portal": portal,
    "dragon": dragon_mark,
    "pig": pig,
    "sheep": sheep,
    "chicken": chicken,
    "horse": horse,
}


def marks(scene: Scene) -> None:
    """Draw all marks of a tile, from north to south."""
    placed = [(*scene.at(place.at), place.mark) for place in scene.layout.places]
    for x, y, name in sorted(placed, key=lambda mark: (mark[1], mark[0])):
        DRAW[name](scene.pen, scene.theme, x, y)
