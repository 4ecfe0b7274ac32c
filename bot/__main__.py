"""The console command `bastide`."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys


def _end_at_once(*_: object) -> None:
    """End before anything was begun that needs an end; an exception could be lost in a finalizer."""
    os._exit(0 if sys.argv[1:2] == ["play"] else 128 + signal.SIGTERM)


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all is well."""
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGTERM, _end_at_once)  # first: the imports below take a second
    from bot.cli import arena, backup, doctor, play, ratings, simulate, verify
    from bot.version import version

    parser = argparse.ArgumentParser(prog="bastide", description="Carcassonne for group chats.")
    parser.add_argument("--version", action="version", version=f"bastide {version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (play, doctor, simulate, arena, verify, backup, ratings):
        module.add_parser(commands)
    args = parser.parse_args(argv)
    try:
        code: int = args.run(args)
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
