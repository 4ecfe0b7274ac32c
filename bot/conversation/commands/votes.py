"""Votes: who is asked, and how many must agree."""

from __future__ import annotations

from bot.conversation.context import Context, Refused, public_words
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.tokens import command
from bot.conversation.show.chronicle import described
from bot.conversation.show.words import Words
from bot.conversation.table.acts import VoteAct
from bot.conversation.table.model import Vote
from bot.conversation.table.repository import Repository
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction

BUTTONS: tuple[tuple[str, Style], ...] = (("agree", "success"), ("refuse", "danger"))


def others(live: LiveTable, seat: int, about: int | None = None) -> list[int]:
    """The seats that are asked: all players but the one who asks and the one it is about."""
    return [
        index for index, other in enumerate(live.table.seats) if other.user and index not in (seat, about)
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
    called = Vote(kind, seat, about, live.version)
    return [vote_message(public_words(live), live, called, what)]


def vote_key(live: LiveTable, vote: Vote) -> str:
    """The key of the message of a vote."""
    return f"{live.game}.vote{vote.stamp}"


async def vote_subject(repository: Repository, words: Words, live: LiveTable, vote: Vote) -> str:
    """What a vote is about: a player, or the moves that would be taken back."""
    if vote.kind in ("kick", "skip"):
        return words.name(vote.about)
    history = await repository.history(live) if vote.kind == "undo" else None
    return described(words, history, vote.about) if history is not None else ""


def vote_message(words: Words, live: LiveTable, vote: Vote, what: str) -> Outgoing:
    """The question of a vote, to all who have not answered yet; it is edited with every answer."""
    asked = others(live, vote.by, vote.about if vote.kind in ("kick", "skip") else None)
    asked = [index for index in asked if index not in vote.yes]
    text = words.text(f"vote.{vote.kind}", player=words.name(vote.by), what=what)
    text += " " + ", ".join(words.mention(index) for index in asked)
    if vote.yes:
        text += "\n" + words.text("vote.count", yes=len(vote.yes), n=wanted(live, vote))
    choices = tuple(
        Choice(words.catalogue.label(f"button.{name}"), command(live.game, vote.stamp, name), style)
        for name, style in BUTTONS
    )
    people = tuple(live.table.seats[index].player for index in asked)
    quiet = bool(vote.yes)
    return Outgoing(live.channel, text, choices, notify=people, key=vote_key(live, vote), quiet=quiet)
