"""`bastide arena`: matches between computer players, seats swapped, same bags."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from statistics import fmean
from typing import NamedTuple

from bot.cli import arguments as wishes
from engine.game import GAMES, apply, new_game, pending, rules_of, view_for
from engine.players import LEVELS, YARDSTICKS, choose
from engine.setup import BadSetup, Setup, agree

TOGETHER = {"river_with_carcassonne": "allowed"}  # what the boxes need to be played all at once
INTERRUPTED = 130  # the exit code of a match that was not played to its end


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("arena", help="let computer players play against each other")
    players = [*LEVELS, *YARDSTICKS]
    parser.add_argument("--a", default="normal", choices=players)
    parser.add_argument("--b", default="random", choices=players)
    parser.add_argument(
        "--games", type=wishes.count, default=20, metavar="N", help="each bag is played twice, seats swapped"
    )
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--boxes", default="", help="names with commas, or 'all'")
    parser.add_argument("--options", default="", help="name=value with commas")
    parser.add_argument("--seed", default="1", help="other seeds are other bags")
    parser.add_argument(
        "--jobs",
        type=wishes.count,
        default=1,
        metavar="N",
        help="processes; the result is the same whatever N",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def play(setup: Setup, levels: Sequence[str]) -> tuple[list[int], list[float]]:
    """One game, a level for each seat; the scores, and the CPU seconds of the first seat's decisions."""
    state = new_game(setup).state
    spent: list[float] = []
    while not state.over:
        player = pending(state)[0].player
        began = time.process_time()
        action = choose(levels[player], view_for(state, player), player, setup.seed)
        if player == 0:
            spent.append(time.process_time() - began)
        state = apply(state, action).state
    return state.scores, spent


class Bag(NamedTuple):
    """What the one or two games with a bag brought: their scores, and the times of the first player."""

    number: int
    scores: list[tuple[int, int]]
    times: list[float]


def play_bag(tables: Sequence[Sequence[Setup]], levels: tuple[str, str], number: int) -> Bag:
    """Play the games with one bag."""
    bag = Bag(number, [], [])
    for setup in tables[number]:
        points, spent = play(setup, levels)
        bag.scores.append((points[0], points[1]))
        bag.times.extend(spent)
    return bag


def run(args: argparse.Namespace) -> int:
    """Play and print; the exit code is 2 if the table cannot be played, 130 if the match was interrupted."""
    try:
        tables = _tables(args)
        rules_of(tables[0][0])
    except BadSetup as error:
        sys.stderr.write(f"This table cannot be played: {error}\n")
        return 2
    bags: dict[int, Bag] = {}
    code = 0
    try:
        for bag in _bags(tables, (args.a, args.b), args.jobs):
            bags[bag.number] = bag
            sys.stderr.write(_progress(list(bags.values()), len(tables)))
    except KeyboardInterrupt:
        code = INTERRUPTED
    played = [bags[number] for number in sorted(bags)]
    if played:
        _report(
            args,
            [points for bag in played for points in bag.scores],
            sorted(spent for bag in played for spent in bag.times),
        )
    return code


def _tables(args: argparse.Namespace) -> list[list[Setup]]:
    """For each bag the games to play with it, the first seat changing."""
    known = [box.key for box in GAMES[args.game].boxes]
    boxes = known if args.boxes == "all" else wishes.names(args.boxes)
    options = dict(TOGETHER) if args.boxes == "all" and known else {}
    options |= wishes.options(args.options)
    tables: list[list[Setup]] = []
    for number in range(args.games):
        if number % 2 == 0:
            tables.append([])
        seed = f"{args.seed}/{number // 2}"
        tables[-1].append(agree(2, boxes, options, game=args.game, first_seat=number % 2, seed=seed))
    return tables


def _bags(tables: Sequence[Sequence[Setup]], levels: tuple[str, str], jobs: int) -> Iterator[Bag]:
    """The bags played, as they are finished."""
    one = partial(play_bag, tables, levels)
    if jobs == 1:
        yield from map(one, range(len(tables)))
        return
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # the parent is interrupted
        yield from pool.imap_unordered(one, range(len(tables)))


def _progress(bags: Sequence[Bag], of: int) -> str:
    """A line about the last bag played and the match so far."""
    scores = [points for bag in bags for points in bag.scores]
    shown = ", ".join(f"{a}:{b}" for a, b in bags[-1].scores)
    return f"{len(bags)} of {of} bags: {shown}; {won(scores):g} of {len(scores)} games won\n"


def won(scores: Sequence[tuple[int, int]]) -> float:
    """How many games the first player won; a draw is half a game."""
    return sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in scores)


def _report(args: argparse.Namespace, scores: list[tuple[int, int]], times: list[float]) -> None:
    wins = won(scores)
    low, high = interval(wins, len(scores))
    result = {
        "a": args.a,
        "b": args.b,
        "games": len(scores),
        "wins": wins,
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_a": fmean(a for a, _ in scores),
        "mean_b": fmean(b for _, b in scores),
        "ms_p50": 1000 * times[len(times) // 2],
        "ms_p99": 1000 * times[len(times) * 99 // 100],
        "ms_max": 1000 * times[-1],
    }
    if args.json:
        print(json.dumps(result))
        return
    print(f"{args.a} against {args.b}: {wins:g} of {len(scores)} ({100 * wins / len(scores):.1f} %)")
    print(f"95 % confidence: {100 * low:.1f} % to {100 * high:.1f} %")
    print(f"mean scores: {result['mean_a']:.1f} : {result['mean_b']:.1f}")
    print(
        f"{args.a}: CPU time of a decision p50 {result['ms_p50']:.1f} ms, p99 {result['ms_p99']:.1f},"
        f" most {result['ms_max']:.1f}"
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return (middle - spread) / below, (middle + spread) / below
