"""Questions to the other players: who is asked, and how many must agree."""

from __future__ import annotations

from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.tokens import Token
from bot.conversation.table.model import Vote
from bot.conversation.table.state import Live
from bot.conversation.table.transaction import Course

BUTTONS: tuple[tuple[str, Style], ...] = (("agree", "success"), ("refuse", "danger"))


def others(live: Live, seat: int, about: int | None = None) -> list[int]:
    """The seats of people who are asked: all but who asks, and whom it is about."""
    return [
        index for index, other in enumerate(live.table.seats) if other.player and index not in (seat, about)
    ]


def wanted(live: Live, vote: Vote) -> int:
    """How many must agree: everybody for an undo, more than half of the others for the rest."""
    asked = others(live, vote.by, vote.about if vote.kind in ("kick", "skip") else None)
    return len(asked) if vote.kind == "undo" else len(asked) // 2 + 1


async def call_vote(desk: Desk, live: Live, kind: str, seat: int, about: int, what: str) -> list[Outgoing]:
    """Put a question to the other players."""
    if live.table.vote is not None and live.table.vote.by != seat:
        raise Refused("vote.running")
    asked = others(live, seat, about if kind in ("kick", "skip") else None)
    if not asked:
        raise Refused("opener_only")
    course = Course(live, desk.at)
    course.act(desk.who.id, "vote", kind=kind, seat=seat, about=about, stamp=live.version)
    await desk.note(course)
    words = public_words(live)
    text = words.text(f"vote.{kind}", player=words.name(seat), what=what)
    text += " " + ", ".join(words.mention(index) for index in asked)
    return [
        Outgoing(
            desk.channel,
            text,
            tuple(
                Choice(
                    words.catalogue.label(f"button.{name}"),
                    str(Token(live.game, live.version, f"!{name}")),
                    style,
                )
                for name, style in BUTTONS
            ),
            notify=tuple(live.table.seats[index].player for index in asked),
            key=f"{live.game}.vote{live.version}",
        )
    ]
