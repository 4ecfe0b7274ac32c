"""Whole games of every box by tapping the board; every special decision; frame times; what entering costs.

python -m tools.board games [--boxes "count abbot"] [--phone|--desktop] [--keys] [--seed 8] [--shots FOLDER]
python -m tools.board decisions [--phone|--desktop] [--shots FOLDER]
python -m tools.board frames
python -m tools.board weights
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support.program import program
from tests.support.web.chromium import chromium
from tools.board.decisions import decisions
from tools.board.frames import frames
from tools.board.games import Manner, games
from tools.board.weights import weights


def main(argv: list[str]) -> int:
    """Run one part; the exit code is 1 if something is not as it should be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=("games", "decisions", "frames", "weights"))
    parser.add_argument("--boxes", help="one table instead of all")
    parser.add_argument("--keys", action="store_true", help="by keyboard alone, on a desktop")
    parser.add_argument("--seed", type=int, default=7, help="of what is tapped")
    parser.add_argument("--shots", type=Path, help="folder for pictures of each question and move")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--phone", action="store_true")
    size.add_argument("--desktop", action="store_true")
    args = parser.parse_args(argv)
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        program(Path(folder), known_bag=args.part == "decisions", COMMANDS_PER_MINUTE="6000") as running,
    ):
        if args.part == "frames":
            return frames(browser, running.link)
        if args.part == "weights":
            return weights(browser, running.link)
        sizes = (
            ["phone"] if args.phone else ["desktop"] if args.desktop or args.keys else ["desktop", "phone"]
        )
        if args.part == "decisions":
            return decisions(browser, running.link, sizes, args.shots)
        how = Manner(args.seed, keys=args.keys, shots=args.shots)
        return games(browser, running.link, sizes, args.boxes, how)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
