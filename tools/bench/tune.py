"""Tunes the weights of the computer players by self-play: an evolution strategy, reproducible by its seed.

python -m tools.bench.tune [--generations 20] [--games 16] [--boxes all] [--names fill,freed] [--seed 1]
"""

from __future__ import annotations

import argparse
import math
import random
from dataclasses import replace

from engine.game import apply, new_game, pending, view_for
from engine.players.levels import ranking
from engine.players.terms import look
from engine.players.weights import DEFAULT, Weights
from engine.setup import Setup, agree

BASE = ("fill", "growth", "growth_line", "field_open", "field_growth", "site_fill", "freed", "free")
CHILDREN = 8
PARENTS = 3
STEP = 0.25  # of the logarithm of a weight
CLIP = 40.0  # a margin beyond this counts no more


def margin(setup: Setup, weights: tuple[Weights, Weights]) -> int:
    """By how much the first seat wins a game of two normal players."""
    rng = random.Random(setup.seed)
    state = new_game(setup).state
    while not state.over:
        prompt = pending(state)[0]
        action = prompt.options[0]
        if len(prompt.options) > 1:
            view = view_for(state, prompt.player)
            action = ranking(view, prompt, rng, look(view, weights[prompt.player]))[0].action
        state = apply(state, action).state
    return state.scores[0] - state.scores[1]


def mutated(weights: Weights, names: list[str], rng: random.Random) -> Weights:
    """Every named weight a little larger or smaller."""
    changed: dict[str, object] = {}
    for name in names:
        value = getattr(weights, name)
        if isinstance(value, tuple):
            changed[name] = tuple(one * math.exp(STEP * rng.gauss(0, 1)) for one in value)
        else:
            changed[name] = value * math.exp(STEP * rng.gauss(0, 1))
    return replace(weights, **changed)  # type: ignore[arg-type]


def middle(several: list[Weights], names: list[str]) -> Weights:
    """The geometric mean of some weights."""

    def mean(values: list[float]) -> float:
        return math.exp(sum(math.log(max(value, 1e-6)) for value in values) / len(values))

    changed: dict[str, object] = {}
    for name in names:
        values = [getattr(weights, name) for weights in several]
        if isinstance(values[0], tuple):
            changed[name] = tuple(mean(list(column)) for column in zip(*values, strict=True))
        else:
            changed[name] = mean(values)
    return replace(several[0], **changed)  # type: ignore[arg-type]


def main() -> None:
    """Print the weights of every generation, and how it does against the first."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--games", type=int, default=16, help="of each child against its parent")
    parser.add_argument("--boxes", default="", help="names with commas")
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--names", default=",".join(BASE))
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    names = args.names.split(",")
    boxes = [name for name in args.boxes.split(",") if name]
    parent = DEFAULT

    def gain(child: Weights, other: Weights, tag: str, games: int) -> float:
        total = 0.0
        for number in range(games):
            setup = agree(2, boxes, game=args.game, first_seat=number % 2, seed=f"{tag}/{number // 2}")
            total += max(-CLIP, min(CLIP, margin(setup, (child, other))))
        return total / games

    for generation in range(args.generations):
        tag = f"{args.seed}/{generation}"
        children = [mutated(parent, names, rng) for _ in range(CHILDREN)]
        children.sort(key=lambda child: -gain(child, parent, tag, args.games))
        parent = middle([*children[:PARENTS], parent], names)
        shown = {name: getattr(parent, name) for name in names}
        print(generation, {
            name: tuple(round(one, 3) for one in value) if isinstance(value, tuple) else round(value, 3)
            for name, value in shown.items()
        }, flush=True)  # fmt: skip
        if generation % 4 == 3:
            print(f"  against the first: {gain(parent, DEFAULT, f'{tag}/check', 40):+.1f} points", flush=True)


if __name__ == "__main__":
    main()
