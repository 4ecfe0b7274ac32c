"""The message of a vote: who is asked, and how many must agree."""

from __future__ import annotations

from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show.offered import UNDER_VOTE
from bot.conversation.show.story import in_one_line
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from bot.conversation.table.model import Vote
from bot.conversation.table.repository import Repository
from bot.conversation.table.state import LiveTable


def others(live: LiveTable, seat: int, about: int | None = None) -> list[int]:
    """The seats that are asked: all players but the one who asks and the one it is about."""
    return [
        index for index, other in enumerate(live.table.seats) if other.user and index not in (seat, about)
    ]


def asked(live: LiveTable, vote: Vote) -> list[int]:
    """The seats that a vote asks."""
    return others(live, vote.by, vote.about if vote.kind in ("kick", "skip") else None)


def wanted(live: LiveTable, vote: Vote) -> int:
    """How many must agree: all for an undo, else more than half."""
    count = len(asked(live, vote))
    return count if vote.kind == "undo" else count // 2 + 1


def vote_slot(live: LiveTable, vote: Vote) -> str:
    """The slot of the message of a vote."""
    return f"{live.game}.vote{vote.stamp}"


async def vote_subject(repository: Repository, words: Words, live: LiveTable, vote: Vote) -> str:
    """What a vote is about: a player, or the moves that would be taken back."""
    if vote.kind in ("kick", "skip"):
        return words.name(vote.about)
    history = await repository.history(live) if vote.kind == "undo" else None
    return described(words, history, vote.about) if history is not None else ""


def described(words: Words, history: GameHistory, target: int) -> str:
    """The moves that an undo takes back."""
    return in_one_line(words, history.live.state, history.moments[target:])


def vote_message(words: Words, live: LiveTable, vote: Vote, what: str) -> Outgoing:
    """The question of a vote, to all who have not answered yet; it is edited with every answer."""
    open_ = [index for index in asked(live, vote) if index not in vote.yes]
    text = words.text(f"vote.{vote.kind}", player=words.name(vote.by), what=what)
    text += " " + words.listed(words.mention(index) for index in open_)
    if vote.yes:
        text += "\n" + words.text("vote.count", yes=len(vote.yes), n=wanted(live, vote))
    choices = tuple(
        Choice(words.catalogue.label(f"button.{name}"), command(live.game, vote.stamp, name), style)
        for name, style in UNDER_VOTE
    )
    people = tuple(live.table.seats[index].player for index in open_)
    quiet = bool(vote.yes)
    return Outgoing(live.channel, text, choices, notify=people, slot=vote_slot(live, vote), quiet=quiet)


def closed_vote(words: Words, live: LiveTable, vote: Vote, by: int) -> Outgoing:
    """A vote is closed: by the seat that refused, or by the one who called it when enough have agreed."""
    passed = by == vote.by
    text = words.text("vote.passed") if passed else words.text("vote.refused", player=words.name(by))
    return Outgoing(live.channel, text, slot=vote_slot(live, vote), quiet=True)
