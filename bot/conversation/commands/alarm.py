"""The alarm of a table: reminders, answers for late players, pending moves of computers."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands import lobby
from bot.conversation.commands.flag import fall, fallen
from bot.conversation.commands.group.crowd import decide, due_vote
from bot.conversation.commands.seats import answer_safely, close_table
from bot.conversation.context import Context, public_words
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import DAY, HOUR, exactly, roughly
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.turn import turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.acts import MissAct, RemindAct, SeatAct, WarnAct
from bot.conversation.table.anonymise import computer_title
from bot.conversation.table.due import (
    Habits,
    clock_of,
    expiry,
    habits,
    idle_due,
    idle_warning,
    move_due,
    reminder_due,
    warned_at,
)
from bot.conversation.table.log import CLOCK
from bot.conversation.table.state import LiveTable, Wait
from bot.conversation.table.transaction import Transaction

LAST_REMINDER = "remind.5"


async def ring(context: Context) -> list[Outgoing]:
    """Do what is due now; an alarm that is late or rings twice does nothing more."""
    live = await context.live_or_none()
    if live is None:
        return await lobby.expire(context)
    told = await _idle(context, live)
    if told or live.table.paused:
        return told
    flagged = fallen(live, context.at)
    if flagged is not None:
        return await fall(context, live, flagged)
    counted = due_vote(live, context.at)
    if counted is not None:
        return await decide(context, Transaction(live, context.at), counted)
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
        return await context.conclude(transaction)
    told = [reminder(public_words(live), live, wait, context.at) for wait in due]
    transaction = Transaction(live, context.at)
    for wait in due:
        transaction.act(CLOCK, RemindAct(seat=wait.seat))
    await context.save(transaction, context.repository.wake(transaction.live, context.at, people))
    return told


async def _idle(context: Context, live: LiveTable) -> list[Outgoing]:
    """Warn an idle table; if it was warned before, end its game."""
    patience = context.repository.policy.keep_idle
    if patience is None or idle_due(live, patience) > context.at:
        return []
    transaction = Transaction(live, context.at)
    if warned_at(live) is not None:
        return await close_table(context, transaction)
    transaction.act(CLOCK, WarnAct())
    await context.note(transaction)
    days = max(1, round(idle_warning(patience) / DAY))
    people = tuple(dict.fromkeys(live.table.people()))
    return [context.tell(public_words(live).text("end.soon", n=days), notify=people)]


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


def reminder(words: Words, live: LiveTable, wait: Wait, now: float) -> Outgoing:
    """The open question once more, with board, news and buttons: below all that was written since."""
    clock = clock_of(live, wait.seat)
    player = words.mention(wait.seat)
    waited = _told(words.catalogue, now - wait.since)
    key = f"remind.{wait.reminded + 1}" if wait.reminded else "remind"  # never the same sentence twice
    text = words.text(key if words.catalogue.has(key) else LAST_REMINDER, player=player, time=waited)
    end = expiry(wait, clock)
    if end is not None:
        misses = live.table.seats[wait.seat].misses + 1
        rule = "dropped" if clock.rule == "drop" and misses >= clock.misses else clock.rule
        left, at = _told(words.catalogue, end - now), round(end)
        text += " " + words.text(f"remind.next.{rule}", time=left, at=at, misses=misses, n=clock.misses)
    message = turn_message(words, live)
    lines = [text, *message.text.splitlines()[1:]]
    user = live.table.seats[wait.seat].user
    return replace(message, text="\n".join(lines), notify=(user,) if user else (), fresh=True)


def _told(texts: Catalogue, seconds: float) -> str:
    """A time in two units from an hour on: two reminders never tell the same time."""
    return exactly(texts, int(seconds)) if seconds >= HOUR else roughly(texts, seconds)


async def _late(context: Context, live: LiveTable, wait: Wait) -> list[Outgoing]:
    """Answer for a player whose time is up, by the rule of the table's clock."""
    clock = live.table.clock
    transaction = Transaction(live, context.at)
    words = public_words(live)
    seat = live.table.seats[wait.seat]
    key = f"late.{clock.rule}"
    if clock.rule == "computer":
        await transaction.play_computer(wait.seat, context.repository.computer)
    elif clock.rule == "drop" and seat.misses + 1 >= clock.misses:
        name = computer_title(live.table.language, seat.name)
        transaction.act(CLOCK, SeatAct(seat=wait.seat, player="", name=name, why="drop"))
        key = "late.dropped"
        if not transaction.live.table.played:
            return await close_table(context, transaction)
    else:
        if clock.rule == "drop":
            transaction.act(CLOCK, MissAct(seat=wait.seat))
        answer_safely(transaction, wait.seat, CLOCK)
    misses = transaction.live.table.seats[wait.seat].misses
    plays = public_words(transaction.live).name(wait.seat)
    note = words.text(key, player=plays, misses=misses, n=clock.misses)
    return await context.conclude(transaction, note)
