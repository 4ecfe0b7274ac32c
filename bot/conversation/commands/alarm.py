"""The alarm of a table: reminders, answers for late players, pending moves of computers."""

from __future__ import annotations

from bot.conversation.commands import lobby
from bot.conversation.commands.flag import fall, fallen
from bot.conversation.commands.group.crowd import decide, due_vote
from bot.conversation.commands.seats import answer_safely, close_table
from bot.conversation.context import Context
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.acts import MissAct, RemindAct, SeatAct, WarnAct
from bot.conversation.table.anonymise import computer_title
from bot.conversation.table.due import (
    Habits,
    clock_of,
    expiry,
    habits,
    idle_due,
    move_due,
    reminder_due,
    warned_at,
)
from bot.conversation.table.log import CLOCK
from bot.conversation.table.state import LiveTable, Wait
from bot.conversation.table.transaction import Transaction


async def ring(context: Context) -> list[Outgoing]:
    """Do what is due now; an alarm that is late or rings twice does nothing more."""
    live = await context.live_or_none()
    if live is None:
        return await lobby.expire(context)
    if await _idle(context, live) or live.table.paused:
        return []
    flagged = fallen(live, context.at)
    if flagged is not None:
        return await fall(context, live, flagged)
    counted = due_vote(live, context.at)
    if counted is not None:
        await decide(context, Transaction(live, context.at), counted)
        return []
    people = await _habits(context, live)
    due = [wait for wait in live.waits if _is_due(wait, live, people, context.at)]
    computers = [wait for wait in live.waits if not live.table.seats[wait.seat].player]
    ends = [(wait, expiry(wait, clock_of(live, wait.seat))) for wait in due]
    late = [wait for wait, end in ends if end is not None and end <= context.at]
    if late:
        return await _late(context, live, late[0])
    if any(move_due(wait, live.table.pace) <= context.at for wait in computers):
        transaction = Transaction(live, context.at)
        await transaction.play_computers(context.repository.computer)
        await context.conclude(transaction)
        return []
    transaction = Transaction(live, context.at)
    for wait in due:
        transaction.act(CLOCK, RemindAct(seat=wait.seat))
    await context.save(transaction, context.repository.wake(transaction.live, context.at, people))
    return []


async def _idle(context: Context, live: LiveTable) -> bool:
    """Warn an idle table; if it was warned before, end its game. Whether it is idle."""
    patience = context.repository.policy.keep_idle
    if patience is None or idle_due(live, patience) > context.at:
        return False
    transaction = Transaction(live, context.at)
    if warned_at(live) is not None:
        await close_table(context, transaction)
        return True
    transaction.act(CLOCK, WarnAct())
    await context.note(transaction)
    return True


async def _habits(context: Context, live: LiveTable) -> dict[str, Habits]:
    found = {}
    for wait in live.waits:
        player = live.table.seats[wait.seat].player
        if player:
            found[player] = habits(await context.store.users.settings(player))
    return found


def _is_due(wait: Wait, live: LiveTable, people: dict[str, Habits], now: float) -> bool:
    player = live.table.seats[wait.seat].player
    if not player:
        return False
    clock = clock_of(live, wait.seat)
    times = (reminder_due(wait, clock, people[player]), expiry(wait, clock))
    return any(time is not None and time <= now for time in times)


async def _late(context: Context, live: LiveTable, wait: Wait) -> list[Outgoing]:
    """Answer for a player whose time is up, by the rule of the table's clock."""
    clock = live.table.clock
    transaction = Transaction(live, context.at)
    seat = live.table.seats[wait.seat]
    if clock.rule == "computer":
        await transaction.play_computer(wait.seat, context.repository.computer)
    elif clock.rule == "drop" and seat.misses + 1 >= clock.misses:
        name = computer_title(live.table.language, seat.name)
        transaction.act(CLOCK, SeatAct(seat=wait.seat, player="", name=name, why="drop"))
        if not transaction.live.table.played:
            return await close_table(context, transaction)
    else:
        if clock.rule == "drop":
            transaction.act(CLOCK, MissAct(seat=wait.seat))
        answer_safely(transaction, wait.seat, CLOCK)
    await context.conclude(transaction)
    return []
