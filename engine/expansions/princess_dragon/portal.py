"""The magic portal: the figure of this turn may appear on any earlier tile."""

from __future__ import annotations

from engine.actions import Claim
from engine.board import SPAN
from engine.expansions.princess_dragon.dragon import bars_cell
from engine.expansions.princess_dragon.part import laid, walled
from engine.refusals import Refusal, refuse
from engine.state import GameState
from engine.tiles import LANDS


def portal_claims(state: GameState, player: int) -> list[Claim]:
    """PORTAL-02 to 06: every free, unfinished feature on the tiles laid before, the dragon's left out."""
    if not laid(state, "portal"):
        return []
    board = state.board
    label, by_id = board.features.label, board.features.by_id
    occupied = state.occupied()
    ready = [(name, ground) for name, ground in state.rules.claimants if state.supply[player, name]]
    if not ready:
        return []
    found = []
    barred = state.rules.hooks.bars_cell
    for cell, placed in board.cells.items():
        segments = [
            (part.segment.id, part.kind)
            for number, part in enumerate(placed.turned.parts, placed.first)
            if label[number] not in occupied and (part.kind in LANDS or by_id[label[number]].open)
        ]
        if cell in board.spans:
            feature_id = label[board.spans[cell].number]
            if feature_id not in occupied and by_id[feature_id].open:
                segments.append((SPAN, "road"))
        if not segments or cell == state.last or walled(state, cell):
            continue
        if barred and any(bars(state, cell) for bars in barred):
            continue
        found += [
            Claim(player, cell, segment, name)
            for segment, kind in segments
            for name, ground in ready
            if kind in ground
        ]
    return found


def explain_claim(state: GameState, action: Claim) -> Refusal | None:
    """Why even a portal does not lead there."""
    cell = action.cell
    if cell == state.last or not laid(state, "portal"):
        return None
    if bars_cell(state, cell):
        return refuse("dragon_there", "PORTAL-06", cell=cell)
    if walled(state, cell):
        return refuse("inside_carcassonne", "PORTAL-05", cell=cell)
    feature = state.board.feature(cell, action.segment)
    if feature.open == 0 and feature.kind not in LANDS:
        return refuse("complete", "PORTAL-03", cell=cell, kind=feature.kind)
    return None
