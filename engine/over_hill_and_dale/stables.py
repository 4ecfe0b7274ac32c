"""OHD-28 to 31: stables on meadows, which score the animals around them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Claim
from engine.events import Item
from engine.geometry import Cell, ring
from engine.refusals import Refusal, refuse
from engine.ruleset import Events
from engine.scoring import award
from engine.state import Figure, GameState
from engine.steps.act import explain_claim
from engine.tiles import LANDS
from engine.turned import Turned

STABLE = "stable"


def stables(state: GameState) -> list[Figure]:
    """Every stable on the board."""
    return [figure for figure in state.all_figures() if figure.kind == STABLE]


def site(turned: Turned) -> str | None:
    """OHD-28: which meadow is irrelevant, so a stable is always built on the tile's largest one."""
    meadows = [part.segment for part in turned.parts if part.kind in LANDS]
    return max(meadows, key=lambda meadow: len(meadow.halves)).id if meadows else None


def build_options(state: GameState, player: int) -> Iterable[Claim]:
    """OHD-28, 29: a stable on the new tile if it has a meadow and no neighbour holds a stable."""
    cell = state.last
    if cell is None or not state.supply[player, STABLE] or _too_near(state, cell):
        return ()
    meadow = site(state.board.cells[cell].turned)
    return () if meadow is None else (Claim(player, cell, meadow, STABLE),)


def _too_near(state: GameState, cell: Cell) -> bool:
    near = ring(cell)
    # Nothing else stands on a meadow, so the first of a group tells.
    return any(group[0].kind == STABLE and group[0].cell in near for group in state.figures.values())


def explain_claim_or_build(state: GameState, action: Claim) -> Refusal | None:
    """Why a meeple may not stand, or a stable not be built, there."""
    if action.figure != STABLE or action.cell not in state.board.cells:
        return explain_claim(state, action)
    if action.cell != state.last:
        return refuse("not_the_new_tile", "OHD-28", cell=action.cell)
    if not state.supply[action.player, STABLE]:
        return refuse("none_in_supply", "OHD-03", figure=STABLE)
    meadow = site(state.board.cells[action.cell].turned)
    if meadow is None:
        return refuse("no_meadow", "OHD-28", cell=action.cell)
    if _too_near(state, action.cell):
        return refuse("stable_too_near", "OHD-29", cell=action.cell)
    return refuse("one_meadow_a_tile", "OHD-28", segment=meadow)


def animals_around(state: GameState, cell: Cell) -> int:
    """OHD-31: all animals drawn on a tile and on its neighbours."""
    cells = state.board.cells
    return sum(
        count for near in (cell, *ring(cell)) if near in cells for _, count in cells[near].turned.tile.animals
    )


def final_stables(state: GameState, events: Events) -> None:
    """OHD-31: one point an animal; the same animals may count for several stables."""
    for stable in stables(state):
        animals = animals_around(state, stable.cell)
        if animals:
            award(state, events, stable.player, STABLE, (Item("animals", animals, animals),), final=True)


def too_close(state: GameState) -> str | None:
    """OHD-29: no two stables are ever neighbours."""
    cells = [stable.cell for stable in stables(state)]
    for cell in cells:
        if any(near in cells for near in ring(cell)) or cells.count(cell) > 1:
            return f"stables are too close: {sorted(cells)}"
    return None
