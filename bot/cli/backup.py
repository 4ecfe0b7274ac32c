"""`bastide backup` and `bastide restore`: all tables in one file, and back on any kind of server."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bot import settings as environment
from bot.cli.backup_file import Content, NoBackup, opened, written
from bot.conversation.table.earlier_games import PLACE, take_in_again
from bot.operations.logs import set_up_logs
from bot.settings import BadSetting, Settings
from storage import StorageError, Store
from storage.errors import FolderInUse
from storage.open import open_store

STANDARD = "-"  # the standard output or input
AT_ONCE = 32  # lines on their way: a server that waits for the disk waits once for many


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    backup = commands.add_parser("backup", help="write all games and settings into a file")
    backup.set_defaults(run=store_command(_backup))
    restore = commands.add_parser("restore", help="bring back what `backup` has written")
    restore.set_defaults(run=store_command(_restore))
    existing = restore.add_mutually_exclusive_group()
    existing.add_argument(
        "--into-non-empty", action="store_true", help="add what is missing; what is there stays as it is"
    )
    existing.add_argument(
        "--replace", action="store_true", help="put what is in the file in the place of what is there"
    )
    for parser in (backup, restore):
        parser.add_argument(
            "file", help="name of the file, packed if it ends in .gz; - is standard in or out"
        )
        parser.add_argument("--data", type=Path, help="folder of the bot's own server")


StoreCommand = Callable[[argparse.Namespace, Store], Awaitable[int]]


def store_command(do: StoreCommand) -> Callable[[argparse.Namespace], int]:
    """A command that works on the store; the exit code is 1 if it cannot, and says why."""

    def run(args: argparse.Namespace) -> int:
        try:
            settings = environment.read()
            set_up_logs(settings)
            if args.data:
                settings = replace(settings, data_folder=args.data)
            return asyncio.run(_on_store(settings, args, do))
        except FolderInUse as error:
            _say(f"{error} Only with REDIS_URL can this be done while the bot runs.")
        except (BadSetting, StorageError, NoBackup) as error:
            _say(str(error))
        except OSError as error:
            _say(f"{getattr(args, 'file', args.data)}: {error.strerror or error}")
        return 1

    return run


async def _on_store(settings: Settings, args: argparse.Namespace, do: StoreCommand) -> int:
    async with await open_store(settings.redis_url or None, folder=settings.data_folder) as store:
        return await do(args, store)


async def _backup(args: argparse.Namespace, store: Store) -> int:
    """Write everything; an older file stays until the new one is whole."""
    content = Content()
    with written(args.file if args.file != STANDARD else None) as add:
        async for line in _lines(store):
            content.note(line)
            add(line)
        if not content.owners:
            raise NoBackup("There is nothing to write: no game and no setting is kept there.")
    _say(f"Written: {content}.")
    return 0


async def _restore(args: argparse.Namespace, store: Store) -> int:
    """Bring everything back, after the file was found to be whole."""
    with opened(args.file if args.file != STANDARD else None) as lines:
        if not (args.into_non_empty or args.replace) and await _holds_something(store):
            _say(
                "Nothing is restored: the store is not empty. --into-non-empty adds what is missing there, "
                "--replace puts the file's content in its place."
            )
            return 1
        restored, kept = Content(), Content()
        try:
            while some := list(islice(lines, AT_ONCE)):
                doing = (store.backup.restore(line, replace=args.replace) for line in some)
                done = await asyncio.gather(*doing, return_exceptions=True)
                for line, came in zip(some, done, strict=True):
                    if isinstance(came, bool):
                        (restored if came else kept).note(line)
                for failure in done:
                    if isinstance(failure, BaseException):
                        raise failure
        except (StorageError, ValueError) as error:
            again = "--replace" if args.replace else "--into-non-empty"
            _say(f"Restored before it failed: {restored}. To go on, repeat it with {again}.")
            raise StorageError(str(error)) from error
    await take_in_again(store)
    _say(f"Restored: {restored}.")
    if kept.owners:
        _say(f"Left as they are, because they are there already: {kept}.")
    return 0


async def _holds_something(store: Store) -> bool:
    async for _ in _lines(store):
        return True
    return False


async def _lines(store: Store) -> AsyncIterator[bytes]:
    """Everything but what a bot notes about its own work when it starts, even on an empty store."""
    async for line in store.backup.dump():
        if json.loads(line)["owner"] != PLACE:
            yield line


def _say(text: str) -> None:
    """Speak on the standard error: the standard output may be the file."""
    print(text, file=sys.stderr)
