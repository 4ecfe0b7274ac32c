"""After the game: how well each player chose, where the game turned, and what luck each had with the tiles.

A decision is judged by the lead that it promised against the lead that the best option promised, as far as
the player could see then. Both are followed through the same sampled turns. The difference has a noise, which
was measured (docs/computer-players.md): what is smaller than NOISE is not called a mistake.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import pairwise

from engine import notation
from engine.actions import Action
from engine.frozen import frozen
from engine.game import apply, new_game, pending, view_for
from engine.players.evaluation import evaluate, lead
from engine.players.levels import EFFORT, ranking
from engine.players.outlook import Outlook
from engine.players.search import SearchPlan, follow
from engine.players.terms import answer_to, look
from engine.players.trials import Promised, Trials, outcome
from engine.prompts import Prompt
from engine.record import UNDO, Record, undo_target, undone
from engine.state import GameState
from engine.steps.place_tile import fitting_spots

WORST = 3  # decisions told of each player
TURNING = 3  # points at which the game turned, at most
NOISE = 2.0  # points of lead: two seeds differ by less in more than 95 of 100 decisions
SCALE = 4.0  # a decision that lost so many points has kept 1/e of what it could
DRAWS = 6  # tiles that might have come instead, for each that came
JUDGE = SearchPlan(rounds=((2, 10),), effort=2000, known=2, doubt=None, plies=3, margin=math.inf)
Progress = Callable[[float], None]


@frozen
class Costly:
    """A decision that promised less than another one would have."""

    line: int  # of the record, from 0
    turn: int
    ask: str
    played: Action
    better: Action
    lost: float  # points of lead, as the judgement saw them then


@frozen
class PlayerReview:
    """How one player played."""

    accuracy: float  # per cent: the share of the best judgement that was kept, over all decisions
    decisions: int  # with a choice
    luck: float  # points of lead that the tiles drawn promised more than others would have
    worst: tuple[Costly, ...]  # the costliest first


@frozen
class GameReview:
    """How a game went."""

    players: tuple[PlayerReview, ...]
    course: tuple[tuple[float, ...], ...]  # what the position promised to each player, after every turn
    turning: tuple[Costly, ...]  # in the order of the game


@frozen
class Decision:
    """A move that stands: the state before it, and its line of the record."""

    before: GameState
    action: Action
    line: int


def decisions_of(record: Record) -> list[Decision]:
    """All moves of a game but those that were undone."""
    state = new_game(record.setup).state
    stands = [(state, -1)]
    for number, line in enumerate(record.lines):
        if line.startswith(UNDO):
            del stands[undo_target(line, len(stands) - 1) + 1 :]
            state = undone(stands[-1][0], state.ply + 1)
        else:
            state = apply(state, notation.read(state.rules, line)).state
            stands.append((state, number))
    return [
        Decision(before, notation.read(before.rules, record.lines[number]), number)
        for (before, _), (_, number) in pairwise(stands)
    ]


def review(record: Record, seed: str = "", progress: Progress | None = None) -> GameReview:
    """Judge every decision of a game; `progress` is called with the share that is done."""
    decisions = decisions_of(record)
    seats = range(record.setup.players)
    losses: list[list[float]] = [[] for _ in seats]
    costly: list[list[Costly]] = [[] for _ in seats]
    luck = [0.0 for _ in seats]
    for number, decision in enumerate(decisions):
        player = decision.action.player
        judgement = judged(decision, seed)
        if judgement is not None:
            lost = judgement.lost if judgement.lost >= NOISE else 0.0
            losses[player].append(lost)
            costly[player] += [judgement] if lost else []
        luck[player] += luck_of(decision, seed)
        if progress is not None:
            progress((number + 1) / len(decisions))
    told = [tuple(sorted(moves, key=lambda move: -move.lost)[:WORST]) for moves in costly]
    players = tuple(
        PlayerReview(accuracy(losses[seat]), len(losses[seat]), luck[seat], told[seat]) for seat in seats
    )
    largest = sorted((move for moves in costly for move in moves), key=lambda move: -move.lost)[:TURNING]
    return GameReview(players, tuple(course(decisions)), tuple(sorted(largest, key=lambda move: move.line)))


def accuracy(losses: list[float]) -> float:
    """The mean share of the best judgement that was kept, in per cent."""
    return 100 * sum(math.exp(-lost / SCALE) for lost in losses) / len(losses) if losses else 100.0


def judged(decision: Decision, seed: str = "") -> Costly | None:
    """What a decision cost against the best one that the player could see; None if there was no choice."""
    state, action = decision.before, decision.action
    player = action.player
    view = view_for(state, player)
    prompt = next(prompt for prompt in pending(view) if prompt.player == player and action in prompt.options)
    outlook = look(view)
    if len(prompt.options) == 1 or answer_to(view, prompt, outlook) is not None:
        return None
    rng = random.Random(f"{seed}/{decision.line}")  # noqa: S311  # reproducible
    best = ranking(view, prompt, rng, outlook)[0]
    lost = 0.0
    if best.action != action:
        played = Promised(lead(outcome(view, action, outlook, EFFORT // 8), player), action)
        lost = max(0.0, _difference(view, prompt, best, played, outlook, rng))
    return Costly(decision.line, state.turn, prompt.ask, action, best.action, lost)


def _difference(
    view: GameState, prompt: Prompt, best: Promised, played: Promised, outlook: Outlook, rng: random.Random
) -> float:
    """How much more the best option promises when both are followed through the same turns."""
    followed = {one.action: one for one in follow(view, prompt, [best, played], outlook, JUDGE, rng)}
    if len(followed) < 2:
        return best.lead - played.lead
    return followed[best.action].promise() - followed[played.action].promise()


def luck_of(decision: Decision, seed: str = "") -> float:
    """What the tile that came promised against tiles that might have come, each at its best spot.

    The others are drawn from what was unseen, the tile itself included, so that the mean over all draws is 0
    whichever player is to move. Tiles that fit nowhere would have been drawn again.
    """
    state, player = decision.before, decision.action.player
    if state.tile is None or pending(state)[0].ask != "place" or state.player != player:
        return 0.0
    view = view_for(state, player)
    view.bag = (*view.bag, state.tile)  # all tiles are judged alike, as if none had come yet
    outlook = look(view)
    trials = Trials(view, player, outlook)
    unseen = sorted(outlook.unseen.elements())
    rng = random.Random(f"luck/{seed}/{decision.line}")  # noqa: S311
    worth: dict[str, float | None] = {}
    others = [found for found in _worths(view, trials, rng, unseen, worth) if found is not None]
    own = _worth(view, trials, state.tile, worth)
    return own - sum(others) / len(others) if others and own is not None else 0.0


def _worths(
    view: GameState, trials: Trials, rng: random.Random, unseen: list[str], known: dict[str, float | None]
) -> Iterator[float | None]:
    for tile in rng.choices(unseen, k=DRAWS):
        yield _worth(view, trials, tile, known)


def _worth(view: GameState, trials: Trials, tile: str, known: dict[str, float | None]) -> float | None:
    """The lead that a tile promises at its best spot; None if it fits nowhere."""
    if tile not in known:
        shape = view.rules.shapes[tile]
        leads = [
            lead(trials.promise(shape.turns[rotation], cell), view.player)
            for cell, rotation in fitting_spots(view, shape)
        ]
        known[tile] = max(leads, default=None)
    return known[tile]


def course(decisions: list[Decision]) -> Iterator[tuple[float, ...]]:
    """What the position promised to each player at the beginning of every turn, and in the end."""
    turn = None
    for decision in decisions:
        if decision.before.turn != turn:
            turn = decision.before.turn
            view = view_for(decision.before, None)
            yield tuple(evaluate(view, look(view)))
    if decisions:
        end = apply(decisions[-1].before, decisions[-1].action).state
        view = view_for(end, None)
        yield tuple(map(float, end.scores)) if end.over else tuple(evaluate(view, look(view)))
