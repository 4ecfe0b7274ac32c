"""Answers to a question that was put to the players, and what comes of it."""

from __future__ import annotations

from bot.conversation.commands.seats import close_table, reseat, skip_seat
from bot.conversation.commands.undo import undo_agreed
from bot.conversation.commands.votes import wanted
from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.model import Vote
from bot.conversation.table.state import Live
from bot.conversation.table.transaction import Course


def _standing_vote(desk: Desk, live: Live, stamp: int | None) -> tuple[Vote, int]:
    vote = live.table.vote
    if vote is None or (stamp is not None and stamp != vote.stamp):
        raise Refused("vote.gone")
    seat = desk.seat(live)
    if seat == vote.by:
        raise Refused("vote.own")
    return vote, seat


async def agree(desk: Desk, stamp: int | None = None) -> list[Outgoing]:
    """Say yes; the last yes that is needed does it."""
    live = await desk.live()
    vote, seat = _standing_vote(desk, live, stamp)
    course = Course(live, desk.at)
    course.act(desk.who.id, "agree", seat=seat)
    now = course.live.table.vote
    key = f"{live.game}.vote{vote.stamp}"
    words = public_words(live)
    yes = len(now.yes) if now else 0
    if yes < wanted(live, vote):
        await desk.note(course)
        text = words.text("vote.count", yes=yes, n=wanted(live, vote))
        return [Outgoing(desk.channel, text, quiet=True)]
    done = Outgoing(desk.channel, words.text("vote.passed"), key=key, quiet=True)
    return [done, *await carry_out(desk, course, vote)]


async def refuse(desk: Desk, stamp: int | None = None) -> list[Outgoing]:
    """Say no: the question is closed."""
    live = await desk.live()
    vote, seat = _standing_vote(desk, live, stamp)
    course = Course(live, desk.at)
    course.act(desk.who.id, "refuse", seat=seat)
    await desk.note(course)
    text = public_words(live).text("vote.refused", player=public_words(live).name(seat))
    return [Outgoing(desk.channel, text, key=f"{live.game}.vote{vote.stamp}", quiet=True)]


async def carry_out(desk: Desk, course: Course, vote: Vote) -> list[Outgoing]:
    """Do what was voted for."""
    course.act(desk.who.id, "refuse", seat=vote.by)  # the question is answered: close it
    if vote.kind == "undo":
        return await undo_agreed(desk, course, vote)
    if vote.kind == "kick":
        return await reseat(desk, course, vote.about, "", "", "kick")
    if vote.kind == "skip":
        return await skip_seat(desk, course, vote.about)
    return await close_table(desk, course)
