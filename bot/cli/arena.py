"""`bastide arena`: matches between computer players, seats swapped, same bags."""

from __future__ import annotations

import argparse
import math
import sys
import time
from statistics import fmean

from engine.game import GAMES, apply, new_game, pending, view_for
from engine.players import LEVELS, choose
from engine.setup import BadSetup, Setup, agree


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("arena", help="let computer players play against each other")
    parser.add_argument("--a", default="normal", choices=sorted(LEVELS))
    parser.add_argument("--b", default="random", choices=sorted(LEVELS))
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="each bag is played twice, seats swapped"
    )
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--boxes", default="", help="names with commas, or 'all'")
    parser.add_argument("--seed", default="1")
    parser.set_defaults(run=run)


def play(setup: Setup, levels: tuple[str, str]) -> tuple[list[int], list[float]]:
    """One game; the scores and the seconds of every decision of the first level."""
    state = new_game(setup).state
    spent: list[float] = []
    while not state.over:
        player = pending(state)[0].player
        began = time.perf_counter()
        action = choose(levels[player], view_for(state, player), player, setup.seed)
        if player == 0:
            spent.append(time.perf_counter() - began)
        state = apply(state, action).state
    return state.scores, spent


def run(args: argparse.Namespace) -> int:
    """Play and print; the exit code is 2 if the table cannot be played."""
    known = [box.key for box in GAMES[args.game].boxes]
    boxes = known if args.boxes == "all" else [name for name in args.boxes.split(",") if name]
    wins = 0.0
    scores: list[tuple[int, int]] = []
    times: list[float] = []
    for number in range(args.games):
        seat = number % 2
        setup = agree(2, boxes, game=args.game, first_seat=seat, seed=f"{args.seed}/{number // 2}")
        try:
            points, spent = play(setup, (args.a, args.b))
        except BadSetup as error:
            sys.stderr.write(f"This table cannot be played: {error}\n")
            return 2
        times += spent
        scores.append((points[0], points[1]))
        wins += 1.0 if points[0] > points[1] else 0.5 if points[0] == points[1] else 0.0
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{number + 1} of {args.games} games ")
    low, high = interval(wins, args.games)
    times.sort()
    print(f"{args.a} against {args.b}: {wins:g} of {args.games} ({100 * wins / args.games:.0f} %)")
    print(f"95 % confidence: {100 * low:.0f} % to {100 * high:.0f} %")
    print(f"mean scores: {fmean(a for a, _ in scores):.1f} : {fmean(b for _, b in scores):.1f}")
    half, nearly_all = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{args.a}: {1000 * half:.1f} ms a decision, p99 {1000 * nearly_all:.1f}")
    return 0


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return (middle - spread) / below, (middle + spread) / below
