"""`bastide arena`: matches between computer players, every seat first once with the same bag."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from bot.cli import arguments
from bot.cli.match import Bag, Match, PlayedBags, interval, won
from engine.game import GAMES, rules_of
from engine.players import LEVELS, YARDSTICKS
from engine.setup import BadSetup

INTERRUPTED = 130  # the exit code of a match that was not played to its end


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("arena", help="let computer players play against each other")
    players = [*LEVELS, *YARDSTICKS]
    parser.add_argument("--a", default="normal", choices=players)
    parser.add_argument("--b", default="random", choices=players)
    parser.add_argument("--table", default="", help="a player for each of 2 to 6 seats, with commas")
    parser.add_argument(
        "--games",
        type=arguments.count,
        default=20,
        metavar="N",
        help="each bag is played as often as there are seats, another one first each time",
    )
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--boxes", default="", help="names with commas, or 'all'")
    parser.add_argument("--options", default="", help="name=value with commas")
    parser.add_argument("--seed", default="1", help="other seeds are other bags")
    parser.add_argument(
        "--jobs",
        type=arguments.count,
        default=1,
        metavar="N",
        help="processes; the result does not depend on N",
    )
    parser.add_argument("--file", type=Path, help="keep what was played, and go on from there")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print; the exit code is 2 if the table cannot be played, 130 if the match was interrupted."""
    levels = tuple(args.table.split(",")) if args.table else (args.a, args.b)
    options = tuple(arguments.options(args.options).items())
    match = Match(levels, args.boxes, options, args.game, args.seed)
    try:
        _check(match)
    except BadSetup as error:
        sys.stderr.write(f"This table cannot be played: {error}\n")
        return 2
    bags: list[Bag] = []
    code = 0
    try:
        for bag in PlayedBags(args.file).played(match, args.games, args.jobs):
            bags.append(bag)
            sys.stderr.write(_progress(bags, -(-args.games // len(levels))))
    except KeyboardInterrupt:
        code = INTERRUPTED
    if bags:
        _report(summary(match, bags), as_json=args.json)
    return code


def _check(match: Match) -> None:
    """Raise BadSetup if the match cannot be played."""
    for level in match.levels:
        if level not in LEVELS and level not in YARDSTICKS:
            raise BadSetup("unknown_level", "", level=level)
    rules_of(match.setups(0)[0])


def _progress(bags: Sequence[Bag], of: int) -> str:
    """A line about the last bag played and the match so far."""
    games = sum(len(bag.scores) for bag in bags)
    shown = ", ".join(":".join(map(str, scores)) for scores in bags[-1].scores)
    return f"{len(bags)} of {of} bags: {shown}; {won(bags):g} of {games} games won\n"


class Result(NamedTuple):
    """A match, seen from its first seat."""

    players: tuple[str, ...]
    games: int
    wins: float
    low: float  # the 95 % interval of the share won
    high: float
    means: list[float]  # of the scores, by seat
    ms_p50: float  # of a decision of the first seat
    ms_p99: float
    ms_max: float

    def share(self) -> float:
        """The part of the games that was won."""
        return self.wins / self.games


def summary(match: Match, bags: Sequence[Bag]) -> Result:
    """The result of a match as far as it was played."""
    scores = [points for bag in sorted(bags) for points in bag.scores]
    times = sorted(spent for bag in bags for spent in bag.times) or [0.0]  # a kept match may lack them
    wins = won(bags)
    low, high = interval(wins, len(scores))
    return Result(
        match.levels,
        len(scores),
        wins,
        round(low, 4),
        round(high, 4),
        [round(fmean(points[seat] for points in scores), 1) for seat in range(len(match.levels))],
        *(round(1000 * times[place], 1) for place in (len(times) // 2, len(times) * 99 // 100, -1)),
    )


def _report(result: Result, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result._asdict()))
        return
    first, *others = result.players
    won_ = f"{result.wins:g} of {result.games} ({100 * result.share():.1f} %)"
    print(f"{first} against {', '.join(others)}: {won_}")
    print(f"95 % confidence: {100 * result.low:.1f} % to {100 * result.high:.1f} %")
    print(f"mean scores: {' : '.join(f'{mean:.1f}' for mean in result.means)}")
    print(
        f"{first}: CPU time of a decision p50 {result.ms_p50:.1f} ms, p99 {result.ms_p99:.1f},"
        f" most {result.ms_max:.1f}"
    )
