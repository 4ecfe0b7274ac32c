"""What a move costs in the store, against a bare SET in the same run: `python -m tools.bench storage`.

The ratios are limits from above: a save at most 1.6, a load and a save at most 3 times a bare SET.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles

from redis.asyncio import Redis

from storage.open import Fsync, open_store
from tools.bench.table import Row

TITLE = "Storage"
ROUNDS = 1500
WARM_UP = 200
LONGEST = 300  # moves of a game with some boxes: then the next one begins
GAME = "game"
LINE = b"A base-D 3,-1 r2 city"
SAVE_AT_MOST = 1.6
LOAD_AND_SAVE_AT_MOST = 3.0


async def measure(fsync: Fsync) -> dict[str, list[float]]:
    """Take turns, so that other work of the machine affects all alike; seconds for each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with await open_store(folder=folder, fsync=fsync) as store:
            socket = (folder / "server.socket").read_text()
            channel, ply = "", LONGEST

            async def save() -> None:
                nonlocal ply
                ply = await store.tables.save(channel, game=GAME, expected=ply, log=[LINE])

            async def load_and_save() -> None:
                await store.tables.load(channel)
                await save()

            async def refresh_and_save() -> None:
                await store.tables.load(channel, known=(GAME, ply))
                await save()

            async with Redis(unix_socket_path=socket) as bare:
                turns: dict[str, Callable[[], Awaitable[object]]] = {
                    "bare SET": lambda: bare.set("bare", LINE),
                    "save": save,
                    "load and save": load_and_save,
                    "load what is new and save": refresh_and_save,
                }
                times: dict[str, list[float]] = {turn: [] for turn in turns}
                for number in range(WARM_UP + ROUNDS):
                    if ply >= LONGEST:
                        channel, ply = f"discord:{number}", 0
                        await store.tables.create(channel, game=GAME, setup=b"setup")
                    for turn, act in turns.items():
                        start = time.perf_counter()
                        await act()
                        times[turn].append(time.perf_counter() - start)
    return {turn: taken[WARM_UP:] for turn, taken in times.items()}


def rows() -> list[Row]:
    """All figures of the store."""
    found: list[Row] = []
    policies: tuple[Fsync, ...] = ("everysec", "always")
    limits = {"save": SAVE_AT_MOST, "load and save": LOAD_AND_SAVE_AT_MOST}
    for fsync in policies:
        times = asyncio.run(measure(fsync))
        bare = median(times["bare SET"])
        for turn, taken in times.items():
            name = f"fsync {fsync}: {turn}"
            found.append(Row(f"{name}, p50", median(taken) * 1e6, "µs"))
            found.append(Row(f"{name}, p99", quantiles(taken, n=100)[98] * 1e6, "µs"))
            if turn != "bare SET":
                found.append(Row(f"{name} / bare SET", median(taken) / bare, "times", most=limits.get(turn)))
    return found
