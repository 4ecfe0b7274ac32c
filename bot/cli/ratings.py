"""`bastide ratings rebuild`: make all ratings again from the results, and say whether they are the same."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.backup import store_command
from bot.conversation.table.ladder import Ladders, numbers
from bot.conversation.table.standings import ladders, rebuilt
from storage import Store


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("ratings", help="make the ratings again from the results of all games")
    parser.add_argument("what", choices=("rebuild",))
    parser.add_argument("--data", type=Path, help="folder of the bot's own server")
    parser.set_defaults(run=store_command(_rebuild))


async def _rebuild(_: argparse.Namespace, store: Store) -> int:
    """Rebuild; the exit code is 1 if a number was another one before."""
    changed = 0
    for group in await store.results.groups():
        before = numbers(await ladders(store, group))
        after = await rebuilt(store, group)
        same = before == numbers(after)
        changed += not same
        print(f"{group}: {await store.results.count(group)} games, {'identical' if same else 'CHANGED'}")
        _print(after)
    return 1 if changed else 0


def _print(found: Ladders) -> None:
    for name, rows in numbers(found).items():
        for user, number, mu, sigma in rows:
            print(f"  {name} {user} {number} mu={mu!r} sigma={sigma!r}")
