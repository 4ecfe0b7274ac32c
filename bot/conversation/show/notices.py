"""Messages beside the questions of a game: a reminder, a pause, the warning of an idle table."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import DAY, HOUR, exactly, roughly
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show.turn import turn_message, turn_slot
from bot.conversation.show.words import Words
from bot.conversation.table.due import clock_of, expiry, idle_warning
from bot.conversation.table.state import LiveTable, Wait

LAST_REMINDER = "remind.5"


def pause_message(words: Words, live: LiveTable) -> Outgoing:
    """The game is paused: a button continues it."""
    token = command(live.game, live.state.ply, "resume")
    button = Choice(words.catalogue.label("button.resume"), token, "success")
    return Outgoing(live.channel, words.text("paused"), (button,), quiet=True, closes=(turn_slot(live),))


def idle_notice(words: Words, live: LiveTable, patience: float) -> Outgoing:
    """The table is about to be closed, as nobody has moved for so long."""
    days = max(1, round(idle_warning(patience) / DAY))
    people = tuple(dict.fromkeys(live.table.people()))
    return Outgoing(live.channel, words.text("end.soon", n=days), notify=people, quiet=not people)


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
    message = turn_message(words, live, instead=(wait.seat, text))
    user = live.table.seats[wait.seat].user
    return replace(message, notify=(user,) if user else (), fresh=True)


def _told(texts: Catalogue, seconds: float) -> str:
    """A time in two units from an hour on: two reminders never tell the same time."""
    return exactly(texts, int(seconds)) if seconds >= HOUR else roughly(texts, seconds)
