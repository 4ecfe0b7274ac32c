"""`make nightly`: more random games than `make test` has time for, every invariant at every ply.

python -m tools.nightly [subsets|trade|mixes ...] [--games N] [--share 1/4]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import combinations

from bot.cli.simulate import GameOutcome, draw_table, playable
from engine.game import GAMES
from engine.setup import Setup

PART_ONE = ("river", "river2", "abbot", "king_robber", "cult", "count")
PART_TWO = ("princess_dragon", "bridges", "castles", "bazaars")
ALL = [box.key for box in GAMES["carcassonne"].boxes]
TRADE = ("inns_cathedrals", "traders_builders")


def subsets(games: int = 20) -> Iterator[Setup]:
    """Every subset of the six boxes of part one, so many games each over players and options."""
    for size in range(len(PART_ONE) + 1):
        for boxes in combinations(PART_ONE, size):
            for number in range(games):
                seed = f"{'-'.join(boxes)}/{number}"
                rng = random.Random(seed)
                players = None if number % 5 else 2 + number // 5 % 4
                yield playable(draw_table(rng, list(boxes), seed, players=players))


def trade(games: int = 1) -> Iterator[Setup]:
    """Both of TRADE with every subset of the boxes before them, two to six players in turn."""
    others = PART_ONE + PART_TWO
    for mask in range(1 << len(others)):
        boxes = [*TRADE, *(key for place, key in enumerate(others) if mask >> place & 1)]
        for number in range(games):
            seed = f"trade/{mask}/{number}"
            yield playable(draw_table(random.Random(seed), boxes, seed, players=2 + (mask + number) % 5))


def mixes(games: int = 2000) -> Iterator[Setup]:
    """Random subsets of all boxes, random options, two to six players."""
    for number in range(games):
        seed = f"mix/{number}"
        rng = random.Random(seed)
        share = rng.choice((0.3, 0.6, 1.0))
        yield playable(draw_table(rng, [box for box in ALL if rng.random() < share], seed))


PARTS = {"subsets": subsets, "trade": trade, "mixes": mixes}


def main(argv: list[str]) -> int:
    """Play; the exit code is 1 if any game breaks a rule or does not end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="subsets, trade, mixes; all if none is named")
    parser.add_argument("--games", type=int, help="other than 20 a subset, 2,000 mixes")
    parser.add_argument("--share", default="1/1", help="2/4: the second of four shares")
    args = parser.parse_args(argv)
    share, shares = map(int, args.share.split("/"))
    breaches = 0
    for part in args.parts or PARTS:
        began, count = time.monotonic(), 0
        tables = PARTS[part](args.games) if args.games else PARTS[part]()
        for number, setup in enumerate(tables):
            if number % shares == share - 1:
                count += 1
                try:
                    GameOutcome(setup, random.Random(setup.seed))
                except Exception as error:
                    breaches += 1
                    print(f"BREACH: {error!r}\n  {setup}", flush=True)
        print(f"{part}: {count} games in {time.monotonic() - began:.0f} s, {breaches} breaches", flush=True)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
