"""Load with faults: what users saw is saved, no table is stuck, and buttons keep working."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from storage import Store
from storage.open import open_store
from tools.bench.table import Row
from tools.load.cluster import ReplicatedCluster
from tools.load.faults import Faults
from tools.load.games import MIXED, seat, whole_games
from tools.load.on_discord import DiscordSite
from tools.load.on_telegram import TelegramSite
from tools.load.run import QUIET
from tools.load.site import Lost, Site, Table, Turn
from tools.load.stage import show_all
from tools.load.truth import unsaved

THINK = (0.3, 2.0)  # seconds
IMPATIENT = 6.0  # seconds until a user presses again
TRIES = 6  # presses after all faults until a table must have gone on
BREATH = 2.0  # seconds between them: what a late button brings up again takes a moment
LOOK_AFTER = 3  # presses without effect until a user asks for the board


@dataclass
class Outcome:
    """What was done, and what was found."""

    faults: Counter[str] = field(default_factory=Counter)
    away: list[float] = field(default_factory=list)
    tables: int = 0
    turns: list[Turn] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)  # presses without an effect
    missing: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    def rows(self) -> list[Row]:
        """The figures, and what must hold."""
        found = [Row(name, count, "times") for name, count in sorted(self.faults.items())]
        if self.away:
            found.append(Row("until a replica took over, at most", max(self.away), "s"))
        return [
            *found,
            Row("tables", self.tables, "tables"),
            Row("moves that people saw played", len(self.turns), "moves"),
            Row("presses in vain meanwhile", sum(self.lost.values()), "presses"),
            Row("moves that people saw and that are not saved", len(self.missing), "moves", most=0),
            Row("tables that did not go on afterwards", len(self.stuck), "tables", most=0),
        ]


class Soak:
    """Tables on both platforms, and people who try again."""

    def __init__(self, tables: Sequence[Table], seed: int) -> None:
        self._tables = tables
        self._seed = seed
        self.outcome = Outcome(tables=len(tables))

    async def play(self, until: float) -> None:
        """Everybody plays until it is time."""

        async def sit(number: int, table: Table) -> None:
            rng, vain = random.Random(f"{self._seed}/{number}"), 0
            while time.monotonic() < until:
                await asyncio.sleep(rng.uniform(*THINK))
                turn = await self._try(table, look=vain >= LOOK_AFTER)
                vain = 0 if turn else vain + 1

        await asyncio.gather(*(sit(number, table) for number, table in enumerate(self._tables)))

    async def finish(self) -> None:
        """When all is well again, what is on screen works: after a few presses every table goes on."""

        async def go_on(table: Table) -> None:
            for _ in range(TRIES):
                if await self._try(table):
                    return
                await asyncio.sleep(BREATH)
            self.outcome.stuck.append(table.channel)

        await asyncio.gather(*(go_on(table) for table in self._tables))

    async def _try(self, table: Table, *, look: bool = False) -> bool:
        """Press something; whether it was seen to be played, or the game is over."""
        try:
            if look:
                await table.look(IMPATIENT)
            turn = await table.turn(IMPATIENT)
        except (Lost, OSError) as error:
            self.outcome.lost[str(error)] += 1
            return False
        if turn is not None:
            self.outcome.turns.append(turn)
        return True


async def _sit_down(sites: list[Site], store: Store, count: int, seed: int) -> list[Table]:
    games, tables = whole_games(MIXED, seed, each=2), []
    for number in range(count):
        game, site = games[number % len(games)], sites[number % len(sites)]
        table, people = await site.place(number, game.setup.players)
        cut = random.Random(f"{seed}/{number}").uniform(0.05, 0.6)
        await seat(store, game, cut, table.channel, f"t{number}", people, number)
        tables.append(table)
    return tables


async def soak(tables: int, seconds: float, seed: int, say: Callable[[str], None]) -> Outcome:
    """Two workers and a cluster of six on loopback, gone at the end."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = await asyncio.to_thread(ReplicatedCluster, folder / "cluster")
        stack.push_async_callback(asyncio.to_thread, cluster.stop)
        sites: list[Site] = []
        for name, kind in (("d", DiscordSite), ("t", TelegramSite)):
            (folder / name).mkdir()
            site = kind(folder / name, seed, REDIS_URL=cluster.url, **QUIET)
            sites.append(await stack.enter_async_context(site))
        store = await stack.enter_async_context(await open_store(cluster.url, patience=30.0))
        seated = await _sit_down(sites, store, tables, seed)
        say(f"{await show_all(seated)} of {tables} boards did not come")
        playing, faults = Soak(seated, seed), Faults(sites, cluster, seed)
        outcome, until = playing.outcome, time.monotonic() + seconds
        await asyncio.gather(playing.play(until), faults.go_on(until))
        await faults.healed()
        await playing.finish()
        outcome.faults, outcome.away = faults.made, faults.away
        tried = {table.channel: table.tried for table in seated}
        outcome.missing = await unsaved(store, outcome.turns, tried)
        return outcome
