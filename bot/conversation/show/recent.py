"""Which of the last moves a message tells, and which questions share one message."""

from __future__ import annotations

from bot.conversation.show.story import NOTED
from bot.conversation.table.log import CLOCK, SKIP
from bot.conversation.table.state import LiveTable, Moment

ROUNDS = {  # questions that go around the table within a turn: one message, which is edited
    "auction": "sale",
    "bid": "sale",
    "settle": "sale",
    "draft": "sale",
    "dragon": "dragon",
    "quarters": "quarters",
    "market": "market",
    "token": "token",
}
INSTEAD = (CLOCK, SKIP)  # answer for a user whose question was a message of its own
PRESENT = 600  # seconds since the last move of a user who sees an edit: an edit has no sound


def round_of(live: LiveTable) -> str:
    """The round that runs at a table, if users take part in it; empty if none."""
    name = ROUNDS.get(live.waits[0].ask, "") if live.waits else ""
    if not name:
        return ""
    asked = any(live.table.seats[wait.seat].player for wait in live.waits)
    return name if asked or any(moment.entry.by not in NOTED for moment in _round(live, name)) else ""


def _round(live: LiveTable, name: str) -> list[Moment]:
    """The moves of the round that runs."""
    return [one for one in live.recent if one.turn == live.state.turn and ROUNDS.get(one.ask, "") == name]


def all_present(live: LiveTable) -> bool:
    """Whether all users who are asked have moved lately: they need no new message to be called."""
    now = live.recent[-1].entry.at if live.recent else 0
    lately = {moment.entry.by for moment in live.recent if now - moment.entry.at < PRESENT}
    asked = [live.table.seats[wait.seat].user for wait in live.waits]
    return all(user in lately for user in asked if user)


def since_last_message(live: LiveTable) -> list[Moment]:
    """The moves since the last question that is not edited: a user's, and the automatic ones after them.

    While a user answers one question after the other, the message is edited: it still tells what it told.
    """
    moves = [moment for moment in live.recent if moment.action is not None or moment.events]
    found = _last_of_a_user(live, moves)
    while len(found) < len(moves) and _is_edited(live, found):
        found = _last_of_a_user(live, moves[: len(moves) - len(found)]) + found
    return found


def _last_of_a_user(live: LiveTable, moves: list[Moment]) -> list[Moment]:
    """The last moves of one user, and the automatic moves since."""
    found: list[Moment] = []
    user = ""
    for moment in reversed(moves):
        by = moment.entry.by
        if by in INSTEAD and moment.action is not None:
            by = live.table.seats[moment.action.player].user or by
        if user and by != user:
            break
        found.append(moment)
        if by not in NOTED and moment.action is not None:
            user = by
    return found[::-1]


def _is_edited(live: LiveTable, found: list[Moment]) -> bool:
    """Whether the user of these moves is still asked in the same turn, or they belong to the same round."""
    first = found[0]
    if first.action is None or first.turn != live.state.turn:
        return False
    name = round_of(live)
    if name:
        return ROUNDS.get(first.ask, "") == name
    return first.action.player in [wait.seat for wait in live.waits]


def since_own_move(live: LiveTable, seat: int | None) -> list[Moment]:
    """The moves since the last turn in which this seat had moved; without a seat, what the message tells."""
    found: list[Moment] = []
    for moment in reversed(live.recent):
        own = moment.action is not None and moment.action.player == seat
        if own and moment.turn != live.state.turn:
            return found[::-1]
        if moment.action is not None or moment.events:
            found.append(moment)
    return since_last_message(live)
