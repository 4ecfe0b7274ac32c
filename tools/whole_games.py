"""Whole games of every expansion, group by group of tables: what the tools for Discord and Telegram share."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

Table = TypeVar("Table")


def arguments(
    about: str | None, modes: Iterable[str], tables: Iterable[str], together: int
) -> argparse.ArgumentParser:
    """What can be chosen on the command line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--modes", default=",".join(modes))
    parser.add_argument("--tables", default=",".join(tables), help="names of tables and boxes")
    parser.add_argument("--together", type=int, default=together, help="tables at the same time")
    return parser


def play_all(
    args: argparse.Namespace,
    known: Mapping[str, Table],
    play: Callable[
        [Path, str, dict[str, Table], int], object
    ],  # folder, mode, tables and seed -> what came of it
) -> None:
    """Play in every mode, and print a line for each group of tables."""
    names = args.tables.split(",")
    groups = [names[first : first + args.together] for first in range(0, len(names), args.together)]
    for seed in range(args.seeds):
        for group in groups:
            for mode in args.modes.split(","):
                begin = time.monotonic()
                with tempfile.TemporaryDirectory(prefix="games-") as folder:
                    played = play(Path(folder), mode, {name: known[name] for name in group}, seed)
                seconds = time.monotonic() - begin
                sys.stdout.write(f"{mode}: {', '.join(group)}: {played}, {seconds:.0f} s\n")
                sys.stdout.flush()
