"""Visitors from chats at the sockets of the doors, without a browser: they remember every frame."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import aiohttp
from playwright.sync_api import Browser

from tests.support.running_bot import RunningBot

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
PUBLIC = "https://play.example.org"  # the address that the platforms know
Data = dict[str, Any]


def init_data(token: str, user: Data, at: float, **more: str) -> str:
    """What Telegram's client gives to a Mini App: signed with the bot's token."""
    fields = {"auth_date": str(int(at)), "query_id": "AAF", "user": json.dumps(user), **more}
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return urlencode({**fields, "hash": hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()})


async def room_link(bot: RunningBot) -> str:
    """Where the bot's own server listens."""
    await bot.says("room_open")
    found = re.findall(r"room_open .*port=(\d+)", bot.log)
    return f"http://127.0.0.1:{found[-1]}"


class DoorGuest:
    """One open page. `board` is what it shows, `frames` all that it was sent."""

    def __init__(self, session: aiohttp.ClientSession, link: str, door: str) -> None:
        self._session, self._link, self._door = session, link, door
        self.frames: list[Data] = []
        self.board: Data = {}
        self._socket: Any = None
        self._number = 0

    async def enter(self, sent: Data) -> tuple[int, str]:
        """What the page does first; the status, and the ticket if there is one."""
        url, headers = f"{self._link}/app/{self._door}/enter", {"Origin": self._link}
        async with self._session.post(url, data=json.dumps(sent), headers=headers) as answer:
            return answer.status, (await answer.json())["ticket"] if answer.status == 200 else ""

    @asynccontextmanager
    async def page(self, ticket: str) -> AsyncIterator[DoorGuest]:
        """The page, connected; it may not have a board yet."""
        url = f"{self._link}/app/{self._door}/socket"
        async with self._session.ws_connect(url, headers={"Origin": self._link}) as socket:
            self._socket = socket
            await socket.send_json({"do": "enter", "ticket": ticket})
            yield self

    async def until(self, look: Callable[[Data], Any]) -> Data:
        """Read frames until one is as wanted; that frame. Raises ConnectionError if it is turned away."""
        async with asyncio.timeout(PATIENCE):
            while True:
                heard = await self._socket.receive()
                if heard.type is not aiohttp.WSMsgType.TEXT:
                    raise ConnectionError(self._socket.close_code)
                frame = json.loads(heard.data)
                self.frames.append(frame)
                self._follow(frame)
                if look(frame):
                    return frame

    def _follow(self, frame: Data) -> None:
        if frame["do"] == "board":
            self.board = frame["board"]
        elif frame["do"] == "patch":
            self.board |= frame["set"]
            for name, tail in frame["more"].items():
                self.board[name] = [*self.board[name], *tail]

    async def ask(self, do: str, **data: Any) -> Data:
        """Send a request and wait until it is done; the last frame before that."""
        self._number += 1
        number = self._number
        await self._socket.send_json({"do": do, "n": number, **data})
        await self.until(lambda frame: frame["do"] == "done" and frame["n"] == number)
        return self.frames[-2]

    async def shows(self, look: Callable[[Data], Any]) -> None:
        """Wait until the board is as wanted."""
        while not (self.board and look(self.board)):
            await self.until(lambda frame: frame["do"] in ("board", "patch"))

    async def play(self) -> None:
        """Answer the question that the board asks, whatever it is."""
        asked, version = self.board["asked"], self.board["version"]
        if asked.get("cells"):
            ways = (await self.ask("ways", cell=asked["cells"][0][:2]))["ways"]
            token = ways[0]["follow"][-1]["token"] if ways[0].get("follow") else ways[0]["token"]
        else:
            token = asked["options"][0]["token"]
        await self.ask("press", token=token)
        await self.shows(lambda board: board["version"] > version)


class DoorScreen:
    """A phone with a page that was opened from a chat, maybe in a frame of the platform's own page."""

    def __init__(self, browser: Browser, address: str) -> None:
        size: Any = {"width": 400, "height": 850}
        context = browser.new_context(
            viewport=size, has_touch=True, is_mobile=True, device_scale_factor=2, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE * 1000)
        self.errors: list[str] = []
        self.page: Any = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)
        inside = self.page.frame_locator("iframe") if "/client?" in address else self.page
        inside.locator("body.has-board[data-ready=yes]").wait_for()
        self.page.evaluate = self.page.frames[-1].evaluate  # the board is in the innermost frame

    def painted(self) -> None:
        """Wait until the board has its pictures."""
        until = time.monotonic() + PATIENCE
        while not self.page.evaluate("window.bastide.table.board.art.sheets.size"):
            assert time.monotonic() < until, "no sprites"
            time.sleep(0.1)
