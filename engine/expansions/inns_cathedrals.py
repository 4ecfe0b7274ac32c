"""Inns & Cathedrals: marks that change what roads and cities are worth, a large meeple, a sixth player."""

from __future__ import annotations

from engine.events import Item
from engine.features import Feature
from engine.ruleset import Expansion, FigureKind, Hooks, Items
from engine.state import GameState

LARGE = "large"
MARKS = {"road": "inn", "city": "cathedral"}  # IC-06, 13
WORTHLESS = {"road": Item("inn_incomplete", 1, 0), "city": Item("cathedral_incomplete", 1, 0)}  # IC-43
FINAL = "inn_cathedral_final"


def feature_worth(state: GameState, feature: Feature, complete: bool, items: Items) -> Items:
    """IC-07, 14: each tile and shield once more when complete. IC-08, 15: nothing at all when not.

    One mark is as good as several: a road or city has it if any of its segments has.
    """
    mark = MARKS.get(feature.kind)
    if mark is None or mark not in feature.marks:
        return items
    if complete:
        return *items, Item(mark, 1, feature.size + feature.shields)
    return (WORTHLESS[feature.kind],) if state.rules.options[FINAL] == "zero" else items


EXPANSION = Expansion(
    key="inns_cathedrals",
    tile_sets=("inns_cathedrals",),  # IC-01
    marks=frozenset(MARKS.values()),  # IC-10, 54: also on tiles of other boxes
    options={FINAL: ("zero", "normal")},  # O21
    defaults={"max_players": "6"},  # IC-57
    figures={LARGE: FigureKind(1, frozenset(), weight=2, like="meeple")},  # IC-02, 19, 20
    hooks=Hooks(feature_worth=(feature_worth,)),
)
