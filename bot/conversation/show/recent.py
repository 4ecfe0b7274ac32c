"""Which of the last moves a message tells."""

from __future__ import annotations

from bot.conversation.show.story import NOTED
from bot.conversation.table.state import LiveTable, Moment


def since_last_message(live: LiveTable) -> list[Moment]:
    """The moves since the last question that is not edited: a user's, and the automatic ones after them.

    While a user answers one question after the other, the message is edited: it still tells what it told.
    """
    moves = [moment for moment in live.recent if moment.action is not None or moment.events]
    found = _last_of_a_user(moves)
    while len(found) < len(moves) and _is_edited(live, found):
        found = _last_of_a_user(moves[: len(moves) - len(found)]) + found
    return found


def _last_of_a_user(moves: list[Moment]) -> list[Moment]:
    """The last moves of one user, and the automatic moves since."""
    found: list[Moment] = []
    user = ""
    for moment in reversed(moves):
        by = moment.entry.by
        if user and by != user:
            break
        found.append(moment)
        if by not in NOTED and moment.action is not None:
            user = by
    return found[::-1]


def _is_edited(live: LiveTable, found: list[Moment]) -> bool:
    """Whether the user of these moves is still asked in the same turn."""
    first = found[0]
    asked = [wait.seat for wait in live.waits]
    return first.action is not None and first.turn == live.state.turn and first.action.player in asked


def since_own_move(live: LiveTable, seat: int | None) -> list[Moment]:
    """The moves of the others since the last one of this seat; without a seat, what the message tells."""
    found: list[Moment] = []
    for moment in reversed(live.recent):
        if moment.action is not None and moment.action.player == seat:
            return found[::-1]
        if moment.action is not None or moment.events:
            found.append(moment)
    return since_last_message(live)
