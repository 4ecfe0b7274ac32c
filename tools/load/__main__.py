"""`make load`: how many tables one process carries, what a move costs, and how that grows; docs/load.md.

python -m tools.load [--platform discord|telegram|both] [--tables 100,1000] [--minutes 7.5] [--think SECONDS]
                     [--boxes mixed|NAME,NAME]
python -m tools.load --soak [--tables 40] [--seconds 40] [--seed 7]     the same with faults
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from tools.bench.table import markdown
from tools.load.games import ALL, MIXED, whole_games
from tools.load.page import page, promises
from tools.load.run import SITES, Outcome, Plan, run
from tools.load.soak import soak

PAGE = Path(__file__).parents[2] / "docs" / "load.md"
USUAL = {"discord": (100, 300, 1000, 3000), "telegram": (100, 300, 1000)}
SECONDS = 20.0  # of a stage
FIRST = 0.6  # of the time for the first platform, which opens three times as many tables
SOAK, SOAKED = 40.0, 40  # seconds and tables with faults


def main(argv: list[str]) -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    args = _parser().parse_args(argv)
    if args.soak:
        return _soak(args)
    mixes = MIXED if args.boxes == "mixed" else (("carcassonne", _boxes(args.boxes)),)
    games = whole_games(mixes, args.seed)
    platforms = list(SITES) if args.platform == "both" else [args.platform]
    began = time.monotonic()
    outcomes: list[Outcome] = []
    for number, platform in enumerate(platforms, start=1):
        until = began + 60 * args.minutes * (1.0 if number == len(platforms) else FIRST)
        sizes = tuple(map(int, args.tables.split(","))) if args.tables else USUAL[platform]
        seconds = SECONDS if args.seconds is None else args.seconds
        plan = Plan(sizes, seconds, games, args.seed, args.think, args.rate, until)
        outcomes.append(asyncio.run(run(platform, plan, _say)))
    boxes = "Both games and mixed boxes." if args.boxes == "mixed" else f"Boxes: {args.boxes}."
    text = page(outcomes, boxes)
    print(text)
    if args.write:
        PAGE.write_text(text, "utf-8")
    broken = sum(not row.kept for outcome in outcomes for row in promises(outcome))
    print("all promises kept" if not broken else f"{broken} promises broken")
    return 1 if broken else 0


def _soak(args: argparse.Namespace) -> int:
    seconds = SOAK if args.seconds is None else args.seconds
    outcome = asyncio.run(soak(int(args.tables or SOAKED), seconds, args.seed, _say))
    print(markdown(f"Soak of {seconds:.0f} s, seed {args.seed}", outcome.rows()))
    for line in (*outcome.missing, *outcome.stuck, *outcome.lost.most_common(8)):
        print(line)
    return 0 if all(row.kept for row in outcome.rows()) else 1


def _say(text: str) -> None:
    print(text, flush=True)


def _boxes(text: str) -> tuple[str, ...]:
    return ALL if text == "all" else tuple(name for name in text.split(",") if name != "base")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__.partition("\n")[0])
    parser.add_argument("--platform", choices=[*SITES, "both"], default="both")
    parser.add_argument("--tables", help="sizes with commas; usually 100,300,1000,3000 and 100,300,1000")
    parser.add_argument("--seconds", type=float, help="of each stage, or of the soak")
    parser.add_argument("--minutes", type=float, default=7.5, help="no stage begins after so long")
    parser.add_argument("--think", type=float, help="seconds on average; usually what gives the same rate")
    parser.add_argument("--rate", type=float, help="moves a second; usually 8 on Discord, 5 on Telegram")
    parser.add_argument("--boxes", default="mixed", help="mixed, base, all, or names with commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", action="store_true", help="with faults, on a cluster with replicas")
    parser.add_argument("--write", action="store_true", help="write docs/load.md")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
