"""One open page: its requests, their rate limit, and what it is sent."""

from __future__ import annotations

import asyncio
import json
import logging
import time
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.chats.web.boards import BoardFeed, read_cell_of, ways_with_art
from bot.chats.web.identity import clean_name
from bot.chats.web.page_texts import commands, page_words
from bot.chats.web.rooms import WebRoom
from bot.chats.web.watch import Story
from bot.conversation.protocol.catalogue import language_of
from bot.conversation.protocol.messages import Command, Person
from bot.conversation.service import Service
from bot.conversation.table.state import LiveTable
from bot.tasks import end
from storage import StorageError, Store

LONGEST_TEXT = 1000
LONGEST_TOKEN = 64
INVITED = "table-"  # begins the name of a room that is meant for the table of a code
AT_ONCE = 4  # requests of one page that are worked on; others wait for them
MOST_WAITING = 32
UNSENT = 400  # messages that a slow page may be behind

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


class Session:
    """A page that a user has open in a room."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        room: WebRoom,
        service: Service,
        store: Store,
        user: str,
        browser_language: str,
    ) -> None:
        self.user = user
        self.name = ""
        self._socket = socket
        self._room = room
        self._service = service
        self._store = store
        self._browser_language = browser_language
        self._language = browser_language
        self._unsent: asyncio.Queue[dict[str, Any]] = asyncio.Queue(UNSENT)
        self._pace = FrameLimit(30, 8)
        self._work: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._noted = False
        self._feed = BoardFeed()
        self._cut: asyncio.Task[None] | None = None

    async def _cut_off(self) -> None:
        await self._socket.close(code=1013)

    def send(self, data: dict[str, Any]) -> None:
        """Queue data for the page; one that is too far behind is cut off, and connects again by itself."""
        try:
            self._unsent.put_nowait(data)
        except asyncio.QueueFull:
            if self._cut is None:
                self._cut = asyncio.create_task(self._cut_off())

    async def serve(self, since: int) -> None:
        """Serve the page until it closes."""
        await self._greet(since)
        self._room.enter(self)
        await self._invite()
        await self._room.show_board(self)
        self.send({"do": "ready"})
        writer = asyncio.create_task(self._write())
        try:
            async for incoming in self._socket:
                if incoming.type is not WSMsgType.TEXT:
                    break
                self._receive(incoming.data)
        finally:
            self._room.leave(self)
            await end(writer)
            await asyncio.gather(*self._work, return_exceptions=True)

    def show_board(self, live: LiveTable | None, last: Story | None) -> None:
        """Send what the page does not know of the board."""
        frame = None
        if live is not None:
            frame = self._feed.running(self._service.boards, live, self.user, self._language)
        elif last is not None:
            frame = self._feed.finished(last)
        if frame is not None:
            self.send(frame)

    async def _greet(self, since: int) -> None:
        settings = await self._store.users.settings(self.user)
        known = settings.get("web_name", b"").decode()
        self.name = self._room.free_name(self.user, known) if known else ""
        self._language = language_of(settings.get("language", b"").decode(), self._browser_language)
        visible = [one for one in self._room.history.messages.values() if one.visible(self.user)]
        self.send(
            {
                "do": "hello",
                "me": {"id": self.user, "name": self.name},
                "room": self._room.name,
                "language": self._language,
                "words": page_words(self._language),
                "commands": commands(self._language),
                "ids": [message.id for message in visible],
                "messages": [message.shown() for message in visible if message.seq > since],
            }
        )

    async def _invite(self) -> None:
        """A room that is named after the code of a table offers to play there."""
        if self._room.name.startswith(INVITED):
            who = Person(self.user, self.name, self._language)
            code = self._room.name.removeprefix(INVITED)
            await self._room.post(await self._service.invite(self._room.channel, code, who, time.time()))

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
        doing = FRAME_HANDLERS.get(str(data.get("do")))
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
                await doing(self, data)
        except StorageError as error:  # the room shows what is saved when the store is back
            log.warning("page_request_without_store channel=%s error=%s", self._room.channel, error)
            self.send({"do": "failed"})
        except Exception:
            log.exception("page_request_failed channel=%s", self._room.channel)
            self.send({"do": "failed"})
        self.send({"do": "done", "n": number})

    # -- what a board asks for ------------------------------------------------------------------------

    async def board(self, data: dict[str, Any]) -> None:  # noqa: ARG002  # a handler's signature
        """The whole board again: the page has lost track."""
        self._feed.forget()
        await self._room.show_board(self)

    async def ways(self, data: dict[str, Any]) -> None:
        """The ways to lay the tile on a cell."""
        cell = read_cell_of(data)
        if cell is not None:
            boards = self._service.boards
            found = await boards.ways(self._room.channel, self.user, self._language, cell)
            self.send({"do": "ways", "cell": cell, "ways": ways_with_art(found)})

    async def look(self, data: dict[str, Any]) -> None:
        """The feature under a point of the board: of some segments, the first that is in play."""
        cell, segments = read_cell_of(data), data.get("segments")
        if cell is None or not isinstance(segments, list):
            return
        for segment in [str(segment)[:20] for segment in segments[:8]]:
            found = await self._service.boards.feature(self._room.channel, cell, segment)
            if found is not None:
                self.send({"do": "look", "cell": cell, "segments": segments, "feature": found})
                return

    async def aids(self, data: dict[str, Any]) -> None:  # noqa: ARG002  # a handler's signature
        """What the overlays of the board show."""
        found = await self._service.boards.aids(self._room.channel)
        if found is not None:
            self.send({"do": "aids", "aids": found})

    # -- what a page can do ---------------------------------------------------------------------------

    async def _person(self) -> Person | None:
        """The user, or None if they have no name yet: then the page asks for it."""
        if not self.name:
            self.send({"do": "name"})
            return None
        if not self._noted:
            await self._store.users.note(self.user, self._room.channel)  # their messages are kept here
            self._noted = True
        return Person(self.user, self.name, self._language, await self._room.is_owner(self.user))

    def forget(self) -> None:
        """The user of this page is forgotten: the page asks for a name again."""
        self.name, self._noted = "", False
        self.send({"do": "me", "me": {"id": self.user, "name": ""}})

    async def say(self, data: dict[str, Any]) -> None:
        """A line that was written."""
        text = _clean(str(data.get("text", "")))[:LONGEST_TEXT]
        who = await self._person() if text else None
        if who is None:
            return
        if not text.startswith("/"):
            await self._room.talk(who.id, who.name, text)
        await self._room.command(Command.line(who, self._room.channel, time.time(), text))
        if text.startswith("/settings"):
            await self._new_language()

    async def press(self, data: dict[str, Any]) -> None:
        """A choice that was pressed."""
        token, text = str(data.get("token", "")), str(data.get("text", ""))[:20]
        who = await self._person() if 0 < len(token) <= LONGEST_TOKEN else None
        if who is None:
            return
        await self._room.command(Command(who, self._room.channel, time.time(), token=token, text=text))
        if "!settings" in token:
            await self._new_language()

    async def _new_language(self) -> None:
        settings = await self._store.users.settings(self.user)
        language = language_of(settings.get("language", b"").decode(), self._browser_language)
        if language != self._language:
            self._language = language
            words = {"words": page_words(language), "commands": commands(language)}
            self._room.broadcast({"do": "words", "language": language, **words}, self.user)
            await self._room.show_board()

    async def rename(self, data: dict[str, Any]) -> None:
        """Set the user's name."""
        name = clean_name(str(data.get("name", ""))[:200])
        if not name:
            self.send({"do": "name"})
            return
        name = self._room.free_name(self.user, name)
        await self._store.users.set_setting(self.user, "web_name", name.encode())
        for listener in self._room.listeners:
            if isinstance(listener, Session) and listener.user == self.user:
                listener.name = name
                listener.send({"do": "me", "me": {"id": self.user, "name": name}})
        self._room.broadcast({"do": "people", "people": self._room.people()})

    async def suggest(self, data: dict[str, Any]) -> None:
        """A command that is being written."""
        asked = str(data.get("text", "")).encode("utf-8", "replace").decode()  # half an emoji cannot be sent
        text = _clean(asked)[:200]
        who = Person(self.user, self.name, self._language)
        if text.startswith("/"):
            command = Command.line(who, self._room.channel, time.time(), text)
            lines = await self._service.suggest(command)
            self.send({"do": "suggest", "text": asked, "lines": lines})

    async def dismiss(self, data: dict[str, Any]) -> None:
        """A private answer that was read."""
        await self._room.dismiss(self.user, str(data.get("id", "")))


FrameHandler = Callable[[Session, dict[str, Any]], Awaitable[None]]
FRAME_HANDLERS: dict[str, FrameHandler] = {
    "say": Session.say,
    "press": Session.press,
    "name": Session.rename,
    "suggest": Session.suggest,
    "dismiss": Session.dismiss,
    "board": Session.board,
    "ways": Session.ways,
    "look": Session.look,
    "aids": Session.aids,
}


def _clean(text: str) -> str:
    """A line without control and direction characters."""
    kept = (character for character in text if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))
    return "".join(kept).strip()
