"""The table of a chat's channel for pages that were opened from that chat; and one such page."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bot.chats.web.board_page import LONGEST_TOKEN, BoardPage, FrameHandler
from bot.chats.web.doors.visitor import Visitor
from bot.chats.web.page_format import body_of
from bot.chats.web.page_texts import page_words
from bot.chats.web.rooms import Tools
from bot.chats.web.watch import Stories
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.tasks import end
from storage import StorageError

if TYPE_CHECKING:
    from aiohttp import web

EVERY = 0.7  # seconds between two looks at a table: others play in the chat, maybe at another worker

log = logging.getLogger(__name__)


class DoorTable:
    """A channel of a chat, as long as pages show its table."""

    def __init__(self, channel: str, tools: Tools, stories: Stories) -> None:
        self.channel = channel
        self.pages: set[DoorPage] = set()
        self._tools = tools
        self._stories = stories
        self._looking: asyncio.Task[None] | None = None
        self._showing = asyncio.Lock()  # boards are sent in the order in which they were read

    def enter(self, page: DoorPage) -> None:
        """A page is opened; from now on the table is looked at."""
        self.pages.add(page)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    async def leave(self, page: DoorPage) -> None:
        """A page is closed."""
        self.pages.discard(page)
        if not self.pages and self._looking is not None:
            looking, self._looking = self._looking, None
            await end(looking)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.show(*self.pages)
            except StorageError as error:
                log.info("door_without_store channel=%s error=%s", self.channel, error)
            except Exception:  # the next look may be better
                log.exception("door_failed channel=%s", self.channel)

    async def show(self, *pages: DoorPage) -> None:
        """Send what has changed at the table; raises StorageError."""
        async with self._showing:
            live = await self._tools.service.boards.table(self.channel)
            last = None if live else await self._stories.find(self.channel)
            for page in pages:
                page.show_board(live, last)
                if live is None and last is None:
                    page.send({"do": "none"})

    async def run(self, command: Command) -> None:
        """Run a command of a page: what all may see goes to the chat, the rest to the user's pages."""
        service, store = self._tools.service, self._tools.store
        await store.owed.add(self.channel)  # if this process dies now, the next one shows what is saved
        answers = await service.handle(command)
        await self.show(*self.pages)
        for message in answers:
            if message.to == command.who.id:
                self._tell(message)
        await service.repository.post([one for one in answers if one.to != command.who.id])

    def _tell(self, message: Outgoing) -> None:
        for page in self.pages:
            if page.user == message.to:
                page.send({"do": "message", "message": {**body_of(message, None, None), "private": True}})


class DoorPage(BoardPage):
    """A page that a user has opened from a chat."""

    def __init__(
        self, socket: web.WebSocketResponse, table: DoorTable, tools: Tools, visitor: Visitor, language: str
    ) -> None:
        super().__init__(socket, tools.service, table.channel, visitor.user, language)
        self._table = table
        self._visitor = visitor

    def handlers(self) -> Mapping[str, FrameHandler]:
        """What the page can ask for: to press, beside what its board needs."""
        return {**super().handlers(), "press": self.press}

    async def redraw(self) -> None:
        """Send the board to this page."""
        await self._table.show(self)

    async def serve(self) -> None:
        """Serve the page until it closes; raises StorageError."""
        me = {"id": self.user, "name": self._visitor.name}
        words = page_words(self.language)
        self.send({"do": "hello", "me": me, "language": self.language, "words": words})
        self._table.enter(self)
        try:
            await self.redraw()
            await self.listen()
        finally:
            await self._table.leave(self)

    async def press(self, data: dict[str, Any]) -> None:
        """A choice that was pressed, by the same user as in the chat; never as an administrator."""
        token, text = str(data.get("token", "")), str(data.get("text", ""))[:20]
        if not 0 < len(token) <= LONGEST_TOKEN:
            return
        came = self._visitor
        who = Person(came.user, came.name, came.language)
        command = Command(
            who, self.channel, time.time(), token=token, text=text, group=came.group, private=came.private
        )
        await self._table.run(command)
