"""The turn message: what to do, what happened, the scores. It is edited while the same users decide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.conversation.protocol import markup
from bot.conversation.protocol.durations import duration, exactly
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show import picture_requests
from bot.conversation.show.areas import asked_offer
from bot.conversation.show.auction import auction_line, in_short
from bot.conversation.show.buttons import choices_of, only_verb
from bot.conversation.show.group.crowd import tally_line, vote_question
from bot.conversation.show.harvest import has_tokens
from bot.conversation.show.offered import AIDS, UNDER_TURN
from bot.conversation.show.recent import all_present, round_of, since_last_message
from bot.conversation.show.story import PlainLine
from bot.conversation.show.words import Words
from bot.conversation.table.options import offer_of
from bot.conversation.table.state import LiveTable
from engine.game import pending
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS

MOST_LINES = 5  # of a turn message
COMPUTERS = ".computers"  # ends the slot of a message while only computers think

_ASKING = re.compile(r"(\w+)\.(?:\d+\.[a-z]*|computers)")  # as `turn_slot` makes them


def turn_slot(live: LiveTable) -> str:
    """The slot of the turn message: it changes with the turn and with the users who must decide.

    It stays the same while only computers think: their turns are one message that is edited, so that a user's
    move brings two new messages at most. It stays the same while a question goes around the table, too.
    """
    if live.over:
        return end_slot(live.game)
    if around := round_of(live):
        return f"{live.game}.{live.state.turn}.{around}"
    if computers_think(live):
        return f"{live.game}{COMPUTERS}"
    asked = [wait.seat for wait in live.waits if live.table.seats[wait.seat].player]
    return f"{live.game}.{live.state.turn}.{''.join(SEAT_LETTERS[seat].lower() for seat in asked)}"


def end_slot(game: str) -> str:
    """The slot of the last message of a game."""
    return f"{game}.end"


def is_thinking(slot: str) -> bool:
    """Whether a slot is that of the message while only computers think: the next one tells all of it."""
    return slot.endswith(COMPUTERS)


def asked_game(slot: str) -> str:
    """The game of a turn message by its slot; empty for other messages."""
    match = _ASKING.fullmatch(slot)
    return match[1] if match else ""


def hint_slot(live: LiveTable) -> str:
    """The slot of hints: a new one replaces the last, and the next question closes it."""
    return f"{live.game}.hint"


def computers_think(live: LiveTable) -> bool:
    """Whether all open prompts are computers'."""
    return bool(live.waits) and not any(live.table.seats[wait.seat].player for wait in live.waits)


def turn_message(
    words: Words,
    live: LiveTable,
    happened: list[str] | None = None,
    instead: tuple[int, str] | None = None,
) -> Outgoing:
    """The open question, what happened since the last one, and the scores: five lines at most.

    `happened` are the lines to tell, if not those since the last question; `instead` is a seat and what is
    said in place of the question to it.
    """
    table = live.table
    offers = [
        asked_offer(live, prompt) for prompt in pending(live.state) if table.seats[prompt.player].player
    ]
    thinking = computers_think(live)
    choices = (
        [] if table.paused else [choice for offer in offers for choice in choices_of(words, live, offer)]
    )
    shown = offers[0] if offers else None
    cells = picture_requests.numbered(shown) if shown else ()
    first = _first_lines(words, live, [offer.prompt for offer in offers], instead)
    slot = turn_slot(live)
    return Outgoing(
        live.channel,
        "\n".join(_lines(words, live, first, happened)),
        choices=(*choices, *tools(words, live)),
        picture=picture_requests.prompt_picture(live, shown, cells),
        alt=picture_requests.board_alt(words, live, cells),
        notify=() if table.paused else tuple(_called(live)),
        slot=slot,
        quiet=thinking,
        seat=live.waits[0].seat if len(live.waits) == 1 else None,
        kind="thinking" if is_thinking(slot) else "turn",
        more=command(live.game, 0, "board"),
    )


def calls_anew(live: LiveTable) -> bool:
    """Whether the next question of a round is asked by a new message: its player may not be looking."""
    return bool(round_of(live)) and not all_present(live)


def _lines(words: Words, live: LiveTable, first: list[str], happened: list[str] | None) -> list[str]:
    """What to do, what happened, the scores."""
    if happened is None:
        happened = in_short(words, live.state, since_last_message(live))
    room = MOST_LINES - len(first) - 1
    return [*first, *folded(words, happened, room), standings_line(words, live)]


def below_question(words: Words, live: LiveTable) -> list[str]:
    """The lines of a turn message below its question: what happened, the scores."""
    happened = in_short(words, live.state, since_last_message(live))
    return [*folded(words, happened, MOST_LINES - 2), standings_line(words, live)]


def _first_lines(
    words: Words, live: LiveTable, prompts: Sequence[Prompt], instead: tuple[int, str] | None
) -> list[str]:
    if live.table.paused:
        return [words.text("paused")]
    if computers_think(live):
        names = words.listed(dict.fromkeys(words.name(wait.seat) for wait in live.waits))
        return [words.text("computer.thinks", player=names)]
    seat, text = instead or (None, "")
    asked = [text] if instead else []
    asked += [prompt_text(words, live, prompt) for prompt in prompts if prompt.player != seat]
    votes = [tally_line(words, live, prompt) for prompt in prompts if _by_vote(live, prompt)]
    return [*asked, *filter(None, [auction_line(words, live), *votes])]


def _by_vote(live: LiveTable, prompt: Prompt) -> bool:
    return live.table.seats[prompt.player].by_vote


def folded(words: Words, lines: list[str], room: int) -> list[str]:
    """The lines that fit, plain ones left out first, then the oldest; the others are counted.

    All of them stand in the details.
    """
    if len(lines) <= room or room <= 0:
        return lines if room > 0 else []
    ranked = sorted(range(len(lines)), key=lambda index: (isinstance(lines[index], PlainLine), -index))
    kept = sorted(ranked[: max(1, room - 1)])
    more = words.text("told.more", n=len(lines) - len(kept), details=words.text("button.details"))
    shown = [lines[index] for index in kept]
    return [more, *shown] if room > 1 else [f"{more} · {shown[0]}"]


def standings_line(words: Words, live: LiveTable) -> str:
    """All scores, and how many tiles are left."""
    line = f"{words.standings(live.state.scores)} · {picture_requests.left_line(words, live.state)}"
    if not live.banks.left:
        return line
    banks = " / ".join(exactly(words.catalogue, max(0, left)) for left in live.banks.left)
    return f"{line} · {words.icon('clock')}{banks}"


def _called(live: LiveTable) -> list[str]:
    players = [live.table.seats[wait.seat].user for wait in live.waits]
    return [player for player in dict.fromkeys(players) if player]


def prompt_text(words: Words, live: LiveTable, prompt: Prompt) -> str:
    """The question to a player, and the time limit."""
    if _by_vote(live, prompt):
        return words.icon("vote") + vote_question(words, live, prompt)
    by_number = prompt.ask != "place" and bool(offer_of(prompt).cells)
    keys = (
        f"ask.{prompt.ask}.{only_verb(prompt)}",
        *([f"by_number.{prompt.ask}"] if by_number else []),
        f"ask.{prompt.ask}",
        "ask",
    )
    text = words.icon("turn") + words.catalogue.first(keys, player=words.mention(prompt.player))
    limit = live.table.clock.limit
    if limit:
        text += f" · {time_left(words, _until_due(words, live, prompt, limit))}"
    return f"{text} · {bank_left(words, live, prompt.player)}" if live.banks.left else text


def _until_due(words: Words, live: LiveTable, prompt: Prompt, limit: int) -> str:
    """The time limit, as a moment to count down to if the question is open."""
    said = duration(words.catalogue, limit)
    since = next((wait.since for wait in live.waits if wait.seat == prompt.player), None)
    return said if since is None else markup.moment(since + limit, said)


def bank_left(words: Words, live: LiveTable, seat: int) -> str:
    """What a seat's bank holds."""
    return words.text("bank.left", time=exactly(words.catalogue, max(0, live.banks.left[seat])))


def time_left(words: Words, time: str) -> str:
    """A time limit with its emoji, or in words."""
    clock = words.icon("clock")
    return f"{clock}{time}" if clock else words.text("clock.limit", time=time)


def tools(words: Words, live: LiveTable) -> list[Choice]:
    """The buttons that only show something, and undo."""
    found = [(name, name) for name in UNDER_TURN if live.table.aids or name not in AIDS]
    if has_tokens(live.state):
        found.append(("hand", "hand"))
    if any(seat.owner and seat.player != seat.owner for seat in live.table.seats):
        found.append(("return", "substitute.back"))
    found.append(("details", f"details.{live.game}"))
    return [
        Choice(
            words.catalogue.label(f"button.{name}"),
            command(live.game, live.state.ply, *what.split(".")),
            row=10,
        )
        for name, what in found
    ]
