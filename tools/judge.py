"""How far the review can be trusted.

`python -m tools.judge noise --games 50`: the same games judged with two seeds; how much a loss differs.
`python -m tools.judge luck --games 200`: does the luck of the draw depend on how well a player plays?
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from multiprocessing import Pool
from statistics import correlation, fmean, quantiles, stdev
from typing import TypeVar

from engine import notation, players
from engine.game import apply, new_game, pending, view_for
from engine.players.review import NOISE, accuracy, decisions_of, judged, luck_of
from engine.record import Record
from engine.setup import agree

Found = TypeVar("Found")
EVERY = 3  # of the decisions of a game, one in so many is judged twice
LEVELS = ("random", "beginner", "easy", "normal")  # the quick ones, the weakest first


def played(number: int, levels: tuple[str, ...]) -> tuple[Record, tuple[int, ...]]:
    """A game between levels, and its scores."""
    setup = agree(len(levels), seed=f"judge {number}", salt="judge")
    state, lines = new_game(setup).state, list[str]()
    while not state.over:
        seat = pending(state)[0].player
        action = players.choose(levels[seat], view_for(state, seat), seat, str(number))
        lines.append(notation.write(action))
        state = apply(state, action).state
    return Record(setup, tuple(lines)), tuple(state.scores)


def pairing(number: int) -> tuple[str, ...]:
    """Who plays in a game: every pair of levels in turn, each begins every second time."""
    pairs = list(combinations(LEVELS, 2))
    pair = pairs[number % len(pairs)]
    return pair[::-1] if number // len(pairs) % 2 else pair


def judged_twice(number: int) -> tuple[list[float], list[float]]:
    """How the losses of decisions, and the accuracies of the players, differ between two seeds."""
    record, _ = played(number, pairing(number))
    gaps: list[float] = []
    losses: dict[tuple[int, int], list[float]] = {}  # by seat and seed
    for decision in decisions_of(record)[number % EVERY :: EVERY]:
        found = judged(decision, "one"), judged(decision, "two")
        for seed, one in enumerate(found):
            if one is not None:
                lost = one.lost if one.lost >= NOISE else 0.0
                losses.setdefault((one.played.player, seed), []).append(lost)
        if found[0] and found[1] and found[0].played != found[0].better:
            gaps.append(found[0].lost - found[1].lost)
    seats = range(record.setup.players)
    return gaps, [abs(accuracy(losses[seat, 0]) - accuracy(losses[seat, 1])) for seat in seats]


def noise(games: int, jobs: int) -> None:
    """Print how much the loss of a decision, and the accuracy of a player, differ between two seeds."""
    gaps: list[float] = []
    accuracies: list[float] = []
    for found, differences in _each(judged_twice, games, jobs):
        gaps += found
        accuracies += differences
    sizes = sorted(abs(gap) for gap in gaps)
    print(f"games {games}, decisions with another best option {len(gaps)}")
    print(f"difference of a loss between two seeds: mean {fmean(gaps):+.2f}, sd {stdev(gaps):.2f} points")
    for share in (50, 90, 95, 99):
        print(f"  {share} % differ by less than {sizes[len(sizes) * share // 100 - 1]:.2f} points")
    cuts = quantiles(accuracies, n=20)
    print(f"accuracy: mean difference {fmean(accuracies):.2f}, 95 % less than {cuts[-1]:.2f} per cent")


def lucks(number: int) -> list[tuple[float, float, float]]:
    """Level, luck and final lead of each player of a game."""
    levels = pairing(number)
    record, scores = played(number, levels)
    sums = [0.0] * len(levels)
    for decision in decisions_of(record):
        sums[decision.action.player] += luck_of(decision, str(number))
    return [
        (float(LEVELS.index(level)), sums[seat], float(2 * scores[seat] - sum(scores)))
        for seat, level in enumerate(levels)
    ]


def luck(games: int, jobs: int) -> None:
    """Print the correlation of luck with level, and with the final lead."""
    rows = [row for found in _each(lucks, games, jobs) for row in found]
    level, lucky, leads = (list(column) for column in zip(*rows, strict=True))
    error = 1.96 / len(rows) ** 0.5
    print(f"games {games}, players {len(rows)}; luck a game: mean {fmean(lucky):+.2f}, sd {stdev(lucky):.2f}")
    print(f"correlation of luck with the level: {correlation(lucky, level):+.3f} (95 %: +-{error:.3f})")
    print(f"correlation of luck with the final lead: {correlation(lucky, leads):+.3f}")
    for number, name in enumerate(LEVELS):
        own = [value for value, which in zip(lucky, level, strict=True) if which == number]
        print(f"  {name}: {fmean(own):+.2f} +-{1.96 * stdev(own) / len(own) ** 0.5:.2f} ({len(own)} games)")


def _each(work: Callable[[int], Found], games: int, jobs: int) -> Iterator[Found]:
    """What came of each game; a line on the error stream tells how many are done."""
    with Pool(jobs) as pool:
        for number, found in enumerate(pool.imap_unordered(work, range(games))):
            sys.stderr.write(f"\r{number + 1}/{games}")
            sys.stderr.flush()
            yield found


def main() -> int:
    """Measure one of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("noise", "luck"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    (noise if args.what == "noise" else luck)(args.games, args.jobs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
