"""What the second game adds to a position's promise: tokens and stables."""

from __future__ import annotations

from functools import lru_cache

from engine.geometry import Cell, ring
from engine.over_hill_and_dale.harvest import most_sets
from engine.over_hill_and_dale.part import FACE_DOWN, PART
from engine.over_hill_and_dale.stables import STABLE, animals_around
from engine.players.evaluation import groups
from engine.players.outlook import Outlook
from engine.players.survey import Survey
from engine.scoring import owners
from engine.state import GameState

SET = 5  # OHD-33: the points of a set
KINDS = 5


def hills(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """OHD-22, 31, 33: tokens held and to come, and the animals around stables."""
    for player, hand in enumerate(PART.of(state).held):
        promise[player] += hand_worth(hand, outlook)
    survey = outlook.survey(state.board)
    by_id = state.board.features.by_id
    for found, figures in groups(state).items():
        if by_id[found].kind == "crop":
            symbols = survey.symbols(found)
            if symbols:
                holders = owners(figures)
                each = survey.closing(found) * outlook.weights.token * symbols / len(holders)
                for player in holders:
                    promise[player] += each
        for figure in figures:
            if figure.kind == STABLE:
                promise[figure.player] += _stable(state, outlook, survey, figure.cell)


def hand_worth(hand: tuple[str, ...], outlook: Outlook) -> float:
    """A point each, sets, and what is on the way to one; a hidden token is like one to come."""
    known, sets, spare = _sorted_out(hand)
    hidden = outlook.weights.token * (len(hand) - known)
    return hidden + known + SET * sets + outlook.weights.token_set * spare * outlook.share


@lru_cache(maxsize=256)
def _sorted_out(hand: tuple[str, ...]) -> tuple[int, int, int]:
    """How many tokens of a hand are known, their sets, and how many are on the way to one."""
    known = [token for token in hand if token != FACE_DOWN]
    sets = most_sets(known)
    return len(known), sets, min(KINDS - 1, len(known) - KINDS * sets) if sets else len(set(known))


def _stable(state: GameState, outlook: Outlook, survey: Survey, cell: Cell) -> float:
    """Animals drawn around, and those that may still come."""
    knowing = survey if survey.parent is None or survey.near(cell) else survey.parent
    known = knowing.stables.get(cell)
    if known is None:
        cells, frontier = state.board.cells, state.board.frontier
        hoped = sum([outlook.chance(frontier.get(near, 0)) for near in ring(cell) if near not in cells])
        known = animals_around(state, cell) + outlook.weights.animals * hoped * outlook.share
        knowing.stables[cell] = known
    return known
