"""How a game ended: its scores and places, those last who lost by an empty time bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.conversation.table.state import LiveTable
from engine.events import GameEnded


def ended_of(live: LiveTable) -> GameEnded | None:
    """The event that closed the game, if it was played to its end."""
    for moment in reversed(live.recent):
        for event in moment.events:
            if isinstance(event, GameEnded):
                return _with_flags(live, event)
    if not live.table.decided:
        return None
    setup, scores = live.table.setup, tuple(live.state.scores)
    return _with_flags(live, GameEnded(scores, _places(scores), setup.seed, setup.salt))


def _places(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def _with_flags(live: LiveTable, ended: GameEnded) -> GameEnded:
    """The ranking with those last whose bank was empty, if that loses."""
    flagged = live.table.flagged if live.table.bank.rule == "lose" else ()
    if not flagged:
        return ended
    others = [seat for seat in range(len(ended.places)) if seat not in flagged]
    ranks = dict(zip(others, _places([-ended.places[seat] for seat in others]), strict=True))
    places = tuple(ranks.get(seat, len(others) + 1) for seat in range(len(ended.places)))
    return replace(ended, places=places)
