"""One open page of a room: what its user says, presses and is told."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bot.chats.web.board_page import LONGEST_TOKEN, BoardPage, FrameHandler
from bot.chats.web.identity import clean_name, guest_number
from bot.chats.web.page_texts import commands, page_words
from bot.chats.web.rooms import WebRoom
from bot.conversation.commands.registry import row_of
from bot.conversation.protocol.catalogue import catalogue, language_of
from bot.conversation.protocol.messages import Command, Person
from bot.conversation.service import Service
from storage import Store

if TYPE_CHECKING:
    from aiohttp import web

LONGEST_TEXT = 1000
INVITED = "table-"  # begins the name of a room that is meant for the table of a code


class Session(BoardPage):
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
        super().__init__(socket, service, room.channel, user, browser_language)
        self.name = ""
        self._room = room
        self._store = store
        self._browser_language = browser_language
        self._proposed = True  # the name is none that the user has said
        self._noted = False

    def handlers(self) -> Mapping[str, FrameHandler]:
        """What the page can ask for: also what a chat can do."""
        own = {
            "say": self.say,
            "press": self.press,
            "name": self.rename,
            "suggest": self.suggest,
            "dismiss": self.dismiss,
        }
        return {**super().handlers(), **own}

    async def redraw(self) -> None:
        """Send the board to this page."""
        await self._room.show_board(self)

    async def serve(self, since: int) -> None:
        """Serve the page until it closes."""
        await self._greet(since)
        self._room.enter(self)
        try:
            await self._invite()
            await self._room.show_board(self)
            await self.listen()
        finally:
            self._room.leave(self)

    async def _greet(self, since: int) -> None:
        settings = await self._store.users.settings(self.user)
        known = settings.get("web_name", b"").decode()
        self.language = language_of(settings.get("language", b"").decode(), self._browser_language)
        self._proposed = not known
        self.name = self._room.free_name(self.user, known or self._guest())
        visible = [one for one in self._room.history.messages.values() if one.visible(self.user)]
        self.send(
            {
                "do": "hello",
                "me": {"id": self.user, "name": self.name},
                "room": self._room.name,
                "language": self.language,
                "words": page_words(self.language),
                "commands": commands(self.language),
                "ids": [message.id for message in visible],
                "messages": [message.shown(self.language) for message in visible if message.seq > since],
            }
        )

    def _guest(self) -> str:
        """A name to begin with."""
        return catalogue(self.language).text("web.guest", n=guest_number(self.user))

    async def _invite(self) -> None:
        """A room that is named after the code of a table offers to play there."""
        if self._room.name.startswith(INVITED):
            who = Person(self.user, self.name, self.language)
            code = self._room.name.removeprefix(INVITED)
            await self._room.post(await self._service.invite(self._room.channel, code, who, time.time()))

    # -- what a page can do ---------------------------------------------------------------------------

    async def _person(self) -> Person:
        """The user, who does something: a name that was proposed is theirs now."""
        if not self._noted:
            await self._store.users.note(self.user, self._room.channel)  # their messages are kept here
            self._noted = True
        if self._proposed:
            await self._store.users.set_setting(self.user, "web_name", self.name.encode())
            self._proposed = False
        return Person(self.user, self.name, self.language, await self._room.is_owner(self.user))

    def forget(self) -> None:
        """The user of this page is forgotten: they begin again under another name."""
        self.name, self._noted, self._proposed = self._room.free_name(self.user, self._guest()), False, True
        self.send({"do": "me", "me": {"id": self.user, "name": self.name}})

    async def say(self, data: dict[str, Any]) -> None:
        """A line that was written."""
        text = _clean(str(data.get("text", "")))[:LONGEST_TEXT]
        if not text:
            return
        who = await self._person()
        if not text.startswith("/"):
            await self._room.talk(who.id, who.name, text)
        await self._run(Command.line(who, self._room.channel, time.time(), text))

    async def press(self, data: dict[str, Any]) -> None:
        """A choice that was pressed."""
        token, text = str(data.get("token", "")), str(data.get("text", ""))[:20]
        if not 0 < len(token) <= LONGEST_TOKEN:
            return
        who = await self._person()
        await self._run(Command(who, self._room.channel, time.time(), token=token, text=text))

    async def _run(self, command: Command) -> None:
        await self._room.command(command)
        row = row_of(command)
        if row is not None and row.own_language:
            await self._new_language()

    async def _new_language(self) -> None:
        settings = await self._store.users.settings(self.user)
        language = language_of(settings.get("language", b"").decode(), self._browser_language)
        if language == self.language:
            return
        words = {"words": page_words(language), "commands": commands(language)}
        visible = [one for one in self._room.history.messages.values() if one.visible(self.user)]
        messages = [message.shown(language) for message in visible]
        for listener in self._room.listeners:
            if isinstance(listener, Session) and listener.user == self.user:
                listener.language = language
                listener.send({"do": "words", "language": language, **words, "messages": messages})
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
                listener.name, listener._proposed = name, False
                listener.send({"do": "me", "me": {"id": self.user, "name": name}})
        self._room.broadcast({"do": "people", "people": self._room.people()})

    async def suggest(self, data: dict[str, Any]) -> None:
        """A command that is being written."""
        asked = str(data.get("text", "")).encode("utf-8", "replace").decode()  # half an emoji cannot be sent
        text = _clean(asked)[:200]
        who = Person(self.user, self.name, self.language)
        if text.startswith("/"):
            command = Command.line(who, self._room.channel, time.time(), text)
            lines = await self._service.suggest(command)
            self.send({"do": "suggest", "text": asked, "lines": lines})

    async def dismiss(self, data: dict[str, Any]) -> None:
        """A private answer that was read."""
        await self._room.dismiss(self.user, str(data.get("id", "")))


def _clean(text: str) -> str:
    """A line without control and direction characters."""
    kept = (character for character in text if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))
    return "".join(kept).strip()
