"""What the second game adds to a position's promise: tokens and stables."""

from __future__ import annotations

from engine.geometry import ring
from engine.over_hill_and_dale.harvest import most_sets
from engine.over_hill_and_dale.part import FACE_DOWN, PART
from engine.over_hill_and_dale.stables import STABLE, animals_around
from engine.players.evaluation import groups
from engine.players.outlook import Outlook
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
            symbols = survey.symbols(by_id[found])
            if symbols:
                holders = owners(figures)
                each = survey.closing(found) * outlook.weights.token * symbols / len(holders)
                for player in holders:
                    promise[player] += each
        for figure in figures:
            if figure.kind == STABLE:
                promise[figure.player] += _stable(state, outlook, figure.cell)


def hand_worth(hand: tuple[str, ...], outlook: Outlook) -> float:
    """A point each, sets, and what is on the way to one; a hidden token is like one to come."""
    known = [token for token in hand if token != FACE_DOWN]
    hidden = outlook.weights.token * (len(hand) - len(known))
    if not known:
        return hidden
    sets = most_sets(tuple(known))
    spare = len(set(known)) if not sets else min(KINDS - 1, len(known) - KINDS * sets)
    return hidden + len(known) + SET * sets + outlook.weights.token_set * spare * outlook.share


def _stable(state: GameState, outlook: Outlook, cell: tuple[int, int]) -> float:
    """Animals drawn around, and those that may still come."""
    board = state.board
    hoped = sum(
        [outlook.chance(board.frontier.get(near, 0)) for near in ring(cell) if near not in board.cells]
    )
    return animals_around(state, cell) + outlook.weights.animals * hoped * outlook.share
