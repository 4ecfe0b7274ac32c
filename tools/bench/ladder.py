"""The ladder of the computer players: matches of each level with its neighbours, and a rating for all.

python -m tools.bench.ladder [--jobs 2] [--games 60] [--known]

What was played is kept in docs/matches.jsonl, and base games of tools.bench.matches count as well: an
interrupted run goes on where it stopped. At the end the table in docs/computer-players.md is written anew;
`--known` writes it from what is known, and plays nothing.

The rating is a Bradley-Terry fit, not openskill: these players never learn, so the order of the games says
nothing, and all games together give the likeliest strengths at once. The intervals come from drawing the bags
anew, since the games with one bag depend on each other.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.cli.match import Bag, Match, PlayedBags, won
from tools.bench.page import KEPT, write

LADDER = ("random", "beginner", "easy", "normal", "hard", "master")
PAIRS = [  # the stronger one first, as in tools.bench.matches
    *[(strong, weak) for weak, strong in pairwise(LADDER)],
    ("normal", "beginner"),
    ("hard", "easy"),
    ("master", "normal"),
    ("normal", "normal-0.1"),
    ("hard", "normal-0.1"),
    ("normal", "hard-0.1"),
    ("hard", "hard-0.1"),
    ("easy", "greedy"),
    ("normal", "greedy"),
    ("easy", "mcts"),
    ("normal", "mcts"),
]
MOST = 1000  # games of a pair that are looked for in the file
MIDDLE = "normal"  # whose rating is 1500
DRAWS = 200  # of the bags, for the intervals
ROUNDS = 300  # of the fit


class Met(NamedTuple):
    """What one bag brought between two players."""

    a: str
    b: str
    games: int
    won: float  # by the first


def ratings(met: Sequence[Met]) -> dict[str, float]:
    """The likeliest strengths, in points of Elo around 1500. Everybody drew once against the middle player.

    That draw keeps the strength of a player finite who won or lost every game.
    """
    names = {name for one in met for name in (one.a, one.b)} | {MIDDLE}
    wins = dict.fromkeys(names, 0.5)
    games: dict[tuple[str, str], float] = {(name, MIDDLE): 1.0 for name in names}
    wins[MIDDLE] = 0.5 * len(names)
    for one in met:
        wins[one.a] += one.won
        wins[one.b] += one.games - one.won
        games[one.a, one.b] = games.get((one.a, one.b), 0.0) + one.games
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        sums = dict.fromkeys(names, 0.0)
        for (a, b), count in games.items():
            share = count / (strength[a] + strength[b])
            sums[a] += share
            sums[b] += share
        strength = {name: wins[name] / sums[name] for name in names}
    return {name: 1500 + 400 * math.log10(strength[name] / strength[MIDDLE]) for name in names}


def intervals(met: Sequence[Met], draws: int = DRAWS) -> dict[str, tuple[float, float]]:
    """For each player where 95 % of the ratings lie if the bags are drawn anew."""
    rng = random.Random(1)
    found: dict[str, list[float]] = {}
    for _ in range(draws):
        for name, rating in ratings(rng.choices(met, k=len(met))).items():
            found.setdefault(name, []).append(rating)
    return {
        name: (sorted(several)[len(several) // 40], sorted(several)[-1 - len(several) // 40])
        for name, several in found.items()
    }


def table(met: Sequence[Met]) -> str:
    """The ladder in Markdown, the strongest first."""
    lines = ["| player | rating | 95 % interval | games | won |", "|---|---:|---|---:|---:|"]
    between = intervals(met)
    for name, rating in sorted(ratings(met).items(), key=lambda one: -one[1]):
        games = sum(one.games for one in met if name in (one.a, one.b))
        wins = sum(one.won if name == one.a else one.games - one.won for one in met if name in (one.a, one.b))
        low, high = between.get(name, (rating, rating))
        share = f"{100 * wins / games:.0f} %" if games else ""
        lines.append(f"| {name} | {rating:.0f} | {low:.0f} to {high:.0f} | {games} | {share} |")
    return "\n".join(lines)


def comparable(met: Sequence[Met]) -> list[Met]:
    """The games of those who can be compared with the middle player, directly or over others."""
    known = {MIDDLE}
    while True:
        more = {name for one in met if {one.a, one.b} & known for name in (one.a, one.b)}
        if more <= known:
            return [one for one in met if one.a in known]
        known |= more


def met_in(match: Match, bags: Sequence[Bag]) -> list[Met]:
    """What the bags of a match of two brought."""
    a, b = match.levels
    return [Met(a, b, len(bag.scores), won([bag])) for bag in bags]


def main() -> int:
    """Play what is missing, print the ladder, write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--games", type=int, default=60, metavar="N", help="of each pair, at least")
    parser.add_argument("--known", action="store_true", help="play nothing")
    args = parser.parse_args()
    kept = PlayedBags(KEPT, times=False)
    met: list[Met] = []
    for pair in PAIRS:
        match = Match(pair)
        if not args.known:
            list(kept.played(match, args.games, args.jobs))
        bags = list(kept.bags(match, MOST).values())
        met += met_in(match, bags)
        if bags:
            played = sum(len(bag.scores) for bag in bags)
            print(f"{pair[0]} : {pair[1]}  {won(bags):g} of {played}", file=sys.stderr, flush=True)
    ladder = table(comparable(met))
    print(ladder)
    write("the ladder", ladder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
