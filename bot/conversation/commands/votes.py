"""Votes: who is asked, and how many must agree."""

from __future__ import annotations

from bot.conversation.context import Context, Refused, public_words
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.tokens import command
from bot.conversation.table.acts import VoteAct
from bot.conversation.table.model import Vote
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction

BUTTONS: tuple[tuple[str, Style], ...] = (("agree", "success"), ("refuse", "danger"))


def others(live: LiveTable, seat: int, about: int | None = None) -> list[int]:
    """The seats that are asked: all players but the one who asks and the one it is about."""
    return [
        index for index, other in enumerate(live.table.seats) if other.player and index not in (seat, about)
    ]


def wanted(live: LiveTable, vote: Vote) -> int:
    """How many must agree: all for an undo, else more than half."""
    asked = others(live, vote.by, vote.about if vote.kind in ("kick", "skip") else None)
    return len(asked) if vote.kind == "undo" else len(asked) // 2 + 1


async def call_vote(
    context: Context, live: LiveTable, kind: str, seat: int, about: int, what: str
) -> list[Outgoing]:
    """Start a vote; raises Refused if another one runs or there is nobody to ask."""
    if live.table.vote is not None and live.table.vote.by != seat:
        raise Refused("vote.running")
    asked = others(live, seat, about if kind in ("kick", "skip") else None)
    if not asked:
        raise Refused("opener_only")
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, VoteAct(kind=kind, seat=seat, about=about, stamp=live.version))
    await context.note(transaction)
    words = public_words(live)
    text = words.text(f"vote.{kind}", player=words.name(seat), what=what)
    text += " " + ", ".join(words.mention(index) for index in asked)
    return [
        Outgoing(
            context.channel,
            text,
            tuple(
                Choice(
                    words.catalogue.label(f"button.{name}"),
                    command(live.game, live.version, name),
                    style,
                )
                for name, style in BUTTONS
            ),
            notify=tuple(live.table.seats[index].player for index in asked),
            key=f"{live.game}.vote{live.version}",
        )
    ]
