"""The vote on a move of the channel's seat, in words: the question, the tally, what was decided."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.protocol.durations import duration
from bot.conversation.show.words import Words
from bot.conversation.table.options import is_placement, offer_of, prompts_of, ways
from bot.conversation.table.polls.crowd import Ballot, tally
from bot.conversation.table.state import LiveTable
from engine import notation
from engine.actions import Action, Pass
from engine.game import apply
from engine.prompts import Prompt
from engine.state import GameState

MOST_MOVES = 4  # that a tally names


def vote_question(words: Words, live: LiveTable, prompt: Prompt) -> str:
    """The question to the channel: how long it may vote, and how many votes it takes."""
    rules = live.table.crowd
    time = duration(words.catalogue, rules.time)
    text = words.text(
        f"crowd.{'place' if prompt.ask == 'place' else 'ask'}", player=words.name(prompt.player), time=time
    )
    missing = rules.least - len(ballots_on(live, prompt))
    return f"{text} · {words.text('crowd.missing', n=missing)}" if rules.least > 1 and missing > 0 else text


def ballots_on(live: LiveTable, prompt: Prompt) -> list[Ballot]:
    """The votes on a question."""
    asked = prompt.player, prompt.asked_at
    return [ballot for ballot in live.ballots if (ballot.seat, ballot.stamp) == asked]


def tally_line(words: Words, live: LiveTable, prompt: Prompt) -> str:
    """The moves with their votes, in one line; empty if nobody has voted."""
    ballots = ballots_on(live, prompt)
    if not ballots:
        return ""
    found = tally(ballots)
    parts = [f"{move_words(words, live.state, prompt, one.move)} × {one.votes}" for one in found[:MOST_MOVES]]
    parts += ["…"] if len(found) > MOST_MOVES else []
    return words.text("crowd.tally", n=len(ballots), moves=" · ".join(parts))


def move_words(words: Words, state: GameState, prompt: Prompt, move: Sequence[str]) -> str:
    """A move as people press it: the number and letter of the tile, and what follows."""
    told: list[str] = []
    for line in move:
        action = notation.read(state.rules, line)
        told.append(_words(words, state, prompt, action))
        state, _ = apply(state, action)
        prompt = next(iter(prompts_of(state, action.player)), prompt)
    return words.listed(told)


def _words(words: Words, state: GameState, prompt: Prompt, action: Action) -> str:
    if isinstance(action, Pass):
        return words.catalogue.label("play.nobody" if prompt.ask == "act" else "choice.pass")
    if not is_placement(action) or action not in prompt.options:
        return words.action(state, action)
    for number, indices in enumerate(offer_of(prompt).cells.values(), start=1):
        for way in ways(state, prompt, indices) if _is_on(prompt, action, indices) else ():
            if way.action == action:
                return f"{number}{way.letter}"
    return words.action(state, action)


def _is_on(prompt: Prompt, action: Action, indices: Sequence[int]) -> bool:
    return any(prompt.options[index] == action for index in indices)
