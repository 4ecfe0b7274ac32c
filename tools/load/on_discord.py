"""Load on Discord: channels on the stand-in, and people who press buttons there."""

from __future__ import annotations

import random
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from tests.support.discord.bot import Bot
from tests.support.discord.people import OPTION, User, current, is_over, options_of
from tests.support.discord.stand_in import WITHIN, Discord
from tests.support.discord.world import Channel, Interaction, Message
from tools.load.site import KEEP, PATIENCE, Lost, Turn

LONGEST = 12  # presses of a turn
SERVERS = 20


class DiscordTable:
    """A channel with a table in it."""

    def __init__(self, discord: Discord, channel: Channel, users: list[User], seed: str) -> None:
        self.channel = f"discord:{channel.id}"
        self._world = discord.world
        self._where = channel
        self._users = users
        self._rng = random.Random(seed)
        self.tried: list[str] = []

    async def look(self, patience: float = PATIENCE) -> None:
        """`/bastide board`."""
        made = await self._users[0].command(self._where, "board")
        await self._until(lambda: made.finished, patience)
        if self._shown() is None:
            raise Lost(made.answers[-1].content if made.answers else "no board")

    async def turn(self, patience: float = PATIENCE) -> Turn | None:
        """A cell, and a way to lay the tile there; or another decision."""
        message = self._shown()
        if message is None:
            raise Lost("nothing to press")
        if is_over(message):
            return None
        first, version = self._rng.choice(options_of(message)), message.version
        self.tried.append(_token(first))
        made, version = await self._press(message, first, version, patience)
        await self._until(lambda: made.answers or self._changed(message, version), patience)
        if not made.answers:
            return Turn(self.channel, (_token(first),), (_waited(made),), time.monotonic() - made.sent)
        near, tokens, waited = time.monotonic() - made.sent, [_token(first)], [_waited(made)]
        while made.answers:  # a close-up, whose buttons play, or show another rotation
            found = options_of(made.answers[-1])
            if not found or len(tokens) > LONGEST:
                raise Lost(made.answers[-1].content)
            then = self._rng.choice(found)
            self.tried.append(_token(then))
            made = await self._seated(then).press(self._where, made.answers[-1], then)
            await self._until(lambda made=made: made.answers or self._changed(message, version), patience)
            tokens.append(_token(then))
            waited.append(_waited(made))
        board = time.monotonic() - made.sent
        return Turn(self.channel, tuple(tokens), tuple(waited), board, near)

    async def _press(
        self, message: Message, id_: str, version: int, patience: float
    ) -> tuple[Interaction, int]:
        made = await self._seated(id_).press(self._where, message, id_)
        if any(item["type"] == 3 for item in message.items()):
            await self._until(lambda: made.acknowledged, patience)
            version = message.version  # the menu was reset
        return made, version

    def _shown(self) -> Message | None:
        found = current(self._where)
        return found if found is not None and (options_of(found) or is_over(found)) else None

    def _changed(self, message: Message, version: int) -> bool:
        now = self._shown()
        return now is not None and (now.id != message.id or now.version != version)

    def _seated(self, id_: str) -> User:
        match = OPTION.fullmatch(id_)
        assert match is not None, id_
        return self._users["abcdef".index(match[1])]

    async def _until(self, true: Any, patience: float) -> None:
        try:
            await self._world.until(true, patience, self._where.id)
        except AssertionError:
            raise Lost("nothing happened") from None


def _token(id_: str) -> str:
    return id_.partition(":")[2]


def _waited(made: Interaction) -> float:
    return (made.acknowledged or time.monotonic()) - made.sent


class DiscordSite:
    """The stand-in without checks, and the bot on the given store."""

    name = "Discord"

    def __init__(self, folder: Path, seed: int, **environment: str) -> None:
        self._seed = seed
        self.discord = Discord(guilds=SERVERS, keep=KEEP, within=WITHIN)
        self.bot = Bot(self.discord, folder, **environment)
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            await opening.enter_async_context(self.discord)
            await opening.enter_async_context(self.bot)
            self._open = opening.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    def sent(self) -> tuple[int, int]:
        """What the bot has sent: requests that count, and bytes of pictures."""
        return self.discord.counted, self.discord.received

    async def place(self, number: int, players: int) -> tuple[DiscordTable, list[str]]:
        """A channel with its people."""
        channel = await self.discord.new_channel(number % SERVERS)
        users = [
            User(self.discord, str(10_000_000 + number * 10 + seat), f"P{seat}") for seat in range(players)
        ]
        table = DiscordTable(self.discord, channel, users, f"{self._seed}/{number}")
        return table, [f"discord:{user.id}" for user in users]
