"""`/undo`: free until something hidden is revealed, then by a vote. The message names what is taken back."""

from __future__ import annotations

from bot.conversation.commands.seats import call_vote
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.votes import others
from bot.conversation.table.history import GameHistory
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Vote
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine import record
from engine.queries import census


def last_move(history: GameHistory, seat: int, user: str) -> int | None:
    """The number of moves before the user's last one: a tile with its figure. None if there is none.

    A tile drawn between two moves starts another one, also within a turn.
    """
    players = [moment.action.player if moment.action else None for moment in history.moments]
    index = len(players) - 1
    while index >= 0 and not (players[index] == seat and history.moments[index].entry.by == user):
        index -= 1
    if index < 0:
        return None
    states = history.states
    turn = states[index].turn
    while (
        index > 0
        and players[index - 1] == seat
        and states[index - 1].turn == turn
        and census(states[index - 1]) == census(states[index])
    ):
        index -= 1
    return index


def is_free(history: GameHistory, target: int, seat: int) -> bool:
    """Whether nothing hidden was revealed since, and no other player has chosen anything."""
    live, before = history.live, history.states[target]
    if not others(live, seat) and live.table.crowd_seat is None:
        return True
    people = {other.player for other in live.table.seats if other.player} - {live.table.seats[seat].player}
    if any(moment.entry.by in people for moment in history.moments[target:]):
        return False
    return census(before) == census(live.state) and before.chance == live.state.chance


async def undo(context: Context) -> list[Outgoing]:
    """Take back the author's last move, or ask the other players."""
    live = await context.live()
    seat = context.seat(live)
    history = await _history(context, live)
    target = last_move(history, seat, context.who.id)
    if target is None:
        raise Refused("undo.nothing")
    if is_free(history, target, seat):
        return await take_back(context, Transaction(live, context.at), history, target)
    if not others(live, seat):
        raise Refused("crowd.undo")
    return await call_vote(context, live, "undo", seat, target)


async def _history(context: Context, live: LiveTable) -> GameHistory:
    history = await context.repository.history(live)
    if history is None:
        raise Refused("no_table")
    return history


async def take_back(
    context: Context, transaction: Transaction, history: GameHistory, target: int
) -> list[Outgoing]:
    """Undo, and ask the earlier question again. The history is that of the table before the transaction."""
    entry = Entry(transaction.at, context.who.id, f"{record.UNDO} {target}")
    for line in (*transaction.entries, entry):
        history.add(line)
    transaction.undone(history.live, entry)
    await context.conclude(transaction)
    return []


async def undo_agreed(context: Context, transaction: Transaction, vote: Vote) -> list[Outgoing]:
    """Undo after all players have agreed."""
    history = await _history(context, transaction.before)
    return await take_back(context, transaction, history, vote.about)
