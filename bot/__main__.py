"""The console command `bastide`."""

from __future__ import annotations

import argparse
import sys

from bot.cli import arena, backup, play, ratings, simulate, verify


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all is well."""
    parser = argparse.ArgumentParser(prog="bastide", description="Carcassonne for group chats.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (play, simulate, arena, verify, backup, ratings):
        module.add_parser(commands)
    args = parser.parse_args(argv)
    try:
        code: int = args.run(args)
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
