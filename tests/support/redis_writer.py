"""A writer in a process of its own: `python -m tests.support.redis_writer URL CHANNEL NAME FOLDER [LINES]`.

It appends `NAME:0`, `NAME:1` ... to the channel's table and says `line ply` for each that was acknowledged.
A writer that follows a killed one finds in the log how far that one came.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import count
from pathlib import Path

from storage import Conflict, Store, StoredTable
from storage.open import open_store

GAME = "g1"


async def main(url: str, channel: str, name: str, folder: str, lines: str = "1000000") -> None:
    async with await open_store(url or None, folder=Path(folder)) as store:
        if url == "":
            await store.tables.create(channel, game=GAME, setup=b"")
        table = await reload(store, channel)
        mine = sum(line.startswith(f"{name}:".encode()) for line in table.log)
        ply = table.ply
        for number in count(mine):
            if number >= int(lines):
                break
            line = f"{name}:{number}".encode()
            while True:
                try:
                    ply = await store.tables.save(channel, game=GAME, expected=ply, log=[line])
                    break
                except Conflict as conflict:
                    ply = conflict.version
            print(line.decode(), ply, flush=True)


async def reload(store: Store, channel: str) -> StoredTable:
    table = await store.tables.load(channel, known=(GAME, 0))
    assert table is not None
    return table


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
