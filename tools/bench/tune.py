"""Which weights of the judgement should change: all of them are changed at once, and each gets a slope.

python -m tools.bench.tune [--start normal] [--pairs 200] [--jobs 2] [--boxes cult] [--names fill,freed]

A pair of normal players has every weight changed by chance, one of them the opposite way; both play the same
bags against normal and against the weights at the start. Half of what they differ is due to the slopes, what
they have in common to the curves: both are fitted to all pairs. The factor says how far to go, as if all
other weights stayed: those that act alike (`fill` and `power`) share the way. Go half of it, then measure
again. It tunes the judgement at one look; for players who look ahead matches must show the rest.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from engine.game import apply, new_game, pending, view_for
from engine.players.levels import play_normal
from engine.players.weights import AHEAD, DEFAULT, FAR, Weights
from engine.setup import Setup, agree

STARTS = {"normal": DEFAULT, "hard": AHEAD, "master": FAR}
BASE = (
    "fill",
    "power",
    "joint",
    "growth",
    "growth_line",
    "field_open",
    "field_growth",
    "site_fill",
    "freed",
    "free",
)
SPREAD = 0.3  # of the logarithm of a weight
BAGS = 8  # of a pair
CLIP = 50.0  # a margin beyond this counts no more
SWEEPS = 30  # of the fit


class Tried(NamedTuple):
    """How much each weight was changed, in steps of SPREAD; the margins of that and of the opposite."""

    steps: tuple[float, ...]
    margin: float
    opposite: float


class Found(NamedTuple):
    """What a step of one weight changes, points a game: along the slope, and both ways alike."""

    slope: float
    error: float
    curve: float


def margin(setup: Setup, weights: Sequence[Weights]) -> float:
    """By how much the first seat wins a game of two normal players, but for what is clipped."""
    rng = random.Random(setup.seed)
    state = new_game(setup).state
    while not state.over:
        prompt = pending(state)[0]
        action = prompt.options[0]
        if len(prompt.options) > 1:
            view = view_for(state, prompt.player)
            action = play_normal(view, prompt, rng, weights=weights[prompt.player])
        state = apply(state, action).state
    return max(-CLIP, min(CLIP, state.scores[0] - state.scores[1]))


def changed(weights: Weights, names: Sequence[str], steps: Sequence[float]) -> Weights:
    """The weights with each of the named ones changed by its step."""
    found: dict[str, object] = {}
    for name, step in zip(names, steps, strict=True):
        value, factor = getattr(weights, name), math.exp(SPREAD * step)
        found[name] = tuple(one * factor for one in value) if isinstance(value, tuple) else value * factor
    return replace(weights, **found)  # type: ignore[arg-type]


def tried(start: Weights, names: Sequence[str], boxes: Sequence[str], game: str, seed: str) -> Tried:
    """One pair."""
    rng = random.Random(seed)
    steps = tuple(rng.gauss(0, 1) for _ in names)
    margins = []
    for sign in (1, -1):
        mine = changed(start, names, [sign * step for step in steps])
        margins.append(
            sum(
                margin(
                    agree(2, boxes, game=game, first_seat=first, seed=f"{seed}/{bag}"),
                    (mine, start if bag % 2 else DEFAULT),
                )
                for bag in range(BAGS)
                for first in range(2)
            )
            / (2 * BAGS)
        )
    return Tried(steps, *margins)


def fitted(pairs: Sequence[Tried]) -> list[Found]:
    """The slope and the curve of each weight, by least squares."""
    linear = [list(pair.steps) for pair in pairs]
    square = [[step * step - 1 for step in pair.steps] for pair in pairs]
    halves = [(pair.margin - pair.opposite) / 2 for pair in pairs]
    means = [(pair.margin + pair.opposite) / 2 for pair in pairs]
    middle = sum(means) / len(means)
    slopes, left = _least_squares(linear, halves)
    curves, _ = _least_squares(square, [mean - middle for mean in means])
    noise = sum(one * one for one in left) / max(1, len(pairs) - len(slopes))
    errors = [math.sqrt(noise / sum(row[place] ** 2 for row in linear)) for place in range(len(slopes))]
    return [Found(*one) for one in zip(slopes, errors, curves, strict=True)]


def _least_squares(
    rows: Sequence[Sequence[float]], values: Sequence[float]
) -> tuple[list[float], list[float]]:
    """The factors of the columns, found one after the other until they settle; and what is left over."""
    factors = [0.0] * len(rows[0])
    left = list(values)
    for _ in range(SWEEPS):
        for place, factor in enumerate(factors):
            column = [row[place] for row in rows]
            more = sum(x * y for x, y in zip(column, left, strict=True)) / sum(x * x for x in column)
            factors[place] = factor + more
            left = [y - more * x for x, y in zip(column, left, strict=True)]
    return factors, left


def report(names: Sequence[str], pairs: Sequence[Tried]) -> str:
    """A line for each weight."""
    lines = [f"{len(pairs)} pairs", f"{'weight':14} {'slope':>14}  {'curve':>6}  factor"]
    for name, one in zip(names, fitted(pairs), strict=True):
        best = (
            f"{math.exp(SPREAD * max(-2, min(2, -one.slope / (2 * one.curve)))):.2f}"
            if one.curve < 0
            else "-"
        )
        lines.append(f"{name:14} {one.slope:+6.2f} ± {one.error:.2f}  {one.curve:+6.2f}  {best}")
    return "\n".join(lines)


def main() -> None:
    """Play pairs; a table now and then, and at the end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--start", default="normal", choices=STARTS, help="whose weights are changed")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--boxes", default="", help="names with commas")
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--names", default=",".join(BASE))
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    start = STARTS[args.start]
    names = [name for name in args.names.split(",") if getattr(start, name)]  # what is off has no logarithm
    boxes = [name for name in args.boxes.split(",") if name]
    seeds = [f"{args.seed}/{number}" for number in range(args.pairs)]
    pairs: list[Tried] = []
    with Pool(args.jobs) as pool:
        for pair in pool.imap_unordered(partial(tried, start, names, boxes, args.game), seeds):
            pairs.append(pair)
            if len(pairs) % 50 == 0 or len(pairs) == args.pairs:
                print(report(names, pairs), flush=True)


if __name__ == "__main__":
    main()
