"""One stage of the load: so many tables, people who think, and what it costs meanwhile."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.redis_servers import Server
from tools.load.gauge import Reading, read
from tools.load.site import Lost, Site, Table, Turn

OPENING = 24  # boards asked for at once while tables are made ready


@dataclass
class Figures:
    """What a stage came to."""

    name: str
    tables: int  # where people play
    open: int  # all there are
    before: Reading
    after: Reading
    busy: float  # others on this machine: the load average at the end
    turns: list[Turn] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    over: int = 0
    sent: tuple[int, int] = (0, 0)  # what the platform counts, and bytes of pictures

    @property
    def seconds(self) -> float:
        return self.after.at - self.before.at

    @property
    def rate(self) -> float:
        """Turns a second."""
        return len(self.turns) / self.seconds

    @property
    def work(self) -> float:
        """Processor seconds of the bot for a turn."""
        return (self.after.work - self.before.work) / max(1, len(self.turns))

    @property
    def server_work(self) -> float:
        """Processor seconds of the server for a turn."""
        return (self.after.server_work - self.before.server_work) / max(1, len(self.turns))

    @property
    def requests(self) -> float:
        """Requests to the server for a turn."""
        return (self.after.requests - self.before.requests) / max(1, len(self.turns))

    @property
    def counted(self) -> float:
        """Messages and edits for a turn."""
        return self.sent[0] / max(1, len(self.turns))

    @property
    def pictures(self) -> float:
        """Bytes of pictures for a turn."""
        return self.sent[1] / max(1, len(self.turns))

    @property
    def acknowledged(self) -> list[float]:
        """How long presses waited."""
        return sorted(waited for turn in self.turns for waited in turn.acknowledged)

    @property
    def close_ups(self) -> list[float]:
        """How long close-ups took."""
        return sorted(turn.near for turn in self.turns if turn.near is not None)

    @property
    def boards(self) -> list[float]:
        """How long boards took."""
        return sorted(turn.board for turn in self.turns)


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of sorted values lies."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


async def show_all(tables: Sequence[Table]) -> int:
    """Have the board on screen at all tables; how many did not get it."""
    gate, failed = asyncio.Semaphore(OPENING), 0

    async def show(table: Table) -> None:
        nonlocal failed
        async with gate:
            for _ in range(3):
                try:
                    await table.look()
                except Lost:
                    continue
                return
            failed += 1

    await asyncio.gather(*(show(table) for table in tables))
    return failed


async def play(
    name: str,
    site: Site,
    server: Server,
    tables: Sequence[Table],
    think: float,
    seconds: float,
    open_: int,
    seed: int,
) -> Figures:
    """People at these tables think for so long on average, and press; for so many seconds."""
    before, sent = read(site.bot.pid, server), site.sent()
    figures = Figures(name, len(tables), open_, before, before, 0.0)
    until = time.monotonic() + seconds

    async def sit(number: int, table: Table) -> None:
        rng = random.Random(f"{seed}/{name}/{number}")
        pause = rng.uniform(0, think)
        while time.monotonic() + pause < until:
            await asyncio.sleep(pause)
            try:
                turn = await table.turn()
            except Lost as lost:
                figures.lost[str(lost)] += 1
            else:
                if turn is None:
                    figures.over += 1
                    return
                figures.turns.append(turn)
            pause = rng.expovariate(1 / think) if think else 0.0

    await asyncio.gather(*(sit(number, table) for number, table in enumerate(tables)))
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    figures.after = read(site.bot.pid, server)
    figures.sent = site.sent()[0] - sent[0], site.sent()[1] - sent[1]
    figures.busy = os.getloadavg()[0]
    return figures
