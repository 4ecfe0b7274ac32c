"""The matches that show how strong the computer players are, as rows of a table in Markdown.

python -m tools.bench.matches [--jobs 2] [--games 200] [--only hard]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

from engine.game import GAMES

BOXES = [box.key for box in GAMES["carcassonne"].boxes]
HILLS = ("--game", "over_hill_and_dale")
MATCHES: list[tuple[str, str, str, tuple[str, ...], float]] = [  # name, players, table, share that is due
    ("base game", "normal", "random", (), 0.99),
    *[(box, "normal", "random", ("--boxes", box), 0.95) for box in BOXES],
    ("all boxes", "normal", "random", ("--boxes", "all"), 0.95),
    ("Over Hill and Dale", "normal", "random", HILLS, 0.95),
    ("base game", "normal", "greedy", (), 0.5),
    ("base game", "hard", "random", (), 0.99),
    ("base game", "hard", "greedy", (), 0.5),
    ("base game", "hard", "mcts", (), 0.5),
    ("base game", "hard", "normal", (), 0.65),
]
HEAD = "| table | match | games | share | 95 % interval | mean scores | due |\n|---|---|---|---|---|---|---|"


def row(table: str, due: float, result: dict[str, float]) -> str:
    """One line of the table."""
    share = result["wins"] / result["games"]
    return (
        f"| {table} | {result['a']} : {result['b']} | {result['games']} | {100 * share:.1f} %"
        f" | {100 * result['low']:.1f} to {100 * result['high']:.1f} %"
        f" | {result['mean_a']:.1f} : {result['mean_b']:.1f} | {100 * due:.0f} % |"
    )


def main() -> int:
    """Play and print; the exit code is 1 if a share is below what is due."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", default="1", metavar="N")
    parser.add_argument("--games", default="200", metavar="N")
    parser.add_argument("--only", default="", help="matches of this level, or on this table")
    args = parser.parse_args()
    missed = 0
    print(HEAD, flush=True)
    for table, a, b, more, due in MATCHES:
        if args.only and args.only not in (a, b, table):
            continue
        match = ["--a", a, "--b", b, "--games", args.games, "--jobs", args.jobs, *more]
        command = [sys.executable, "-m", "bot", "arena", "--json", *match]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        result = json.loads(done.stdout)
        print(row(table, due, result), flush=True)
        missed += result["wins"] / result["games"] < due
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
