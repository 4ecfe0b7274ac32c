"""A page that shows a table: frames in and out, their rate limit, and what its board asks for."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import WSMsgType, web

from bot.chats.web.boards import BoardFeed, read_cell_of, ways_with_art
from bot.chats.web.watch import Story
from bot.conversation.service import Service
from bot.conversation.table.state import LiveTable
from bot.tasks import end
from storage import StorageError

LONGEST_TOKEN = 64
AT_ONCE = 4  # requests of one page that are worked on; others wait for them
MOST_WAITING = 32
UNSENT = 400  # messages that a slow page may be behind

FrameHandler = Callable[[dict[str, Any]], Awaitable[None]]
log = logging.getLogger(__name__)


class FrameLimit:
    """A rate limit: so many at once, so many in a second after that."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = self._left = burst
        self._rate = rate
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class BoardPage:
    """One open page of a user. What it can ask for beside its board, subclasses say."""

    def __init__(
        self, socket: web.WebSocketResponse, service: Service, channel: str, user: str, language: str
    ) -> None:
        self.user = user
        self.channel = channel
        self._socket = socket
        self._service = service
        self.language = language
        self._unsent: asyncio.Queue[dict[str, Any]] = asyncio.Queue(UNSENT)
        self._pace = FrameLimit(30, 8)
        self._work: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._feed = BoardFeed()
        self._cut: asyncio.Task[None] | None = None

    def handlers(self) -> Mapping[str, FrameHandler]:
        """What the page can ask for."""
        return {"board": self.board, "ways": self.ways, "look": self.look, "aids": self.aids}

    async def redraw(self) -> None:
        """Send the board to this page."""
        raise NotImplementedError

    async def _cut_off(self) -> None:
        await self._socket.close(code=1013)

    def send(self, data: dict[str, Any]) -> None:
        """Queue data for the page; one that is too far behind is cut off, and connects again by itself."""
        try:
            self._unsent.put_nowait(data)
        except asyncio.QueueFull:
            if self._cut is None:
                self._cut = asyncio.create_task(self._cut_off())

    async def listen(self) -> None:
        """Send what is queued and do what the page asks for, until it closes. It knows the board already."""
        self.send({"do": "ready"})
        writer = asyncio.create_task(self._write())
        try:
            async for incoming in self._socket:
                if incoming.type is not WSMsgType.TEXT:
                    break
                self._receive(incoming.data)
        finally:
            await end(writer)
            await asyncio.gather(*self._work, return_exceptions=True)

    def show_board(self, live: LiveTable | None, last: Story | None) -> None:
        """Send what the page does not know of the board."""
        frame = None
        if live is not None:
            frame = self._feed.running(self._service.boards, live, self.user, self.language)
        elif last is not None:
            frame = self._feed.finished(last)
        if frame is not None:
            self.send(frame)

    async def _write(self) -> None:
        while True:
            data = await self._unsent.get()
            try:
                await self._socket.send_str(json.dumps(data, ensure_ascii=False))
            except (ConnectionError, RuntimeError):
                return

    def _receive(self, text: str) -> None:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # no JSON, or nested without end
            return
        if not isinstance(data, dict):
            return
        asked = data.get("n")
        number = asked if isinstance(asked, int) else 0
        if data.get("do") == "ping":
            self.send({"do": "pong"})
            return
        doing = self.handlers().get(str(data.get("do")))
        if doing is None:
            return
        if not self._pace.allows() or len(self._work) >= MOST_WAITING:
            self.send({"do": "slow", "n": number})
            return
        task = asyncio.create_task(self._do(doing, data, number))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _do(self, doing: FrameHandler, data: dict[str, Any], number: int) -> None:
        try:
            async with self._turns:
                await doing(data)
        except StorageError as error:  # the room shows what is saved when the store is back
            log.warning("page_request_without_store channel=%s error=%s", self.channel, error)
            self.send({"do": "failed"})
        except Exception:
            log.exception("page_request_failed channel=%s", self.channel)
            self.send({"do": "failed"})
        self.send({"do": "done", "n": number})

    # -- what a board asks for ------------------------------------------------------------------------

    async def board(self, data: dict[str, Any]) -> None:  # noqa: ARG002  # a handler's signature
        """The whole board again: the page has lost track."""
        self._feed.forget()
        await self.redraw()

    async def ways(self, data: dict[str, Any]) -> None:
        """The ways to lay the tile on a cell."""
        cell = read_cell_of(data)
        if cell is not None:
            boards = self._service.boards
            found = await boards.ways(self.channel, self.user, self.language, cell)
            self.send({"do": "ways", "cell": cell, "ways": ways_with_art(found)})

    async def look(self, data: dict[str, Any]) -> None:
        """The feature under a point of the board: of some segments, the first that is in play."""
        cell, segments = read_cell_of(data), data.get("segments")
        if cell is None or not isinstance(segments, list):
            return
        for segment in [str(segment)[:20] for segment in segments[:8]]:
            found = await self._service.boards.feature(self.channel, cell, segment)
            if found is not None:
                self.send({"do": "look", "cell": cell, "segments": segments, "feature": found})
                return

    async def aids(self, data: dict[str, Any]) -> None:  # noqa: ARG002  # a handler's signature
        """What the overlays of the board show."""
        found = await self._service.boards.aids(self.channel)
        if found is not None:
            self.send({"do": "aids", "aids": found})
