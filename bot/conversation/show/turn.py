"""The turn message: what happened, who decides, between what. It is edited while the same people decide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import Token
from bot.conversation.show import picture_requests as pictures
from bot.conversation.show.buttons import choices_of
from bot.conversation.show.events import digest, since_a_person, told
from bot.conversation.show.words import Words
from bot.conversation.table.options import whole
from bot.conversation.table.state import Live, Moment
from engine.game import pending
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS

MOST_RETOLD = 8  # lines about what computers did one after the other
TOOLS = ("score", "fields", "tiles", "why", "hint", "undo")
AIDS = ("fields", "tiles", "hint")

_ASKING = re.compile(r"(\w+)\.(?:\d+\.[a-z]*|computers)")  # as `message_key` makes them


def message_key(live: Live) -> str:
    """The key of the message that asks now: it changes with the turn and with the people who must decide.

    While only computers think it stays the same, so that their turns in a row are one message that is edited:
    however many they are, a person's decision brings two new messages at most.
    """
    if live.state.over:
        return f"{live.game}.end"
    if computers_think(live):
        return f"{live.game}.computers"
    asked = [wait.seat for wait in live.waits if live.table.seats[wait.seat].player]
    return f"{live.game}.{live.state.turn}.{''.join(SEAT_LETTERS[seat].lower() for seat in asked)}"


def asked_game(key: str) -> str:
    """The running game that the message of a key is about; nothing if it is about something else."""
    match = _ASKING.fullmatch(key)
    return match[1] if match else ""


def hint_key(live: Live) -> str:
    """The key of hints: a new one takes the place of the last, and the next question ends them all."""
    return f"{live.game}.hint"


def computers_think(live: Live) -> bool:
    """Whether only computers are waited for."""
    return bool(live.waits) and not any(live.table.seats[wait.seat].player for wait in live.waits)


def turn_message(
    words: Words, live: Live, moments: Sequence[Moment] = (), before: Live | None = None, note: str = ""
) -> Outgoing:
    """What happened in these moments and what is asked now."""
    state, table = live.state, live.table
    prompts = [whole(prompt) for prompt in pending(state) if table.seats[prompt.player].player]
    thinking = computers_think(live)
    lines = [note] if note else []
    if thinking and before is not None and computers_think(before):
        lines += told(words, state, since_a_person(live))[-MOST_RETOLD:]
    else:
        lines += told(words, state, moments)
    if len(prompts) == 1:
        missed = digest(words, live, prompts[0].player, moments)
        if missed:
            lines += [words.text("digest"), *(f"· {line}" for line in missed)]
    lines.append(f"{pictures.score_line(words, live)} · {pictures.left_line(words, state)}")
    if table.paused:
        lines.append(words.text("paused"))
    elif thinking:
        names = ", ".join(dict.fromkeys(words.name(wait.seat) for wait in live.waits))
        lines.append(words.text("computer.thinks", player=names))
    else:
        lines += [prompt_text(words, live, prompt) for prompt in prompts]
    choices = (
        [] if table.paused else [choice for prompt in prompts for choice in choices_of(words, live, prompt)]
    )
    shown = prompts[0] if prompts else None
    cells = pictures.numbered(shown) if shown else ()
    key = message_key(live)
    old = message_key(before) if before is not None else key
    kept = thinking and bool(note)  # what the next computer does must not take the place of the note
    return Outgoing(
        live.channel,
        "\n".join(lines),
        choices=() if kept else (*choices, *tools(words, live)),
        picture=pictures.prompt_picture(live, shown),
        alt=pictures.board_alt(words, live, cells),
        notify=() if table.paused else tuple(_called(live)),
        key="" if kept else key,
        closes=(old, hint_key(live)) if old != key or kept else (),
        fresh=old != key,  # whoever is asked next is asked at the bottom
        quiet=thinking,
    )


def _called(live: Live) -> list[str]:
    players = [live.table.seats[wait.seat].player for wait in live.waits]
    return [player for player in dict.fromkeys(players) if player]


def prompt_text(words: Words, live: Live, prompt: Prompt) -> str:
    """Who must decide what, and by when."""
    keys = (f"ask.{prompt.ask}", "ask")
    tile = words.tile(live.state, live.state.tile) if live.state.tile else ""
    text = words.catalogue.first(keys, player=words.mention(prompt.player), tile=tile, n=len(prompt.options))
    if len(live.table.seats) > 2 and live.state.player == prompt.player:
        text += " " + words.text("next", player=words.name((prompt.player + 1) % len(live.table.seats)))
    if live.table.clock.limit:
        text += " " + words.text("clock.limit", time=duration(words.catalogue, live.table.clock.limit))
    return text


def tools(words: Words, live: Live) -> list[Choice]:
    """What may be looked at meanwhile."""
    found = {name: f"!{name}" for name in TOOLS if live.table.aids or name not in AIDS}
    if any(seat.owner and seat.player != seat.owner for seat in live.table.seats):
        found["return"] = "!substitute.back"
    return [
        Choice(
            words.catalogue.label(f"button.{name}"),
            str(Token(live.game, live.state.ply, what)),
            row=10,
        )
        for name, what in found.items()
    ]
