"""Answers in a vote, and what an accepted vote does."""

from __future__ import annotations

from bot.conversation.commands.seats import close_table, reseat, skip_seat
from bot.conversation.commands.undo import undo_agreed
from bot.conversation.commands.votes import vote_key, vote_message, vote_subject, wanted
from bot.conversation.context import Context, Refused, public_words
from bot.conversation.protocol.messages import Outgoing
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
    words = public_words(live)
    if now is not None and len(now.yes) < wanted(live, vote):
        await context.note(transaction)
        what = await vote_subject(context.repository, words, transaction.live, now)
        return [vote_message(words, transaction.live, now, what)]
    done = Outgoing(context.channel, words.text("vote.passed"), key=vote_key(live, vote), quiet=True)
    return [done, *await carry_out(context, transaction, vote)]


async def refuse(context: Context) -> list[Outgoing]:
    """`/refuse`: say no, which ends the vote."""
    live = await context.live()
    vote, seat = _open_vote(context, live)
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, RefuseAct(seat=seat))
    await context.note(transaction)
    text = public_words(live).text("vote.refused", player=public_words(live).name(seat))
    return [Outgoing(context.channel, text, key=vote_key(live, vote), quiet=True)]


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
