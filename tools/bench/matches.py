"""The matches that show how strong the computer players are, and their table in docs/computer-players.md.

python -m tools.bench.matches [SHOW ...] [--jobs 2] [--games N] [--file F]     SHOW: see SHOWS

Without a show only the table is written. What was played is kept in docs/matches.jsonl, a line for each bag:
an interrupted run goes on where it stopped. When a level changes, take out the lines of its matches.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from bot.cli.arena import Result, summary
from bot.cli.match import Match, PlayedBags
from engine.game import GAMES
from tools.bench.page import KEPT, write

BOXES = [box.key for box in GAMES["carcassonne"].boxes]
HILLS = "over_hill_and_dale"
TABLES = {"base game": "", **{box: box for box in BOXES}, "all boxes": "all"}  # name -> boxes
SEEDS = {("hard", "bazaars"): "2"}  # hard learned to bid with the bags of seed 1
HEAD = "| table | match | games | share | 95 % interval | mean scores | due | |\n" + "|---" * 8 + "|"


class Due(NamedTuple):
    """A match, how many games show enough, and the share that must be won."""

    table: str
    match: Match
    games: int
    share: float


def everywhere(a: str, b: str, games: int, share: float) -> list[Due]:
    """A match in the base game, with every box alone, with all, and in the second game."""
    found = [
        Due(name, Match((a, b), boxes, seed=SEEDS.get((a, boxes), "1")), games, share)
        for name, boxes in TABLES.items()
    ]
    return [*found, Due("Over Hill and Dale", Match((a, b), game=HILLS), games, share)]


def larger(a: str, b: str, seats: int, boxes: str = "base game", games: int = 120) -> Due:
    """One player among others: first in 45 % of the games at least."""
    return Due(f"{boxes}, {seats} seats", Match((a, *[b] * (seats - 1)), TABLES[boxes]), games, 0.45)


SHOWS: dict[str, list[Due]] = {
    "hard": everywhere("hard", "normal", 100, 0.7),
    "normal": everywhere("normal", "easy", 100, 0.7),
    "beginner": [*everywhere("easy", "beginner", 100, 0.75), *everywhere("beginner", "random", 100, 0.95)],
    "tables": [
        *[
            larger(a, b, seats)
            for a, b in (("hard", "normal"), ("normal", "easy"), ("easy", "beginner"))
            for seats in (3, 4)
        ],
        larger("hard", "normal", 4, "all boxes", 40),
    ],
    "master": [Due("base game", Match(("master", "hard")), 200, 0.58)],
    "before": [
        Due("base game", Match(("hard", "hard-0.1")), 200, 0.65),
        Due("all boxes", Match(("hard", "hard-0.1"), "all"), 100, 0.55),
    ],
    "yardsticks": [
        Due("base game", Match((level, other)), 100, 0.5)
        for level in ("normal", "hard")
        for other in ("greedy", "mcts")
    ],
}


def row(due: Due, result: Result) -> str:
    """One line of the table; what is due is only judged when all games are played."""
    share = result.share()
    verdict = "kept" if share >= due.share else "missed"
    if result.games < due.games:
        verdict = f"{due.games - result.games} games to go"
    return (
        f"| {due.table} | {' : '.join(result.players)} | {result.games} | {100 * share:.1f} %"
        f" | {100 * result.low:.1f} to {100 * result.high:.1f} %"
        f" | {' : '.join(map(str, result.means))} | {100 * due.share:.0f} % | {verdict} |"
    )


def table(kept: PlayedBags) -> str:
    """All matches that were begun, in Markdown."""
    lines = [HEAD]
    for shows in SHOWS.values():
        for due in shows:
            bags = list(kept.bags(due.match, due.games).values())
            if bags:
                lines.append(row(due, summary(due.match, bags)))
    return "\n".join(lines)


def main() -> int:
    """Play, print and write the page; the exit code is 1 if a share is below what is due."""
    parser = argparse.ArgumentParser()
    parser.add_argument("show", nargs="*", help=", ".join([*SHOWS, "all"]))
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--file", type=Path, default=KEPT, help="other than the one that is kept")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="instead of what shows enough")
    args = parser.parse_args()
    if not {*args.show} <= {*SHOWS, "all"}:
        parser.error(f"shows are {', '.join([*SHOWS, 'all'])}")
    kept = PlayedBags(args.file, times=False)
    missed = 0
    print(HEAD, flush=True)
    for show in SHOWS if "all" in args.show else args.show:
        for due in SHOWS[show]:
            bags = list(kept.played(due.match, args.games or due.games, args.jobs))
            result = summary(due.match, bags)
            print(row(due, result), flush=True)
            missed += result.share() < due.share
    if args.file == KEPT:
        write("the matches", table(kept))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
