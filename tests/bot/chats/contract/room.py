"""The room for the contract suite: the real program, and sockets as the page opens them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.bot.chats.contract.place import PEOPLE, Button, Meanwhile, Place, Platform, Seen
from tests.support.program import Program
from tests.support.web.guests import Guest

ENVIRONMENT = {"COMMANDS_PER_MINUTE": "100000", "TABLES_PER_USER": "1000", "COMPUTER_PACE": "0"}


class RoomPlace(Place):
    """A room with a page for everybody, and one that only looks on, in English: what it sees is public."""

    def __init__(self, room: str, guests: dict[str, Guest], onlooker: Guest) -> None:
        super().__init__()
        self.room = room
        self.guests = guests
        self.onlooker = onlooker

    @property
    def address(self) -> tuple[str, str]:
        return f"web:{self.room}", f"web:{self.room}"

    async def say(self, who: str, line: str) -> None:
        await self.guests[who].insist({"do": "say", "text": line})

    async def press(self, who: str, button: Button) -> None:
        await self.guests[who].insist({"do": "press", "token": button.token})

    async def name(self, who: str, button: Button, number: str) -> None:
        await self.guests[who].insist({"do": "press", "token": button.token, "text": number})

    def public(self) -> list[Seen]:
        return _shown(self.onlooker, private=False)

    def shown(self, who: str) -> list[Seen]:
        return _shown(self.guests[who], private=False)

    def told(self, who: str) -> list[Seen]:
        return _shown(self.guests[who], private=True)

    async def picture(self, seen: Seen) -> bytes:
        link = self.guests["Anna"].link()
        async with aiohttp.ClientSession() as session, session.get(link + seen.picture) as answer:
            assert answer.status == 200
            return await answer.read()


def _shown(guest: Guest, *, private: bool) -> list[Seen]:
    found = sorted(guest.messages.values(), key=lambda message: message["place"])
    return [_seen(one) for one in found if one["private"] == private and "from" not in one]


def _seen(message: dict[str, Any]) -> Seen:
    choices = [choice for group in message.get("groups", ()) for choice in group["choices"]]
    found = tuple(Button(one["label"], one["token"], "amount" in one) for one in choices)
    text = "".join(run["t"] for run in message["text"])
    picture = message.get("picture", {"url": "", "alt": ""})
    return Seen(message["id"], text, found, picture["url"], picture["alt"])


async def open_room(room: str, link: Callable[[], str]) -> tuple[RoomPlace, list[asyncio.Task[None]]]:
    """A room with everybody in it, and the tasks that keep their pages open."""
    guests = {
        name: Guest(name, link, number, room=room, language=language)
        for number, (name, language) in enumerate(PEOPLE.items())
    }
    onlooker = Guest("Onlooker", link, len(guests), room=room)
    everybody = (*guests.values(), onlooker)
    lives = [asyncio.create_task(guest.live()) for guest in everybody]
    place = RoomPlace(room, guests, onlooker)
    await place.until(lambda: all(guest.known for guest in everybody))
    return place, lives


class RoomPlatform(Platform):
    """The program with its rooms."""

    name = "room"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = Program(folder, **ENVIRONMENT)
        self._rooms = 0
        self._lives: list[asyncio.Task[None]] = []
        self._commands: dict[str, set[str]] = {}

    async def place(self) -> RoomPlace:
        self._rooms += 1
        place, lives = await open_room(f"room{self._rooms}", lambda: self._program.link)
        self._lives += lives
        self._commands = {PEOPLE[name]: set(guest.commands) for name, guest in place.guests.items()}
        return place

    async def restart(self, meanwhile: Meanwhile | None = None) -> None:
        await asyncio.to_thread(self._program.kill)
        if meanwhile is not None:
            await meanwhile(self._folder)
        self._program = await asyncio.to_thread(Program, self._folder, self._program.port, **ENVIRONMENT)

    def offered(self, language: str) -> set[str]:
        return self._commands[language]

    async def close(self) -> None:
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        assert await asyncio.to_thread(self._program.stop) == 0
        log = (self._folder / "program.log").read_text("utf-8")
        assert "Traceback" not in log, log[-4000:]


@asynccontextmanager
async def in_rooms(folder: Path) -> AsyncIterator[Platform]:
    """At work; at the end it stops cleanly, and its log holds no trace."""
    platform = RoomPlatform(folder)
    try:
        yield platform
    finally:
        await platform.close()
