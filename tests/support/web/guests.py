"""People at sockets of the room, without a browser: they press, and remember all that they were told."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import aiohttp

from bot.chats.web.identity import COOKIE, new_secret, public_id
from bot.chats.web.page_format import tokens_of

ROOM = "tower"
PAUSE = 0.02  # seconds between two looks

Ply = tuple[str, int]  # a game, and the number of actions before a question


def ply_of(token: str) -> Ply:
    """The question that a token belongs to."""
    game, stamp, _ = token.split(":")
    return game, int(stamp)


def is_answer(token: str) -> bool:
    """Whether a token answers a question of the game; the others are tools."""
    what = token.split(":")[2]
    return what[0] != "!" and what[1] not in "SBWMA="


class Lost(Exception):
    """The connection went away before there was an answer."""


class Guest:
    """A user in the room. `told`, `pressed` and `acknowledged` are what the store must agree with."""

    def __init__(
        self, name: str, link: Callable[[], str], seed: int, *, room: str = ROOM, language: str = "en"
    ) -> None:
        self.secret = new_secret()
        self.id = public_id(self.secret)
        self.name = name
        self.told: dict[Ply, set[frozenset[str]]] = defaultdict(set)  # what could be pressed, as it was shown
        self.pressed: dict[Ply, set[str]] = defaultdict(set)
        self.acknowledged: dict[Ply, str] = {}
        self.messages: dict[str, dict[str, Any]] = {}
        self.commands: list[str] = []  # those that the page offers
        self.known = False  # by name
        self.link = link
        self._room = room
        self._headers = {"Cookie": f"{COOKIE}={self.secret}", "Accept-Language": language}
        self._dice = random.Random(seed)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._numbers = itertools.count(1)
        self.done: dict[int, str] = {}
        self._asides = 0  # private answers so far

    async def live(self) -> None:
        """Stay connected: after a lost connection come back, as the page does."""
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    async with self.connect(session) as socket:
                        self._socket = socket
                        await socket.send_json({"do": "name", "name": self.name, "n": next(self._numbers)})
                        async for heard in socket:
                            if heard.type is aiohttp.WSMsgType.TEXT:
                                self._hear(json.loads(heard.data))
                except (aiohttp.ClientError, ConnectionError, OSError):
                    await asyncio.sleep(PAUSE)
                finally:
                    self._socket = None

    def connect(self, session: aiohttp.ClientSession) -> Any:
        """One more page of this person."""
        link = self.link()
        headers = {"Origin": link, **self._headers}
        return session.ws_connect(f"{link}/r/{self._room}/socket", headers=headers)

    def _hear(self, data: dict[str, Any]) -> None:
        match data["do"]:
            case "hello":
                self.commands = [command["name"] for command in data["commands"]]
                self.messages = {id_: old for id_, old in self.messages.items() if id_ in data["ids"]}
                for message in data["messages"]:
                    self._read(message)
            case "message":
                self._asides += data["message"]["private"]
                self._read(data["message"])
            case "me":
                self.known = True
            case "gone":
                self.messages.pop(data["id"], None)
            case "failed":
                self._asides += 1
            case "done" | "slow":
                self.done.setdefault(data["n"], data["do"])

    def _read(self, message: dict[str, Any]) -> None:
        self.messages[message["id"]] = message
        answers = frozenset(token for token in tokens_of(message) if is_answer(token))
        if answers and not message["private"]:
            self.told[ply_of(next(iter(answers)))].add(answers)

    # -- requests -------------------------------------------------------------------------------------

    async def request(self, *requests: dict[str, str]) -> bool:
        """Send all at once and wait until each was dealt with; whether one of them was not refused.

        Raises Lost: then nobody knows what came of them.
        """
        socket = self._socket
        if socket is None:
            await asyncio.sleep(PAUSE)
            raise Lost
        before = self._asides
        numbers = [next(self._numbers) for _ in requests]
        try:
            for number, one in zip(numbers, requests, strict=True):
                await socket.send_json({**one, "n": number})
        except (ConnectionError, RuntimeError):
            raise Lost from None
        while not all(number in self.done for number in numbers):
            if self._socket is not socket:
                raise Lost
            await asyncio.sleep(PAUSE / 4)
        slow = sum(self.done[number] == "slow" for number in numbers)
        if slow:
            await asyncio.sleep(0.2)
        return self._asides - before + slow < len(requests)

    async def insist(self, one: dict[str, str]) -> None:
        """Send a request, and again if it was too soon or the connection is not there."""
        while True:
            number = next(self._numbers)
            socket = self._socket
            if socket is not None:
                await socket.send_json({**one, "n": number})
                while self._socket is socket and number not in self.done:
                    await asyncio.sleep(PAUSE / 4)
                if self.done.get(number) == "done":
                    return
            await asyncio.sleep(PAUSE)

    async def say(self, text: str) -> None:
        """Write a line; it may be lost."""
        try:
            await self.request({"do": "say", "text": text})
        except Lost:
            await asyncio.sleep(PAUSE)

    def asked(self) -> list[str]:
        """What this person may press now in the newest message that asks for it."""
        shown = sorted(self.messages.values(), key=lambda message: message["place"])
        for message in reversed(shown):
            if not message["private"] and (tokens := tokens_of(message)):
                answers = sorted(token for token in tokens if is_answer(token))
                return answers if self.id in message.get("notify", ()) else []
        return []

    def closer(self, ply: Ply) -> list[str]:
        """What this person may press in their own close-up."""
        return [
            token
            for message in self.messages.values()
            if message["private"]
            for token in sorted(tokens_of(message))
            if is_answer(token) and ply_of(token) == ply
        ]

    async def play(self, about_to_press: Callable[[], None]) -> bool:
        """Answer what is asked, now and then with a double press; whether there was something to answer."""
        answers = self.asked()
        if not answers:
            return False
        token = self._dice.choice(answers)
        try:
            played = await self._press(token)
            second = [] if played else self.closer(ply_of(token))
            if second:
                about_to_press()
                await self._press(self._dice.choice(second), 1 + (self._dice.random() < 0.2))
        except Lost:
            await asyncio.sleep(PAUSE)
        return True

    async def _press(self, token: str, times: int = 1) -> bool:
        self.pressed[ply_of(token)].add(token)
        done = await self.request(*[{"do": "press", "token": token}] * times)
        if done:
            self.acknowledged[ply_of(token)] = token
        return done
