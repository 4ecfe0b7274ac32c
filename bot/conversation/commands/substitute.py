"""Who plays for a player who is away: the computer, or a person who is asked and accepts."""

from __future__ import annotations

import hashlib

from bot.conversation.commands.seats import find_seat, id_of, reseat
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show.offered import UNDER_SUBSTITUTE
from bot.conversation.show.public import public_words
from bot.conversation.table.lobby import clean_name
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine.setup import SEAT_LETTERS

COMPUTER_WORDS = frozenset({"computer", "компьютер", "компютър"})
BACK_WORDS = frozenset({"back", "назад", "обратно"})


async def substitute(context: Context) -> list[Outgoing]:
    """`/substitute computer`: it plays for me; `back`: I play again; `Dana`: she is asked to play for me.

    A seat: I play for a player who left. `/substitute B Dana`: the opener and admins name another player.
    """
    live = await context.live()
    transaction = Transaction(live, context.at)
    words = [word.lower() for word in context.args]
    if len(words) == 1 and words[0] in COMPUTER_WORDS:
        return await reseat(context, transaction, context.seat(live), "", "", "away")
    if not words or words[0] in BACK_WORDS:
        return await _back(context, live, transaction)
    seat = _seat(live, context.args[0])
    if seat is not None and len(words) > 1:
        if not context.may_rule(live):
            raise Refused("opener_only")
        if words[1] in COMPUTER_WORDS:
            return await reseat(context, transaction, seat, "", "", "away")
        return [_question(context, live, seat, " ".join(context.args[1:]))]
    if live.table.seat_of(context.who.id) is not None:
        if _seat(live, " ".join(context.args)) is not None:
            raise Refused("already_seated")
        if len(context.args[0]) == 1:
            raise Refused("no_such_seat")  # a letter
        return [_question(context, live, context.seat(live), " ".join(context.args))]
    return await _take_over(context, live, transaction, find_seat(live, context.args[0]))


async def _take_over(
    context: Context, live: LiveTable, transaction: Transaction, seat: int
) -> list[Outgoing]:
    """The author takes a seat that was left."""
    there = live.table.seats[seat]
    if there.player or not (there.owner or context.may_rule(live)):
        raise Refused("seat_taken")
    name = clean_name(context.who.name)
    return await reseat(context, transaction, seat, context.who.id, name, "substitute")


def _seat(live: LiveTable, text: str) -> int | None:
    try:
        return find_seat(live, text)
    except Refused:
        return None


async def _back(context: Context, live: LiveTable, transaction: Transaction) -> list[Outgoing]:
    for index, seat in enumerate(live.table.seats):
        if seat.owner == context.who.id and seat.player != context.who.id:
            return await reseat(context, transaction, index, context.who.id, seat.name, "back")
        if seat.player == context.who.id and seat.owner not in ("", context.who.id):
            return await reseat(context, transaction, index, "", "", "away")
    raise Refused("substitute.usage")


# -- a person is asked ------------------------------------------------------------------------------


def _question(context: Context, live: LiveTable, seat: int, text: str) -> Outgoing:
    """Ask a person to play for a seat. The buttons say who may answer, so nothing has to be saved."""
    words = public_words(live)
    user = id_of(context, text)
    name = clean_name(text.lstrip("@"))
    marks = (_mark(live, user or name), _mark(live, live.table.seats[seat].player))
    choices = tuple(
        Choice(
            words.catalogue.label(f"button.{button}"),
            command(live.game, live.state.ply, button, SEAT_LETTERS[seat], *marks),
            style,
        )
        for button, style in UNDER_SUBSTITUTE
    )
    who = markup.person(user, "@") if user else markup.escape(f"@{name}")
    asked = words.text("substitute.asked", who=who, player=words.name(seat))
    return context.tell(asked, (user,) if user else (), choices)


def _mark(live: LiveTable, person: str) -> str:
    """A short fingerprint of an id or a name, for this game only."""
    return hashlib.sha256(f"{live.game} {person.casefold()}".encode()).hexdigest()[:10]


async def stand_in(context: Context) -> list[Outgoing]:
    """The person who was asked accepts; raises Refused if someone else presses, or the seat has changed."""
    live = await context.live()
    seat = _asked(context, live)
    if live.table.seat_of(context.who.id) is not None:
        raise Refused("already_seated")
    name = clean_name(context.who.name)
    return await reseat(context, Transaction(live, context.at), seat, context.who.id, name, "substitute")


async def stay_out(context: Context) -> list[Outgoing]:
    """The person who was asked declines."""
    live = await context.live()
    words = public_words(live)
    who = f"<b>{markup.escape(clean_name(context.who.name))}</b>"
    player = words.name(_asked(context, live))
    return [context.tell(words.text("substitute.declined", who=who, player=player))]


def _asked(context: Context, live: LiveTable) -> int:
    """The seat of the question; raises Refused if the author was not asked, or the question is old."""
    if len(context.args) != 3:
        raise Refused("stale")
    letter, person, player = context.args
    seat = SEAT_LETTERS.find(letter)
    if not 0 <= seat < len(live.table.seats) or _mark(live, live.table.seats[seat].player) != player:
        raise Refused("stale")
    name = clean_name(context.who.name.lstrip("@"))
    if person not in (_mark(live, context.who.id), _mark(live, name)):
        raise Refused("substitute.not_you")
    return seat
