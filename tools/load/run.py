"""The load on one platform: more and more tables at the same rate of moves, then early and late games."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from storage import Store
from storage.open import open_store
from tests.support.redis_servers import Server
from tools.load.games import Game, seat
from tools.load.gauge import read
from tools.load.on_discord import DiscordSite
from tools.load.on_telegram import TelegramSite
from tools.load.site import Site, Table
from tools.load.stage import Figures, play, show_all
from tools.load.truth import unsaved

SITES = {"discord": DiscordSite, "telegram": TelegramSite}
RATES = {"discord": 8.0, "telegram": 5.0}  # moves a second; the latter within Telegram's 30 messages
EARLY, LATE, ANY = (0.02, 0.12), (0.78, 0.88), (0.05, 0.8)  # shares of a game
COMPARED = 60  # tables early and late in their games
AT_ONCE = 32  # people who do not think at all
QUIET = {"COMPUTER_PACE": "0", "BASTIDE_TIPS": "off", "LOG_LEVEL": "WARNING", "COMMANDS_PER_MINUTE": "100000"}


@dataclass(frozen=True)
class Plan:
    """What is asked for."""

    sizes: tuple[int, ...]
    seconds: float  # of a stage
    games: list[Game]
    seed: int = 1
    think: float | None = None  # seconds; otherwise what gives the same rate at every size
    rate: float | None = None
    until: float = float("inf")  # no stage begins after this
    more: bool = True  # early and late games, and users who press without a pause


@dataclass
class Outcome:
    """The stages of a platform, and what their tables take."""

    platform: str
    stages: list[Figures] = field(default_factory=list)
    empty: int = 0  # bytes in the server before there was a table
    skipped: list[str] = field(default_factory=list)
    unseen: int = 0  # tables whose board never came
    checked: int = 0  # moves that were looked for in the log
    missing: list[str] = field(default_factory=list)  # those that were not there


class Run:
    """Tables that are opened as they are needed."""

    def __init__(
        self, plan: Plan, site: Site, server: Server, store: Store, say: Callable[[str], None]
    ) -> None:
        self._plan = plan
        self._site = site
        self._server = server
        self._store = store
        self._say = say
        self.tables: list[Table] = []
        self._pace = 10.0  # tables opened a second; measured as they are
        self.outcome = Outcome(site.name, empty=read(site.bot.pid, server).stored)

    async def open(self, count: int, shares: tuple[float, float]) -> list[Table]:
        """So many more tables, each with its board on screen."""
        games, new, began = self._plan.games, [], time.monotonic()
        for number in range(len(self.tables), len(self.tables) + count):
            game = games[number % len(games)]
            cut = random.Random(f"{self._plan.seed}/{number}").uniform(*shares)
            table, people = await self._site.place(number, game.setup.players)
            await seat(self._store, game, cut, table.channel, f"t{number}", people, number)
            new.append(table)
        self.outcome.unseen += await show_all(new)
        self.tables += new
        self._pace = count / max(0.1, time.monotonic() - began)
        return new

    async def stage(
        self, name: str, more: int, tables: Callable[[], Awaitable[list[Table]]], think: float | None
    ) -> None:
        """Open so many more and play, if there is time left."""
        plan = self._plan
        if time.monotonic() + more / self._pace + plan.seconds > plan.until:
            self.outcome.skipped.append(name)
            return
        playing = await tables()
        rate = plan.rate or RATES[self._site.name.lower()]
        pause = len(playing) / rate if think is None else think
        figures = await play(
            name, self._site, self._server, playing, pause, plan.seconds, len(self.tables), plan.seed
        )
        self.outcome.stages.append(figures)
        self._say(f"{self._site.name}, {name}: {len(figures.turns)} moves, {figures.rate:.1f} a second")

    async def all(self) -> Outcome:
        """Every stage."""
        plan = self._plan
        for size in plan.sizes:
            name = f"{size:,} tables"
            more = size - len(self.tables)
            await self.stage(name, more, lambda size=size: self._grown(size), plan.think)  # type: ignore[misc]
        if plan.more:
            await self.stage("early", COMPARED, lambda: self.open(COMPARED, EARLY), plan.think)
            await self.stage("late", COMPARED, lambda: self.open(COMPARED, LATE), plan.think)
            await self.stage("at once", 0, self._first, 0.0)
        seen = [turn for figures in self.outcome.stages for turn in figures.turns]
        self.outcome.checked = len(seen)
        self.outcome.missing = await unsaved(self._store, seen)
        return self.outcome

    async def _grown(self, size: int) -> list[Table]:
        await self.open(size - len(self.tables), ANY)
        return self.tables

    async def _first(self) -> list[Table]:
        return self.tables[:AT_ONCE]


async def run(platform: str, plan: Plan, say: Callable[[str], None]) -> Outcome:
    """A server, a bot and a stand-in of its own, on loopback, gone at the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bot").mkdir()
        server = Server(folder / "redis")
        try:
            site = SITES[platform](folder / "bot", plan.seed, REDIS_URL=server.url, **QUIET)
            async with await open_store(server.url) as store, site:
                return await Run(plan, site, server, store, say).all()
        finally:
            server.stop()
