"""`bastide verify`: was the bag of a finished game the one that was promised?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine import record
from engine.events import GameEnded, GameStarted
from engine.game import IllegalAction
from engine.notation import BadNotation
from engine.record import BadRecord
from engine.setup import BadSetup


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("verify", help="replay a record and check its bag against the commitment")
    parser.add_argument("record", type=Path)
    parser.add_argument("--commitment", default="", help="what was published when the game began")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay; the exit code is 1 if the record cannot be played or breaks its promise."""
    try:
        game = record.read(args.record.read_text("utf-8"))
        events = record.events_of(game)
    except (OSError, UnicodeDecodeError, BadRecord, BadSetup, BadNotation, IllegalAction) as error:
        sys.stderr.write(f"{args.record}: {error}\n")
        return 1
    started = next(event for event in events if isinstance(event, GameStarted))
    print(f"commitment  {started.commitment}")
    print(f"seed        {game.setup.seed}")
    print(f"salt        {game.setup.salt}")
    if args.commitment and args.commitment.lower() != started.commitment:
        print("This is NOT the bag that was promised: the commitments differ.")
        return 1
    if game.setup.stack:
        print("The bag was arranged by hand: some tiles were put on top.")
    for event in events:
        if isinstance(event, GameEnded):
            print(f"finished    {' : '.join(str(score) for score in event.scores)}")
    print(f"{len(game.lines)} lines replayed. The bag follows from seed and salt.")
    return 0
