"""Positions worth asking about: a clear best move among several reasonable ones, found in computers' games.

Every other game is played without boxes, the others with one of MIXES: a turn of these is a placement and one
decision after it.

A placement is judged by the lead that it promises when it is followed through sampled turns. It is the
best if three judges with other samples agree.
"""

from __future__ import annotations

import math
import random

from engine import notation
from engine.actions import Action
from engine.frozen import frozen
from engine.game import apply, new_game, pending, view_for
from engine.players.hints import played_turn
from engine.players.levels import play_easy, play_normal, ranking
from engine.players.search import SearchPlan, follow
from engine.players.terms import look
from engine.prompts import Prompt
from engine.record import Record
from engine.setup import agree
from engine.state import GameState

CLEAR = 1.5  # points of lead: so much better is the best move than the next
REASONABLE = 7.0  # ... and so much worse may a move be that one could play
OTHERS = 2  # reasonable moves beside the best, at least
FIRST, LAST = 12, 52  # turns in which a position is looked for
MOST_TRIES = 14  # positions of a game that are judged
JUDGE = SearchPlan(rounds=((6, 12),), effort=6000, known=2, doubt=None, plies=3, margin=REASONABLE + 3)
SEEDS = ("first", "second", "third")
MIXES = (
    ("inns_cathedrals",),
    ("traders_builders",),
    ("inns_cathedrals", "traders_builders"),
    ("abbot",),
    ("river",),
    ("cult", "king_robber"),
)


@frozen
class RatedMove:
    """A placement with what follows it, and the points of lead that it promises less than the best."""

    lines: tuple[str, ...]
    lost: float


@frozen
class Position:
    """The record of a game up to a question, and its reasonable moves, the best first."""

    record: str
    moves: tuple[RatedMove, ...]


def find_position(seed: str) -> Position | None:
    """A position of the computers' game of this seed; None if it has none."""
    rng = random.Random(f"position/{seed}")  # noqa: S311  # reproducible, not a secret
    boxes = rng.choice(MIXES) if with_boxes(seed) else ()
    setup = agree(2, boxes, seed=f"position/{seed}")
    state, lines, tries = new_game(setup).state, list[str](), 0
    wanted = rng.randrange(FIRST, LAST - 10)
    while not state.over and state.turn < LAST and tries < MOST_TRIES:
        prompt = pending(state)[0]
        if prompt.ask == "place" and state.turn >= wanted and looks_open(state, prompt):
            tries += 1
            moves = agreed(state, prompt)
            if moves:
                return Position(Record(setup, tuple(lines)).write(), moves)
        action = _played(view_for(state, prompt.player), prompt, rng)
        lines.append(notation.write(action))
        state = apply(state, action).state
    return None


def with_boxes(seed: str) -> bool:
    """Whether the game of a seed has boxes: every other one does."""
    return random.Random(f"boxes/{seed}").random() < 0.5  # noqa: S311


def _played(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """How a sensible player with small slips goes on."""
    if len(prompt.options) == 1:
        return prompt.options[0]
    return play_easy(view, prompt, rng) if rng.random() < 0.3 else play_normal(view, prompt, rng)


def looks_open(state: GameState, prompt: Prompt) -> bool:
    """Whether a quick look finds a best placement, and others that are not hopeless."""
    if len(prompt.options) < 8:
        return False
    view = view_for(state, prompt.player)
    ranked = ranking(view, prompt, random.Random(0))  # noqa: S311
    gaps = [ranked[0].lead - option.lead for option in ranked[1:4]]
    return gaps[0] >= CLEAR / 2 and gaps[OTHERS - 1] <= REASONABLE


def agreed(state: GameState, prompt: Prompt, seeds: tuple[str, ...] = SEEDS) -> tuple[RatedMove, ...]:
    """The reasonable moves, if every judge finds the same best one and it is clear; else none."""
    judges = [judged(state, prompt, seed) for seed in seeds]
    best = {moves[0].lines[0] for moves in judges if moves}
    clear = all(
        len(moves) > OTHERS and moves[1].lost >= CLEAR and moves[OTHERS].lost <= REASONABLE
        for moves in judges
    )
    if len(best) > 1 or not clear:
        return ()
    return tuple(move for move in judges[0] if move.lost <= REASONABLE)


def judged(state: GameState, prompt: Prompt, seed: str) -> tuple[RatedMove, ...]:
    """The placements that a judge has followed, the best first, each with the best answers after it."""
    view = view_for(state, prompt.player)
    outlook = look(view)
    rng = random.Random(f"judge/{seed}/{state.ply}")  # noqa: S311
    followed = follow(view, prompt, ranking(view, prompt, rng, outlook), outlook, JUDGE, rng)
    most = max((one.promise() for one in followed), default=math.inf)
    return tuple(
        RatedMove(_lines(view, one.action), round(most - one.promise(), 2))
        for one in sorted(followed, key=lambda one: -one.promise())
    )


def _lines(view: GameState, action: Action) -> tuple[str, ...]:
    return tuple(map(notation.write, (action, *played_turn(view, action))))
