"""A page at a socket of the room, without a browser: it asks, and keeps every frame as it came."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
Frame = dict[str, Any]


class RecordedPage:
    """`frames` is what it was sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.frames: list[Frame] = []
        self._socket = socket
        self._numbers = itertools.count(1)

    async def until(self, do: str, **facts: object) -> Frame:
        """Read frames until one has this name and these values."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame: Frame = json.loads((await self._socket.receive()).data)
                self.frames.append(frame)
                if frame["do"] == do and facts.items() <= frame.items():
                    return frame

    async def ask(self, do: str, **data: object) -> None:
        """Send a request, and wait until it is done."""
        number = next(self._numbers)
        await self._socket.send_json({"do": do, "n": number, **data})
        await self.until("done", n=number)

    async def flood(self, do: str, times: int) -> None:
        """Ask too often."""
        for _ in range(times):
            await self._socket.send_json({"do": do, "n": next(self._numbers)})
        await self.until("slow")

    async def ping(self) -> None:
        """Send a sign of life, and wait for the answer."""
        await self._socket.send_json({"do": "ping"})
        await self.until("pong")

    def last(self, do: str) -> Frame:
        """The newest frame of a name."""
        return next(frame for frame in reversed(self.frames) if frame["do"] == do)


@asynccontextmanager
async def recorded_page(
    session: aiohttp.ClientSession, link: str, path: str, first: Frame | None = None
) -> AsyncIterator[RecordedPage]:
    """A page whose socket sends `first` at once, until its board or that there is none has come."""
    async with session.ws_connect(link + path, headers={"Origin": link}) as socket:
        if first:
            await socket.send_json(first)
        page = RecordedPage(socket)
        await page.until("ready")
        yield page
