"""The computer players' figures: CPU time of a decision by level and box, and a soak of whole games.

python -m tools.bench.players [--soak 200] [--players 4]     whole games, all boxes in play

A whole game of master takes minutes. `--ask hard,master` plays with the other levels, then asks these for the
decisions of each kind that took longest in each game (all levels begin with the same options) and for the
last placements, which master plays out.
"""

from __future__ import annotations

import argparse
import heapq
import random
import resource
import sys
import time
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from engine.actions import Action
from engine.game import GAMES, apply, new_game, pending, view_for
from engine.invariants import check
from engine.players import choose
from engine.setup import Setup, agree
from engine.state import GameState
from tools.bench.table import Row

TITLE = "Computer players"
TOGETHER = {"river_with_carcassonne": "allowed"}
EVERY = {"beginner": 6, "easy": 6, "normal": 3, "hard": 10, "master": 40}  # timed: one decision in so many
MOST = {"beginner": 250.0, "easy": 250.0, "normal": 250.0, "hard": 3000.0, "master": 8000.0}  # ms
TYPICAL = {"hard": 120.0, "master": 3000.0}  # ms, in the base game
LONGEST = {"master": 8000.0}  # ms, of any decision at a large table with all boxes
LONGEST_USUAL = 3000.0  # the same, of the other levels
ENDING = 2  # tiles in the bag: from here on every placement is asked
MEMORY = 150.0  # MB of a process that thinks


def tables() -> dict[str, Setup]:
    """The base game, each box, all boxes, and the second game."""
    boxes = [box.key for box in GAMES["carcassonne"].boxes]
    found = {"base game": agree(2, seed="bench")}
    found |= {box: agree(2, (box,), seed="bench") for box in boxes}
    found["all boxes"] = agree(2, boxes, TOGETHER, seed="bench")
    found["Over Hill and Dale"] = agree(2, game="over_hill_and_dale", seed="bench")
    return found


def decisions(setup: Setup, level: str) -> list[float]:
    """CPU seconds of decisions of a level, here and there in a game that easy players play."""
    rng = random.Random(1)
    taken: list[float] = []
    state = new_game(setup).state
    while not state.over:
        prompt = pending(state)[0]
        view = view_for(state, prompt.player)
        if len(prompt.options) > 1 and rng.randrange(EVERY[level]) == 0:
            began = time.process_time()
            choose(level, view, prompt.player)
            taken.append(time.process_time() - began)
        state = apply(state, choose("easy", view, prompt.player)).state
    return sorted(taken)


def rows() -> list[Row]:
    """Time of decisions by level and table."""
    found: list[Row] = []
    for name, setup in tables().items():
        for level in EVERY:
            taken = decisions(setup, level)
            half, nearly_all = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
            typical = TYPICAL.get(level) if name == "base game" else None
            found.append(Row(f"{level}, {name}: p50", 1000 * half, "ms", most=typical))
            found.append(Row(f"{level}, {name}: p99", 1000 * nearly_all, "ms", most=MOST[level]))
    found.append(Row("memory of a process after all of them", _memory(), "MB", most=MEMORY))
    return found


def _memory() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Decision(NamedTuple):
    """A decision of a game, and the CPU milliseconds that it took."""

    taken: float
    ply: int
    view: GameState
    player: int


def timed(level: str, view: GameState, player: int, seed: str) -> tuple[Action, float]:
    """What a level answers, and the CPU milliseconds that it takes."""
    began = time.process_time()
    action = choose(level, view, player, seed)
    return action, 1000 * (time.process_time() - began)


def played(setup: Setup, levels: Sequence[str], longest: dict[str, float], most: int) -> list[Decision]:
    """A whole game, checked at every turn; the dearest decisions of each kind, and the last placements."""
    state = new_game(setup).state
    kinds: dict[str, list[Decision]] = {}
    last: list[Decision] = []
    while not state.over:
        player, ask = pending(state)[0].player, pending(state)[0].ask
        level = levels[player % len(levels)]
        turn = state.turn
        view = view_for(state, player)
        action, taken = timed(level, view, player, setup.seed)
        longest[level] = max(longest[level], taken)
        if ask == "place" and len(state.bag) <= ENDING:
            last.append(Decision(taken, state.ply, view, player))
        else:
            dearest = kinds.setdefault(ask, [])
            heapq.heappush(dearest, Decision(taken, state.ply, view, player))
            if len(dearest) > most:
                heapq.heappop(dearest)
        state = apply(state, action).state
        if state.turn != turn:
            check(state)
    return [*chain.from_iterable(kinds.values()), *last]


def soak(games: range, players: int, levels: Sequence[str], asked: Sequence[str], most: int) -> int:
    """Whole games with all boxes and with the second game; how many faults.

    A decision that takes too long is a fault of its level.
    """
    failed = 0
    longest = dict.fromkeys([*levels, *asked], 0.0)
    boxes = [box.key for box in GAMES["carcassonne"].boxes]
    began = time.monotonic()
    for number in games:
        if number % 10 == 9:
            setup = agree(players, game="over_hill_and_dale", seed=f"soak/{number}")
        else:
            setup = agree(players, boxes, TOGETHER, seed=f"soak/{number}")
        turned = [*levels[number % len(levels) :], *levels[: number % len(levels)]]
        try:
            for decision in played(setup, turned, longest, most):
                for level in asked:
                    _, taken = timed(level, decision.view, decision.player, setup.seed)
                    longest[level] = max(longest[level], taken)
        except Exception as error:  # a fault of any kind is what we look for
            failed += 1
            print(f"game {number}: {error!r}")
            continue
        figures = ", ".join(f"{level} {taken:.0f} ms" for level, taken in longest.items())
        print(f"{number}: {figures}; {time.monotonic() - began:.0f} s", flush=True)
    for level, taken in longest.items():
        failed += taken > LONGEST.get(level, LONGEST_USUAL)
        print(f"{level}: the longest decision took {taken:.0f} ms of processor time")
    print(f"{len(games)} games, {failed} faults; {_memory():.0f} MB")
    return failed + (_memory() > MEMORY)


def main() -> int:
    """The soak; without it, the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--soak", type=int, default=0, metavar="N")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--levels", default="easy,normal")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the game to begin with")
    parser.add_argument("--ask", default="", metavar="LEVELS", help="asked for the dearest decisions")
    parser.add_argument("--dearest", type=int, default=1, metavar="N", help="of each kind and game")
    args = parser.parse_args()
    if args.soak:
        games = range(args.first, args.first + args.soak)
        asked = [level for level in args.ask.split(",") if level]
        return 1 if soak(games, args.players, args.levels.split(","), asked, args.dearest) else 0
    for row in rows():
        print(
            f"{row.name:45} {row.value:8.1f} {row.unit}  {row.promise()} {'' if row.kept else 'BROKEN'}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
