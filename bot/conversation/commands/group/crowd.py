"""The seat of the channel: votes for its moves, and what the votes have decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.group.crowd import ballots_on, move_words
from bot.conversation.table.acts import BallotAct
from bot.conversation.table.due import vote_due
from bot.conversation.table.lobby import Lobby
from bot.conversation.table.options import prompts_of
from bot.conversation.table.polls.crowd import CROWD, Ballot, tally
from bot.conversation.table.state import LiveTable, Wait
from bot.conversation.table.transaction import Transaction
from engine import notation
from engine.actions import Action
from engine.prompts import Prompt


def check_voter(context: Context, live: LiveTable) -> None:
    """Raise Refused if the author plays on a seat of their own."""
    if live.table.seat_of(context.who.id) is not None:
        raise Refused("crowd.seated")


def voting_seat(live: LiveTable, user: str) -> int | None:
    """The seat on whose question a user may vote; None if there is none."""
    seat = live.table.crowd_seat
    asked = seat is not None and any(wait.seat == seat for wait in live.waits)
    return seat if asked and live.table.seat_of(user) is None else None


def asked_seat(live: LiveTable, user: str) -> int | None:
    """The seat for which a user chooses: their own, or the channel's."""
    seat = live.table.seat_of(user)
    return voting_seat(live, user) if seat is None else seat


async def check_crowd(context: Context, lobby: Lobby) -> None:
    """Raise Refused if the whole channel cannot play at this table."""
    if not lobby.by_vote:
        return
    if lobby.bank.seconds:
        raise Refused("crowd.bank")
    if context.command.private and len((await context.channels()).members) < 2:
        raise Refused("crowd.alone")


async def vote(context: Context, live: LiveTable, actions: Sequence[Action]) -> list[Outgoing]:
    """Count the author's vote for these legal actions; the last vote that is needed plays the move."""
    seat = actions[0].player
    prompt = prompts_of(live.state, seat)[0]
    move = tuple(notation.write(action) for action in actions)
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, BallotAct(seat=seat, stamp=prompt.asked_at, move=move))
    wait = due_vote(transaction.live, context.at)
    voted = _answer(context, transaction.live, prompt, move, last=wait is not None)
    if wait is not None:
        await decide(context, transaction, wait)
    else:
        await context.note(transaction)
    return [voted]


def _answer(
    context: Context, live: LiveTable, prompt: Prompt, move: tuple[str, ...], *, last: bool
) -> Outgoing:
    words = context.words(live)
    told, count = move_words(words, live.state, prompt, move), len(ballots_on(live, prompt))
    text = words.text("crowd.counted" if last else "crowd.voted", move=told, n=count)
    return replace(context.say(text), harmless=True)


def due_vote(live: LiveTable, now: float) -> Wait | None:
    """The question whose votes are to be counted now."""
    if live.table.paused:
        return None
    for wait in live.waits:
        due = vote_due(live, wait)
        if due is not None and due <= now:
            return wait
    return None


async def decide(context: Context, transaction: Transaction, wait: Wait) -> None:
    """Play the most voted move."""
    live = transaction.live
    prompt = next(one for one in prompts_of(live.state, wait.seat) if one.asked_at == wait.asked_at)
    ballots: list[Ballot] = ballots_on(live, prompt)
    for line in tally(ballots)[0].move:
        transaction.play(notation.read(live.state.rules, line), CROWD)
    await context.conclude(transaction)
