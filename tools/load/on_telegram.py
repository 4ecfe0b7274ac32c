"""Load on Telegram: groups on the stand-in, and people who press buttons there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from tests.support.telegram.bot import BotProcess
from tests.support.telegram.people import Group, Message, TelegramUser, buttons, moves
from tests.support.telegram.stand_in import Chat, StandIn
from tools.load.site import KEEP, PATIENCE, Lost, Turn


class TelegramTable:
    """A group with a table in it."""

    def __init__(self, group: Group, people: list[TelegramUser], seed: str) -> None:
        self.channel = f"telegram:{group.chat.id}"
        self._group = group
        self._people = people
        self._rng = random.Random(seed)
        self.tried: list[str] = []
        self._elsewhere = False  # the last press was answered by the way to the private chat

    async def look(self, patience: float = PATIENCE) -> None:
        """`/board`."""
        before = self._asking()
        await self._group.say(self._people[0], "/board")
        await self._until(lambda: self._over() or self._asking() is not before, patience)

    async def turn(self, patience: float = PATIENCE) -> Turn | None:
        """A cell, and a way to lay the tile there; or another decision."""
        if self._over():
            return None
        message = self._asking()
        if message is None:
            raise Lost("nothing to press")
        tokens, waited, near = [], [], None
        while True:
            data = self._rng.choice(moves(message))
            began = time.monotonic()
            tokens.append(data.partition("@")[0])
            self.tried.append(tokens[-1])
            waited.append(await self._press(message, data, patience))
            if self._elsewhere:
                continue  # a bid that leads into debt is asked about in the private chat: another one
            await self._until(lambda old=message: self._over() or self._asking() is not old, patience)
            took, shown = time.monotonic() - began, self._asking()
            if shown is None or not _looking(shown):
                return Turn(self.channel, tuple(tokens), tuple(waited), took, near)
            message, near = shown, took

    async def _press(self, message: Message, data: str, patience: float) -> float:
        """Press; the seconds until it was answered."""
        server, began = self._group.server, time.monotonic()
        who = self._people["abcdef".index(data.split(":")[2][0])]
        query = await self._group.press(who, message, data)
        await self._until(lambda: server.answers.get(query), patience)
        answer = server.answers.pop(query)
        self._elsewhere = bool(answer.get("url"))
        if answer.get("text"):
            raise Lost(answer["text"])
        return time.monotonic() - began

    def _asking(self) -> Message | None:
        last = self._group.last
        return last if last and moves(last) else None

    def _over(self) -> bool:
        return any("!again" in data for one in self._group.messages()[-3:] for _, data in buttons(one))

    async def _until(self, true: Callable[[], Any], patience: float) -> None:
        try:
            await self._group.until(true, patience)
        except AssertionError:
            raise Lost("nothing happened") from None


def _looking(message: Message) -> bool:
    """Whether it is a close-up, with a way back."""
    return any(data.partition("@")[0].split(":")[-1][1:] == "B" for _, data in buttons(message))


class TelegramSite:
    """The stand-in without checks, and the bot on the given store."""

    name = "Telegram"

    def __init__(self, folder: Path, seed: int, **environment: str) -> None:
        self._seed = seed
        self.server = StandIn(keep=KEEP)
        self._folder = folder
        self._environment = environment

    async def __aenter__(self) -> Self:
        await self.server.start()
        self.bot = BotProcess(self.server, self._folder, **self._environment)
        try:
            await self.bot.start()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.bot.alive:
            await self.bot.stop()
        await self.server.stop()

    def sent(self) -> tuple[int, int]:
        """What the bot has sent: messages and edits, and bytes of pictures."""
        return self.server.counted, self.server.received

    async def place(self, number: int, players: int) -> tuple[TelegramTable, list[str]]:
        """A group with its people."""
        group = Group(self.server, Chat(-1_000_000 - number))
        people = [TelegramUser(10_000_000 + number * 10 + seat, f"P{seat}") for seat in range(players)]
        table = TelegramTable(group, people, f"{self._seed}/{number}")
        return table, [f"telegram:{who.id}" for who in people]
