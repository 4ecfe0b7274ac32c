"""The Abbot: a figure for monasteries and gardens that its owner may take back, with points, at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.actions import Action
from engine.frozen import frozen
from engine.geometry import Cell
from engine.refusals import Refusal, refuse
from engine.ruleset import Events, Expansion, FigureKind, Hooks
from engine.scoring import award, send_home, worth
from engine.state import Figure, GameState
from engine.tiles import SITES

ABBOT = "abbot"


@frozen
class Retrieve(Action):
    """ABBOT-17: take the own abbot back from the incomplete site on this cell."""

    verb: ClassVar[str] = "retrieve"
    cell: Cell


def abbot_on_board(state: GameState, player: int) -> Figure | None:
    """The player's abbot, if it stands on a tile."""
    if state.supply[player, ABBOT]:
        return None
    for figure in state.all_figures():
        if figure.kind == ABBOT and figure.player == player:
            return figure
    return None


def retrievals(state: GameState, player: int) -> Sequence[Action]:
    """ABBOT-08, 10: one of the options of the action step, while the site is incomplete.

    The tile just laid is on the board already, so it counts; a site that it completes scores later.
    """
    abbot = abbot_on_board(state, player)
    if abbot is None or not state.board.feature(abbot.cell, abbot.segment).open:
        return ()
    return (Retrieve(player, abbot.cell),)


def on_retrieve(state: GameState, action: Retrieve, events: Events) -> None:
    """ABBOT-08, 11: what the site would be worth at the end, at once; no points for a completed feature."""
    abbot = abbot_on_board(state, action.player)
    if abbot is None:
        raise ValueError("no abbot on the board")
    board = state.board
    site = board.feature(abbot.cell, abbot.segment)
    items = worth(state, site, complete=False)
    award(state, events, action.player, "retrieval", items, board.feature_id(abbot.cell, abbot.segment))
    send_home(state, events, abbot, "retrieved")
    state.acted = True  # ABBOT-09: it replaces every other action of the step


def explain_retrieve(state: GameState, action: Retrieve) -> Refusal | None:
    """Why the abbot cannot be taken from there."""
    abbot = abbot_on_board(state, action.player)
    if abbot is not None and abbot.cell != action.cell:
        return refuse("abbot_elsewhere", "ABBOT-08", cell=abbot.cell)
    return None


EXPANSION = Expansion(
    key="abbot",
    kinds=frozenset({"garden"}),  # ABBOT-02
    figures={ABBOT: FigureKind(1, SITES)},  # ABBOT-01, 05, CULT-12; a meeple stands on no garden
    handlers={Retrieve: on_retrieve},
    explains={Retrieve: explain_retrieve},
    hooks=Hooks(more_actions=(retrievals,)),
)
