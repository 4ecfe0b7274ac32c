"""Changes of seats and of the whole table: resign, substitute, kick, skip, pause, end. All are public."""

from __future__ import annotations

import re

from bot.conversation.commands import lobby
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show.votes import others
from bot.conversation.table.acts import EndAct, PauseAct, ResumeAct, SeatAct, VoteAct
from bot.conversation.table.anonymise import computer_title
from bot.conversation.table.log import SKIP
from bot.conversation.table.options import prompts_of
from bot.conversation.table.polls.crowd import CROWD
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine.game import safe_answer
from engine.setup import SEAT_LETTERS

_ID = re.compile(r"(?:<@!?)?(?:[a-z]{1,12}:)?([A-Za-z0-9]{1,40})>?", re.ASCII)


def find_seat(live: LiveTable, text: str) -> int:
    """A seat by its letter or its player's name; raises Refused."""
    wanted = text.strip().lstrip("@").lower()
    for index, seat in enumerate(live.table.seats):
        names = (SEAT_LETTERS[index].lower(), seat.name.lower(), seat.shown.lower())
        if wanted in names or wanted in (seat.player, seat.owner):
            return index
    raise Refused("no_such_seat")


def id_of(context: Context, text: str) -> str:
    """The id that a mention or a number means on the author's platform; empty if it means none."""
    match = _ID.fullmatch(text)
    platform = context.who.id.partition(":")[0]
    return f"{platform}:{match[1]}" if match and any(letter.isdigit() for letter in match[1]) else ""


async def reseat(
    context: Context, transaction: Transaction, seat: int, player: str, name: str, why: str
) -> list[Outgoing]:
    """Give a seat to a user, or to the computer if no player is given."""
    if not player:
        table = transaction.live.table
        name = computer_title(table.language, table.seats[seat].name)
    if player:
        await context.store.users.sit(player, context.channel, context.at)
    leaving = transaction.live.table.seats[seat].player
    transaction.act(context.who.id, SeatAct(seat=seat, player=player, name=name, why=why))
    if not transaction.live.table.played:
        if why == "away":
            raise Refused("substitute.last")
        return await close_table(context, transaction)
    if transaction.live.table.forfeited is not None:
        return await close_table(context, transaction)
    await context.conclude(transaction)
    if leaving and leaving != CROWD and leaving != transaction.live.table.seats[seat].owner:
        await context.store.users.rise(leaving, context.channel)
    return []


async def resign(context: Context) -> list[Outgoing]:
    """`/resign`: after a confirmation, give the seat to the computer for good."""
    live = await context.live()
    seat = context.seat(live)
    if context.args != ("yes",):
        label = context.mine.label("button.resign")
        sure = Choice(label, command(live.game, live.state.ply, "resign", "yes"), "danger")
        return [context.say(context.mine.text("resign.sure"), (sure,))]
    return await reseat(context, Transaction(live, context.at), seat, "", "", "resign")


async def kick(context: Context) -> list[Outgoing]:
    """`/kick Boris`: give a seat to the computer for good; opener and admins at once, players by a vote."""
    if not context.args:
        raise Refused("kick.usage")
    named = " ".join(context.args)
    named = id_of(context, named) if named.startswith("<@") else named
    live = await context.live() if context.pressed else await context.live_or_none()
    if live is None:
        return await lobby.remove_named(context, named)
    seat = find_seat(live, named)
    if not live.table.seats[seat].player:
        raise Refused("seat_is_computer")
    if context.may_rule(live):
        return await reseat(context, Transaction(live, context.at), seat, "", "", "kick")
    return await call_vote(context, live, "kick", context.seat(live), seat)


async def skip(context: Context) -> list[Outgoing]:
    """`/skip`: play the turn of a waiting player safely; opener and admins at once, players by a vote."""
    live = await context.live()
    waiting = [wait.seat for wait in live.waits if live.table.seats[wait.seat].player]
    if not waiting or live.table.paused:
        raise Refused("skip.nobody")
    if context.may_rule(live):
        return await skip_seat(context, Transaction(live, context.at), waiting[0])
    return await call_vote(context, live, "skip", context.seat(live), waiting[0])


async def skip_seat(context: Context, transaction: Transaction, seat: int) -> list[Outgoing]:
    """Give safe answers for a seat until its turn is over."""
    answer_safely(transaction, seat, SKIP)
    await context.conclude(transaction)
    return []


def answer_safely(transaction: Transaction, seat: int, by: str) -> None:
    """Give the safe answer to a seat's question (TURN-31); the rest of its turn follows by itself."""
    for prompt in prompts_of(transaction.live.state, seat)[:1]:
        transaction.play(safe_answer(transaction.live.state, prompt), by)


async def call_vote(context: Context, live: LiveTable, kind: str, seat: int, about: int) -> list[Outgoing]:
    """Start a vote; raises Refused if another one runs or there is nobody to ask."""
    if live.table.vote is not None and live.table.vote.by != seat:
        raise Refused("vote.running")
    if not others(live, seat, about if kind in ("kick", "skip") else None):
        raise Refused("opener_only")
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, VoteAct(kind=kind, seat=seat, about=about, stamp=live.version))
    await context.note(transaction)
    return []


async def pause(context: Context) -> list[Outgoing]:
    """`/pause`: stop the clock and the moves."""
    live = await context.live()
    if not context.may_rule(live):
        context.seat(live)
    if live.table.paused:
        raise Refused("paused_now")
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, PauseAct())
    await context.note(transaction)
    return []


async def resume(context: Context) -> list[Outgoing]:
    """`/resume`: continue a paused game."""
    live = await context.live()
    if not context.may_rule(live):
        context.seat(live)
    if not live.table.paused:
        raise Refused("not_paused")
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, ResumeAct())
    await context.conclude(transaction)
    return []


async def end(context: Context) -> list[Outgoing]:
    """`/end`: end the game, or close the lobby; opener and admins at once, players by a vote."""
    try:
        live = await context.live_or_none()
    except Unreadable as table:
        if not context.who.admin:
            raise
        await context.repository.put_away(table, context.at)
        return [context.tell(context.mine.text("end.put_away"))]
    if live is None:
        return await lobby.close(context)
    if context.may_rule(live) or live.table.people() == [context.who.id]:
        return await close_table(context, Transaction(live, context.at))
    return await call_vote(context, live, "end", context.seat(live), -1)


async def close_table(context: Context, transaction: Transaction) -> list[Outgoing]:
    """End the game without a winner, and archive the table."""
    transaction.act(context.who.id, EndAct())
    live = transaction.live
    await context.save(transaction, context.repository.wake(live, context.at))
    await context.archive(live)
    return []
