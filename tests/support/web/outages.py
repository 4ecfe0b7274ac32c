"""Outages of the store at random points while two people play in a room; what pages show after each."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp

from bot import app
from bot.chats.web.page_format import tokens_of
from bot.conversation.protocol.messages import buttons_of
from bot.conversation.service import Service
from bot.settings import Settings
from bot.tasks import end
from storage import Store
from storage.open import open_store
from tests.support.redis_proxy import Cut, Proxy, cutting
from tests.support.web.guests import PAUSE, ROOM, Guest, is_answer

CHANNEL = f"web:{ROOM}"
CHANCE = 0.7  # of an outage, for each request of a player
DEEPEST = 14  # requests to the store that pass before it
PATIENCE = 60.0  # seconds; generous, for machines with much else to do


class Outage:
    """Decides for the proxy: passes so many requests, then none until `over`."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._left: int | None = None
        self.struck = False

    def plan(self) -> None:
        """Strike soon, perhaps."""
        if self._dice.random() < CHANCE:
            self._left = self._dice.randrange(DEEPEST)

    def over(self) -> bool:
        """The store is back; whether it was away."""
        struck, self.struck, self._left = self.struck, False, None
        return struck

    def decide(self, _: bytes) -> Cut:
        """What happens to a request."""
        if self.struck:
            return "before"
        if self._left is None:
            return "pass"
        self._left -= 1
        self.struck = self._left < 0
        return self._dice.choice(("before", "after")) if self.struck else "pass"


class Scene:
    """A room of the whole program on a store that goes away, its players, and a look past the outage."""

    def __init__(self, link: str, direct: Store, outage: Outage, dice: random.Random) -> None:
        self.outage = outage
        self.outages = 0
        self.guests = [Guest(name, lambda: link, dice.randrange(1000)) for name in ("Anna", "Boris")]
        self._direct = direct
        self._dice = dice
        computer: Any = None  # nobody at this table
        self._truth = Service.on(direct, computer)
        self._session = aiohttp.ClientSession()
        self._link = link

    async def play(self, outages: int) -> None:
        """Play whole games until the store was away so often."""
        lives = [asyncio.create_task(guest.live()) for guest in self.guests]
        try:
            while self.outages < outages or await self._direct.tables.load(CHANNEL):
                await self._step()
        finally:
            await end(*lives)
            await self._session.close()

    async def finished(self) -> int:
        """How many games were played to their end."""
        return len(await self._direct.archive.of_channel(CHANNEL))

    async def _step(self) -> None:
        asked = [guest for guest in self.guests if guest.asked()]
        self.outage.plan()
        if asked:
            await self._dice.choice(asked).play(lambda: None)
        else:
            await self._open_table()
        if self.outage.over():
            self.outages += 1
            await self._check()

    async def _open_table(self) -> None:
        """The next step towards a game; any of them may be lost."""
        anna, boris = self.guests
        lobby = await self._direct.lobbies.load(CHANNEL)
        if not lobby.data:
            await anna.say("/new language=en")
        elif b"Boris" not in lobby.data:
            await boris.say("/join")
        else:
            await anna.say("/start")

    async def _check(self) -> None:
        """A page that is opened anew shows what is asked, and those that were open come to it."""
        wanted = await self._wanted()
        shown = await self._new_page()
        assert newest(shown) == wanted, f"after {self.outages} outages: a new page shows something else"
        assert moves(shown) <= wanted, f"after {self.outages} outages: an old question can be pressed"
        async with asyncio.timeout(PATIENCE):
            for guest in self.guests:
                while newest(list(guest.messages.values())) != wanted:
                    await asyncio.sleep(PAUSE)

    async def _wanted(self) -> set[str]:
        """What can be pressed, by what is saved."""
        games = await self._direct.archive.of_channel(CHANNEL, limit=1)
        game = games[0].game if games else ""
        told = await self._truth.retell(CHANNEL, time.time(), [f"{game}.1.a"])
        assert not told or not told[-1].shows_game or told[-1].choices
        return {choice.token for message in told for choice in buttons_of(message.choices)}

    async def _new_page(self) -> list[dict[str, Any]]:
        """The public messages that a page shows when it is opened; it tries again like the page does."""
        stranger = Guest("Clara", lambda: self._link, 0)
        async with asyncio.timeout(PATIENCE):
            while True:
                async with stranger.connect(self._session) as socket:
                    with contextlib.suppress(TypeError):  # it was closed: the store was not there
                        messages: list[dict[str, Any]] = (await socket.receive_json())["messages"]
                        return messages


def newest(messages: list[dict[str, Any]]) -> set[str]:
    """What can be pressed on the newest public message that offers something."""
    public = sorted((one for one in messages if not one["private"]), key=lambda one: int(one["place"]))
    offering = [tokens_of(message) for message in public if tokens_of(message)]
    return offering[-1] if offering else set()


def moves(messages: list[dict[str, Any]]) -> set[str]:
    """All moves that public messages offer."""
    offered = set().union(*(tokens_of(one) for one in messages if not one["private"]))
    return {token for token in offered if is_answer(token)}


@contextlib.asynccontextmanager
async def scene(folder: Path, port: int, dice: random.Random) -> AsyncIterator[tuple[Scene, Proxy]]:
    """The program with a room on the server at this port, behind a proxy."""
    outage = Outage(dice)
    async with cutting(port, outage.decide) as (proxy, url):
        settings = Settings(redis_url=url, web_port=0, data_folder=folder, commands_per_minute=100_000)
        async with await open_store(f"redis://127.0.0.1:{port}") as direct, app.running(settings) as web:
            assert web is not None
            yield Scene(f"http://127.0.0.1:{web.port}", direct, outage, dice), proxy
