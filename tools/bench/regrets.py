"""Where hard loses with the boxes: special decisions of lost games, each answer followed through some turns.

python -m tools.bench.regrets BOX [--games 6] [--rows 12] [--turns 6] [--file docs/matches.jsonl]

BOX is a box, `all` or `over_hill_and_dale`. The games are those of the kept matches that hard lost to normal
by most. A decision is printed when another answer did better in the same rows, by more than two standard
errors, with the moves that make it a position of tests/engine/decisions.toml.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from bot.cli.match import Match
from engine import notation
from engine.actions import Action
from engine.game import apply, new_game, pending, view_for
from engine.players import choose
from engine.players.evaluation import evaluate, lead
from engine.players.terms import look
from engine.setup import Setup
from engine.state import GameState
from tools.bench.matches import HILLS
from tools.bench.page import KEPT

SEARCHED = ("place", "act")  # hard looks ahead here; elsewhere it trusts the judgement
MOST_OPTIONS = 8
ERRORS = 2.0


class Regret(NamedTuple):
    """An answer that was given, a better one, and by how many points."""

    points: float
    error: float
    given: Action
    better: Action


def lost(path: Path, match: Match) -> list[tuple[int, Setup]]:
    """The lost games of a match with their margins, the worst first."""
    found: list[tuple[int, Setup]] = []
    for line in path.read_text("utf-8").splitlines():
        key, bag, games = json.loads(line)[:3]
        if key == match.key():
            setups = match.setups(bag)
            found += [(a - b, setups[first]) for first, (a, b) in enumerate(games) if a < b]
    return sorted(found, key=lambda one: one[0])


def after(state: GameState, action: Action, row: int, turns: int) -> float:
    """The lead of who acts, so many turns after an action, with the unseen tiles in one order that may be."""
    player = action.player
    trial = state.fork()
    unseen = sorted(state.bag)
    random.Random(row).shuffle(unseen)
    trial.bag = tuple(unseen)
    trial = apply(trial, action).state
    while not trial.over and trial.turn < state.turn + turns:
        asked = pending(trial)[0].player
        trial = apply(trial, choose("normal", view_for(trial, asked), asked)).state
    if trial.over:
        return lead([float(score) for score in trial.scores], player)
    view = view_for(trial, player)
    return lead(evaluate(view, look(view)), player)


def regret(state: GameState, given: Action, rows: int, turns: int) -> Regret | None:
    """What another answer would have brought, if that is beyond doubt."""
    options = list(pending(state)[0].options)
    if len(options) > MOST_OPTIONS:
        options = [given, *random.Random(0).sample(options, MOST_OPTIONS)]
    leads = {option: [after(state, option, row, turns) for row in range(rows)] for option in options}
    best = max(options, key=lambda option: fmean(leads[option]))
    gaps = [one - two for one, two in zip(leads[best], leads[given], strict=True)]
    error = stdev(gaps) / math.sqrt(rows)
    if best == given or fmean(gaps) < ERRORS * error:
        return None
    return Regret(fmean(gaps), error, given, best)


def regrets(
    setup: Setup, levels: tuple[str, ...], rows: int, turns: int
) -> Iterator[tuple[list[str], str, Regret]]:
    """The regrets of the first player in a game: the moves before, what was asked, and the regret."""
    state = new_game(setup).state
    moves: list[str] = []
    while not state.over:
        prompt = pending(state)[0]
        given = choose(levels[prompt.player], view_for(state, prompt.player), prompt.player, setup.seed)
        if prompt.player == 0 and prompt.ask not in SEARCHED and len(prompt.options) > 1:
            found = regret(state, given, rows, turns)
            if found is not None:
                yield list(moves), prompt.ask, found
        moves.append(notation.write(given))
        state = apply(state, given).state


def main() -> int:
    """Print the regrets of the games that were lost by most."""
    parser = argparse.ArgumentParser()
    parser.add_argument("box")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--rows", type=int, default=12)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--file", type=Path, default=KEPT)
    args = parser.parse_args()
    levels = ("hard", "normal")
    match = Match(levels, game=HILLS) if args.box == HILLS else Match(levels, args.box)
    for margin, setup in lost(args.file, match)[: args.games]:
        print(f"{setup.seed}, first {setup.first_seat}: lost by {-margin}", flush=True)
        for moves, ask, found in regrets(setup, levels, args.rows, args.turns):
            given, better = notation.write(found.given), notation.write(found.better)
            print(f"  {ask}: {given}, but {better} is better by {found.points:.1f} (error {found.error:.1f})")
            print(f"    after {len(moves)} moves: {json.dumps(moves)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
