"""The rooms: who is there, what is said, and how the conversation's messages take their place."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakValueDictionary

from bot.chats.web import page_format as translating
from bot.chats.web.files import Gallery
from bot.chats.web.history import History
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.service import Service
from bot.operations.events import NOBODY, Watch
from bot.pictures.draw import Painter
from storage import StorageError, Store

PREFIX = "web:"
MOST_ROOMS = 200  # in memory
PATIENCE = 0.3  # seconds until the room is told that somebody is thinking

log = logging.getLogger(__name__)


class Listener(Protocol):
    """A page that shows a room."""

    @property
    def user(self) -> str: ...
    @property
    def name(self) -> str: ...
    def send(self, data: dict[str, Any]) -> None: ...
    def forget(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What rooms work with."""

    service: Service
    store: Store
    painter: Painter
    gallery: Gallery
    watch: Watch = NOBODY
    keep_history: float | None = None  # seconds; None: for good


class WebRoom:
    """One room: a channel of the conversation."""

    def __init__(self, name: str, tools: Tools) -> None:
        self.name = name
        self.channel = PREFIX + name
        self.history = History(self.channel, tools.store.users, tools.keep_history)
        self.listeners: set[Listener] = set()
        self._tools = tools
        self._speaking = asyncio.Lock()  # messages are said in the order in which they were saved
        self._busy = 0

    async def open(self) -> None:
        """Bring back what was said, and say what a killed process could not say any more."""
        await self.history.load()
        asked = next((one for one in reversed(self.history.messages.values()) if _game_of(one.body)), None)
        game, key = (_game_of(asked.body), asked.key) if asked else ("", "")
        for message in await self._tools.service.retell(self.channel, time.time(), game, key):
            known = self.history.standing(message.key)
            tokens = {choice.token for choice in message.choices}
            if known is None or translating.tokens_of(known.body) != tokens:
                await self.post([message])

    # -- people -------------------------------------------------------------------------------------

    def people(self) -> list[dict[str, str]]:
        """Everybody who is there and has said who they are."""
        found = {listener.user: listener.name for listener in self.listeners if listener.name}
        return [{"id": user, "name": name} for user, name in sorted(found.items(), key=lambda one: one[1])]

    def free_name(self, user: str, name: str) -> str:
        """The name, with a number if somebody else in the room has it already."""
        taken = {other.name.casefold() for other in self.listeners if other.user != user}
        found, number = name, 2
        while found.casefold() in taken:
            found, number = f"{name} {number}", number + 1
        return found

    def enter(self, listener: Listener) -> None:
        """Somebody opens the page."""
        self.listeners.add(listener)
        self.broadcast({"do": "people", "people": self.people()})

    def leave(self, listener: Listener) -> None:
        """Somebody closes the page."""
        self.listeners.discard(listener)
        self.broadcast({"do": "people", "people": self.people()})

    def broadcast(self, data: dict[str, Any], to: str = "") -> None:
        """Send to every page, or to those of one person."""
        for listener in list(self.listeners):
            if not to or listener.user == to:
                listener.send(data)

    # -- commands -----------------------------------------------------------------------------------

    async def is_owner(self, user: str) -> bool:
        """Whether somebody looks after this room: whoever used it first."""
        users = self._tools.store.users
        owner = (await users.channel_settings(self.channel)).get("owner")
        if owner is None:
            await users.set_channel_setting(self.channel, "owner", user.encode())
        return owner is None or owner.decode() == user

    async def talk(self, user: str, name: str, text: str) -> None:
        """Somebody says something to all."""
        async with self._speaking:
            await self._add(translating.talk(user, name, text))

    async def command(self, command: Command) -> None:
        """Do what somebody wishes, and say what comes of it; the room sees when that takes a while."""
        waiting = asyncio.get_running_loop().call_later(PATIENCE, self._show_busy, 1)
        try:
            await self.post(await self._tools.service.handle(command))
        finally:
            if waiting.when() <= asyncio.get_running_loop().time() and not waiting.cancelled():
                self._show_busy(-1)
            waiting.cancel()

    def _show_busy(self, change: int) -> None:
        self._busy = max(0, self._busy + change)
        self.broadcast({"do": "busy", "on": self._busy > 0})

    # -- messages -----------------------------------------------------------------------------------

    async def post(self, messages: list[Outgoing]) -> None:
        """Say what the conversation answers."""
        if not messages:
            return
        async with self._speaking:
            for message in messages:
                body = translating.body_of(message, await self._picture(message), await self._file(message))
                await self._place(message, body)
                if message.to is None:
                    self._tools.watch.shown(message.channel, message.key)

    async def _picture(self, message: Outgoing) -> dict[str, Any] | None:
        if message.picture is None:
            return None
        try:
            picture = await self._tools.painter.paint(message.picture)
            name = await self._tools.gallery.put(picture.content, picture.mime)
            self._tools.gallery.remember(name, message.picture)
        except Exception:  # a message without its picture is better than none
            log.exception("%s: no picture of kind %s", self.channel, message.picture.kind)
            return None
        return translating.picture_of(picture, f"/p/{name}", message)

    async def _file(self, message: Outgoing) -> dict[str, str] | None:
        if message.attachment is None:
            return None
        name = await self._tools.gallery.put(message.attachment.content, message.attachment.kind)
        return {"name": message.attachment.name, "url": f"/p/{name}"}

    async def _place(self, message: Outgoing, body: dict[str, Any]) -> None:
        to, key = message.to or "", message.key
        for closed in message.closes:
            await self._close(closed)
            await self._drop_previews(closed)
        if message.preview:
            asked = self.history.standing(key)
            if asked and translating.tokens_of(asked.body) == translating.tokens_of(body):
                await self._drop_previews(key, to)  # back to the question: it still stands
                self.broadcast({"do": "focus", "id": asked.id}, to)
                return
        elif key and not to:
            await self._drop_previews(key)
        known = self.history.standing(key, to)
        if known is None:
            await self._add(body, to, key)
        elif message.fresh or not self.history.is_near(known):
            if to:
                await self._remove(known.id)
            else:
                await self._close(key)
            await self._add(body, to, key)
        else:
            self._show(await self.history.change(known, body))

    async def _add(self, body: dict[str, Any], to: str = "", key: str = "") -> None:
        message, gone = await self.history.add(body, to, key)
        self._show(message)
        for id_ in gone:
            self.broadcast({"do": "gone", "id": id_})

    def _show(self, message: Any) -> None:
        self.broadcast({"do": "message", "message": message.shown()}, message.to)

    async def _close(self, key: str) -> None:
        for message in [one for one in self.history.messages.values() if one.key == key and not one.to]:
            if translating.tokens_of(message.body):
                body = translating.without_choices(message.body)
                self._show(await self.history.change(message, body))

    async def _drop_previews(self, key: str, to: str = "") -> None:
        for message in [one for one in self.history.messages.values() if one.key == key and one.to]:
            if not to or message.to == to:
                await self._remove(message.id)

    async def _remove(self, id_: str) -> None:
        await self.history.remove(id_)
        self.broadcast({"do": "gone", "id": id_})

    async def dismiss(self, user: str, id_: str) -> None:
        """Somebody has read a private answer."""
        message = self.history.messages.get(id_)
        if message is not None and message.to == user:
            await self._remove(id_)

    async def forget(self, user: str, names: frozenset[str]) -> None:
        """Take somebody out of what the room remembers."""
        async with self._speaking:
            gone, changed = await self.history.forget(user, names)
            for message in gone:
                self.broadcast({"do": "gone", "id": message.id})
            for message in changed:
                self._tools.gallery.drop(message.body.get("picture", {}).get("url", "").rpartition("/")[2])
                self._show(self.history.messages[message.id])
        users = self._tools.store.users
        if (await users.channel_settings(self.channel)).get("owner") == user.encode():
            await users.set_channel_setting(self.channel, "owner", None)  # whoever comes next looks after it
        for listener in [one for one in self.listeners if one.user == user]:
            listener.forget()
        self.broadcast({"do": "people", "people": self.people()})


def _game_of(body: dict[str, Any]) -> str:
    """The running game that a message is about, whether it asks somebody or a computer thinks; or nothing."""
    asking = (token.split(":") for token in translating.tokens_of(body))
    return next((game for game, _, what in asking if not what.startswith("!") or what == "!undo"), "")


class Hall:
    """All rooms."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self._rooms: OrderedDict[str, WebRoom] = OrderedDict()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def room(self, name: str) -> WebRoom:
        """The room of a name; raises StorageError."""
        async with self._opening.setdefault(name, asyncio.Lock()):  # once, but no room waits for another
            room = self._rooms.get(name)
            if room is None:
                room = WebRoom(name, self.tools)
                await room.open()
                self._rooms[name] = room
        self._rooms.move_to_end(name)
        for other in list(self._rooms):
            if len(self._rooms) <= MOST_ROOMS:
                break
            if other != name and not self._rooms[other].listeners:
                del self._rooms[other]
        return room

    async def post(self, messages: list[Outgoing]) -> None:
        """Say what an alarm has brought about."""
        for message in messages:
            try:
                room = await self.room(message.channel.removeprefix(PREFIX))
                await room.post([message])
            except StorageError:
                log.exception("%s: a message was lost", message.channel)

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Take somebody out of the rooms where they were."""
        for channel in channels:
            if channel.startswith(PREFIX):
                await (await self.room(channel.removeprefix(PREFIX))).forget(user, names)

    def broadcast(self, data: dict[str, Any]) -> None:
        """Send to every page of every room."""
        for room in self._rooms.values():
            room.broadcast(data)
