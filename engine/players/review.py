"""After the game: the moves that cost each player most, by what the best option would have promised."""

from __future__ import annotations

import random
from itertools import pairwise

from engine import notation
from engine.actions import Action
from engine.frozen import frozen
from engine.game import apply, new_game, pending, view_for
from engine.players.evaluation import lead
from engine.players.levels import EFFORT, ranking
from engine.players.terms import answer_to, look
from engine.players.trials import outcome
from engine.record import UNDO, Record, undo_target, undone
from engine.state import GameState

WORST = 3
NOTABLE = 1.0  # a loss of less is not worth telling


@frozen
class Costly:
    """A decision that promised less than another one would have."""

    line: int  # of the record, from 0
    turn: int
    ask: str
    played: Action
    better: Action
    lost: float  # points of lead, as the judgement saw them then


def review(record: Record, worst: int = WORST) -> tuple[tuple[Costly, ...], ...]:
    """For each seat its costliest decisions, the worst first. Moves that were undone do not count."""
    state = new_game(record.setup).state
    stands = [(state, -1)]
    for number, line in enumerate(record.lines):
        if line.startswith(UNDO):
            del stands[undo_target(line, len(stands) - 1) + 1 :]
            state = undone(stands[-1][0], state.ply + 1)
        else:
            state = apply(state, notation.read(state.rules, line)).state
            stands.append((state, number))
    found: list[list[Costly]] = [[] for _ in range(record.setup.players)]
    for (before, _), (_, number) in pairwise(stands):
        action = notation.read(before.rules, record.lines[number])
        costly = judged(before, action, number)
        if costly is not None:
            found[action.player].append(costly)
    return tuple(tuple(sorted(moves, key=lambda move: -move.lost)[:worst]) for moves in found)


def judged(state: GameState, action: Action, line: int) -> Costly | None:
    """What a decision cost against the best one that the player could see; None if it was no worse."""
    player = action.player
    view = view_for(state, player)
    prompt = next(prompt for prompt in pending(view) if prompt.player == player and action in prompt.options)
    outlook = look(view)
    if len(prompt.options) == 1 or answer_to(view, prompt, outlook) is not None:
        return None
    best = ranking(view, prompt, random.Random(line), outlook)[0]  # noqa: S311  # reproducible
    if best.action == action:
        return None
    lost = best.lead - lead(outcome(view, action, outlook, EFFORT // 8), player)
    if lost < NOTABLE:
        return None
    return Costly(line, state.turn, prompt.ask, action, best.action, lost)
