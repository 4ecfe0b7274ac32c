"""When a table's alarm rings: remind, answer for whoever is late as the table agreed, let computers go on."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands import lobby
from bot.conversation.commands.seats import answer_safely, close_table
from bot.conversation.context import Desk, public_words
from bot.conversation.protocol.durations import roughly
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.turn import turn_message
from bot.conversation.show.words import Words
from bot.conversation.table import neglect
from bot.conversation.table.due import DAY, Habits, expiry, habits, move_due, reminder_due
from bot.conversation.table.model import CLOCK
from bot.conversation.table.state import Live, Wait
from bot.conversation.table.transaction import Course


async def ring(desk: Desk) -> list[Outgoing]:
    """Do what is due now; an alarm that comes late or twice finds nothing to do."""
    live = await desk.live_or_none()
    if live is None:
        return await lobby.expire(desk)
    told = await _neglected(desk, live)
    if told or live.table.paused:
        return told
    people = await _habits(desk, live)
    due = [wait for wait in live.waits if _is_due(wait, live, people, desk.at)]
    computers = [wait for wait in live.waits if not live.table.seats[wait.seat].player]
    late = [wait for wait in due if (end := expiry(wait, live.table.clock)) is not None and end <= desk.at]
    if late:
        return await _late(desk, live, late[0])
    if any(move_due(wait, live.table.pace) <= desk.at for wait in computers):
        course = Course(live, desk.at)
        await course.play_computers(desk.room.computer)
        return await desk.conclude(course)
    told = [_reminder(public_words(live), live, wait, desk.at) for wait in due]
    course = Course(live, desk.at)
    for wait in due:
        course.act(CLOCK, "remind", seat=wait.seat)
    await desk.room.save(course, desk.room.wake(course.live, desk.at, people))
    return told


async def _neglected(desk: Desk, live: Live) -> list[Outgoing]:
    """A table that nobody plays any more is warned, and later put away."""
    patience = desk.room.house.keep_idle
    if patience is None or neglect.due(live, patience) > desk.at:
        return []
    course = Course(live, desk.at)
    if neglect.warned_at(live) is not None:
        return await close_table(desk, course)
    course.act(CLOCK, "warn")
    await desk.note(course)
    days = max(1, round(neglect.warning(patience) / DAY))
    people = tuple(dict.fromkeys(live.table.people()))
    return [desk.tell(public_words(live).text("end.soon", n=days), notify=people)]


async def _habits(desk: Desk, live: Live) -> dict[str, Habits]:
    found = {}
    for wait in live.waits:
        player = live.table.seats[wait.seat].player
        if player:
            found[player] = habits(await desk.room.store.users.settings(player))
    return found


def _is_due(wait: Wait, live: Live, people: dict[str, Habits], now: float) -> bool:
    player = live.table.seats[wait.seat].player
    if not player:
        return False
    times = (reminder_due(wait, live.table.clock, people[player]), expiry(wait, live.table.clock))
    return any(time is not None and time <= now for time in times)


def _reminder(words: Words, live: Live, wait: Wait, now: float) -> Outgoing:
    clock = live.table.clock
    player = words.mention(wait.seat)
    waited = roughly(words.catalogue, now - wait.since)
    text = words.text("remind", player=player, time=waited)
    end = expiry(wait, clock)
    if end is not None:
        left = roughly(words.catalogue, end - now)
        text += " " + words.text(
            "remind.then", time=left, rule=words.text(f"rule.{clock.rule}", n=clock.misses)
        )
    message = turn_message(words, live)
    return replace(
        message, text=text, picture=None, alt="", notify=(live.table.seats[wait.seat].player,), fresh=True
    )


async def _late(desk: Desk, live: Live, wait: Wait) -> list[Outgoing]:
    """The time of one decision is up."""
    clock = live.table.clock
    course = Course(live, desk.at)
    words = public_words(live)
    seat = live.table.seats[wait.seat]
    key = f"late.{clock.rule}"
    if clock.rule == "computer":
        await course.play_computer(wait.seat, desk.room.computer)
    elif clock.rule == "drop" and seat.misses + 1 >= clock.misses:
        name = words.catalogue.label("seat.computer", name=seat.name)
        course.act(CLOCK, "seat", seat=wait.seat, player="", name=name, why="drop")
        key = "late.dropped"
        if not course.live.table.people():
            return await close_table(desk, course)
    else:
        if clock.rule == "drop":
            course.act(CLOCK, "miss", seat=wait.seat)
        answer_safely(course, wait.seat)
    misses = course.live.table.seats[wait.seat].misses
    note = words.text(key, player=words.name(wait.seat), misses=misses, n=clock.misses)
    return await desk.conclude(course, note)
