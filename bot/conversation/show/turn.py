"""The turn message: events, open questions, choices. It is edited while the same users decide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show import picture_requests
from bot.conversation.show.buttons import choices_of
from bot.conversation.show.events import digest, since_a_person, told
from bot.conversation.show.words import Words
from bot.conversation.table.options import offer_of
from bot.conversation.table.state import LiveTable, Moment
from engine.game import pending
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS

MOST_RETOLD = 8  # lines about consecutive computers
TOOLS = ("score", "fields", "tiles", "why", "hint", "undo")
AIDS = ("fields", "tiles", "hint")

_ASKING = re.compile(r"(\w+)\.(?:\d+\.[a-z]*|computers)")  # as `message_key` makes them


def message_key(live: LiveTable) -> str:
    """The key of the turn message: it changes with the turn and with the users who must decide.

    It stays the same while only computers think: their turns are one message that is edited, so that a user's
    move brings two new messages at most.
    """
    if live.state.over:
        return f"{live.game}.end"
    if computers_think(live):
        return f"{live.game}.computers"
    asked = [wait.seat for wait in live.waits if live.table.seats[wait.seat].player]
    return f"{live.game}.{live.state.turn}.{''.join(SEAT_LETTERS[seat].lower() for seat in asked)}"


def asked_game(key: str) -> str:
    """The game of a turn message by its key; empty for other messages."""
    match = _ASKING.fullmatch(key)
    return match[1] if match else ""


def hint_key(live: LiveTable) -> str:
    """The key of hints: a new one replaces the last, and the next question closes it."""
    return f"{live.game}.hint"


def computers_think(live: LiveTable) -> bool:
    """Whether all open prompts are computers'."""
    return bool(live.waits) and not any(live.table.seats[wait.seat].player for wait in live.waits)


def turn_message(
    words: Words,
    live: LiveTable,
    moments: Sequence[Moment] = (),
    before: LiveTable | None = None,
    note: str = "",
) -> Outgoing:
    """The events of these moments and the open questions."""
    state, table = live.state, live.table
    offers = [offer_of(prompt) for prompt in pending(state) if table.seats[prompt.player].player]
    thinking = computers_think(live)
    lines = [note] if note else []
    if thinking and before is not None and computers_think(before):
        lines += told(words, state, since_a_person(live))[-MOST_RETOLD:]
    else:
        lines += told(words, state, moments)
    if len(offers) == 1:
        missed = digest(words, live, offers[0].prompt.player, moments)
        if missed:
            lines += [words.text("digest"), *(f"· {line}" for line in missed)]
    lines.append(f"{picture_requests.score_line(words, live)} · {picture_requests.left_line(words, state)}")
    if table.paused:
        lines.append(words.text("paused"))
    elif thinking:
        names = ", ".join(dict.fromkeys(words.name(wait.seat) for wait in live.waits))
        lines.append(words.text("computer.thinks", player=names))
    else:
        lines += [prompt_text(words, live, offer.prompt) for offer in offers]
    choices = (
        [] if table.paused else [choice for offer in offers for choice in choices_of(words, live, offer)]
    )
    shown = offers[0] if offers else None
    cells = picture_requests.numbered(shown) if shown else ()
    key = message_key(live)
    old = message_key(before) if before is not None else key
    kept = thinking and bool(note)  # the next edit must not replace the note
    return Outgoing(
        live.channel,
        "\n".join(lines),
        choices=() if kept else (*choices, *tools(words, live)),
        picture=picture_requests.prompt_picture(live, shown, cells),
        alt=picture_requests.board_alt(words, live, cells),
        notify=() if table.paused else tuple(_called(live)),
        key="" if kept else key,
        closes=(old, hint_key(live)) if old != key or kept else (),
        fresh=old != key,  # a new question comes at the bottom
        quiet=thinking,
    )


def _called(live: LiveTable) -> list[str]:
    players = [live.table.seats[wait.seat].player for wait in live.waits]
    return [player for player in dict.fromkeys(players) if player]


def prompt_text(words: Words, live: LiveTable, prompt: Prompt) -> str:
    """The question, its player, and the time limit."""
    keys = (f"ask.{prompt.ask}", "ask")
    tile = words.tile(live.state, live.state.tile) if live.state.tile else ""
    text = words.catalogue.first(keys, player=words.mention(prompt.player), tile=tile, n=len(prompt.options))
    if len(live.table.seats) > 2 and live.state.player == prompt.player:
        text += " " + words.text("next", player=words.name((prompt.player + 1) % len(live.table.seats)))
    if live.table.clock.limit:
        text += " " + words.text("clock.limit", time=duration(words.catalogue, live.table.clock.limit))
    return text


def tools(words: Words, live: LiveTable) -> list[Choice]:
    """The buttons that only show something, and undo."""
    found = [(name, name) for name in TOOLS if live.table.aids or name not in AIDS]
    if any(seat.owner and seat.player != seat.owner for seat in live.table.seats):
        found.append(("return", "substitute.back"))
    return [
        Choice(
            words.catalogue.label(f"button.{name}"),
            command(live.game, live.state.ply, *what.split(".")),
            row=10,
        )
        for name, what in found
    ]
