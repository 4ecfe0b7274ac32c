"""Answers in a vote, and what an accepted vote does."""

from __future__ import annotations

from bot.conversation.commands.seats import close_table, reseat, skip_seat
from bot.conversation.commands.undo import undo_agreed
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.votes import wanted
from bot.conversation.table.acts import AgreeAct, RefuseAct
from bot.conversation.table.model import Vote
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction


def _open_vote(context: Context, live: LiveTable) -> tuple[Vote, int]:
    vote = live.table.vote
    if vote is None or (context.token is not None and context.token.stamp != vote.stamp):
        raise Refused("vote.gone")
    seat = context.seat(live)
    if seat == vote.by:
        raise Refused("vote.own")
    return vote, seat


async def agree(context: Context) -> list[Outgoing]:
    """`/agree`: say yes; the last yes that is needed carries out the vote."""
    live = await context.live()
    vote, seat = _open_vote(context, live)
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, AgreeAct(seat=seat))
    now = transaction.live.table.vote
    if now is not None and len(now.yes) < wanted(live, vote):
        await context.note(transaction)
        return []
    return await carry_out(context, transaction, vote)


async def refuse(context: Context) -> list[Outgoing]:
    """`/refuse`: say no, which ends the vote."""
    live = await context.live()
    _, seat = _open_vote(context, live)
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, RefuseAct(seat=seat))
    await context.note(transaction)
    return []


async def carry_out(context: Context, transaction: Transaction, vote: Vote) -> list[Outgoing]:
    """Do what was voted for."""
    transaction.act(context.who.id, RefuseAct(seat=vote.by))  # ends the vote
    if vote.kind == "undo":
        return await undo_agreed(context, transaction, vote)
    if vote.kind == "kick":
        return await reseat(context, transaction, vote.about, "", "", "kick")
    if vote.kind == "skip":
        return await skip_seat(context, transaction, vote.about)
    return await close_table(context, transaction)
