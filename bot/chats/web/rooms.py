"""The rooms: their pages, their messages, and where each message of the conversation goes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from bot.cache import LruCache
from bot.chats.common.owed import OwedChannels
from bot.chats.web import page_format
from bot.chats.web.files import PictureFiles
from bot.chats.web.history import Message, RoomHistory
from bot.chats.web.watch import Stories, Story
from bot.conversation.protocol.messages import Command, Outgoing, buttons_of
from bot.conversation.protocol.pictures import Animation, BoardPicture, PictureRequest
from bot.conversation.protocol.polyglot import spoken_in
from bot.conversation.service import Service
from bot.conversation.table.state import LiveTable
from bot.operations.events import NO_WATCH, Watch
from bot.pictures.painter import Painter
from storage import StorageError, Store

PREFIX = "web:"
MOST_ROOMS = 200  # in memory
PATIENCE = 0.3  # seconds until the room is shown that a command takes long

log = logging.getLogger(__name__)


class Listener(Protocol):
    """A page that shows a room."""

    @property
    def user(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def language(self) -> str: ...
    def send(self, data: dict[str, Any]) -> None: ...
    def forget(self) -> None: ...
    def show_board(self, live: LiveTable | None, last: Story | None) -> None: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What rooms work with."""

    service: Service
    store: Store
    painter: Painter
    gallery: PictureFiles
    watch: Watch = NO_WATCH
    keep_history: float | None = None  # seconds; None: for good


class WebRoom:
    """One room: a channel of the conversation."""

    def __init__(
        self,
        name: str,
        tools: Tools,
        owe: Callable[[str], None] = lambda _: None,
        stories: Stories | None = None,
    ) -> None:
        """`owe` is called with the channel when a message could not be written."""
        self._owe = owe
        self._stories = stories or Stories(tools.store)
        self.name = name
        self.channel = PREFIX + name
        self.history = RoomHistory(self.channel, tools.store.users, tools.keep_history)
        self.listeners: set[Listener] = set()
        self._tools = tools
        self._speaking = asyncio.Lock()  # messages are shown in the order in which they were saved
        self._boarding = asyncio.Lock()  # and boards in the order in which they were read
        self._busy = 0
        self._seated: list[tuple[str, str]] = []  # users at the table and their names

    async def open(self) -> None:
        """Read the messages of the room, and add what a killed process could not show."""
        await self.history.load()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Show what is saved, unless it stands there; older questions lose their choices.

        It reads and shows in one turn to speak: an answer that is saved meanwhile is shown after it.
        """
        async with self._speaking:
            offering = [one for one in self.history.messages.values() if page_format.tokens_of(one.body)]
            slots = [one.key for one in offering if not one.to]
            for message in await self._tools.service.retell(self.channel, time.time(), slots):
                if not self._stands(message):
                    await self._post(message)
                for closed in message.closes:
                    await self._close(closed)

    def _stands(self, message: Outgoing) -> bool:
        """Whether the room shows a message with all that it offers."""
        known = self.history.standing(message.slot)
        tokens = {choice.token for choice in buttons_of(message.choices)}
        return known is not None and page_format.tokens_of(known.body) == tokens

    # -- people -------------------------------------------------------------------------------------

    def people(self) -> list[dict[str, str]]:
        """The users who have a page open and a name."""
        found = {listener.user: listener.name for listener in self.listeners if listener.name}
        return [{"id": user, "name": name} for user, name in sorted(found.items(), key=lambda one: one[1])]

    def free_name(self, user: str, name: str) -> str:
        """The name, with a number if another user in the room or at its table has it."""
        taken = {other.name.casefold() for other in self.listeners if other.user != user}
        taken |= {known.casefold() for owner, known in self._seated if owner != user}
        found, number = name, 2
        while found.casefold() in taken:
            found, number = f"{name} {number}", number + 1
        return found

    def enter(self, listener: Listener) -> None:
        """A page is opened."""
        self.listeners.add(listener)
        self.broadcast({"do": "people", "people": self.people()})

    def leave(self, listener: Listener) -> None:
        """A page is closed."""
        self.listeners.discard(listener)
        self.broadcast({"do": "people", "people": self.people()})

    def broadcast(self, data: dict[str, Any], to: str = "") -> None:
        """Send to every page, or to those of one user."""
        for listener in list(self.listeners):
            if not to or listener.user == to:
                listener.send(data)

    # -- commands -----------------------------------------------------------------------------------

    async def is_owner(self, user: str) -> bool:
        """Whether a user owns this room: the first one who uses it does."""
        users = self._tools.store.users
        owner = (await users.channel_settings(self.channel)).get("owner")
        if owner is None:
            await users.set_channel_setting(self.channel, "owner", user.encode())
        return owner is None or owner.decode() == user

    async def talk(self, user: str, name: str, text: str) -> None:
        """Add a line that a user wrote."""
        async with self._speaking:
            await self._add(page_format.talk(user, name, text))

    async def command(self, command: Command) -> None:
        """Run a command and show its answers; the room sees when that takes long."""
        waiting = asyncio.get_running_loop().call_later(PATIENCE, self._show_busy, 1)
        try:
            answers = await self._tools.service.handle(command)
            if any(answer.unsure for answer in answers):
                self._owe(self.channel)
            await self.post(answers)
        finally:
            if waiting.when() <= asyncio.get_running_loop().time() and not waiting.cancelled():
                self._show_busy(-1)
            waiting.cancel()

    def _show_busy(self, change: int) -> None:
        self._busy = max(0, self._busy + change)
        self.broadcast({"do": "busy", "on": self._busy > 0})

    # -- the board ----------------------------------------------------------------------------------

    async def show_board(self, *pages: Listener) -> None:
        """Send the board, or what has changed of it, to some pages, or to all; raises StorageError."""
        if not pages and not self.listeners:
            return
        async with self._boarding:
            live = await self._tools.service.boards.table(self.channel)
            self._seated = [(seat.owner, seat.name) for seat in live.table.seats] if live else []
            last = None if live else await self._stories.find(self.channel)
            for listener in pages or tuple(self.listeners):
                try:
                    listener.show_board(live, last)
                except Exception:  # the messages must be shown all the same
                    log.exception("board_failed channel=%s", self.channel)

    # -- messages -----------------------------------------------------------------------------------

    async def post(self, messages: list[Outgoing]) -> None:
        """Show messages of the conversation; raises StorageError, and then tries again by itself."""
        if not messages:
            return
        try:
            await self.show_board()  # at once: pictures take longer
            films = [one for one in messages if isinstance(one.picture, Animation)]
            async with self._speaking:
                for message in messages:
                    if message not in films:
                        await self._post(message)
            for film in films:  # others may speak while it is drawn
                await self._show_film(film)
        except StorageError:
            self._owe(self.channel)
            raise

    async def _post(self, message: Outgoing) -> None:
        body = page_format.in_languages(message, await self._pictures(message), await self._file(message))
        await self._place(message, body)
        if message.to is None:
            self._tools.watch.shown(message.channel, message.slot)

    async def _show_film(self, message: Outgoing) -> None:
        pictures = await self._pictures(message)
        self.broadcast({"do": "busy", "on": self._busy > 0}, message.to or "")
        async with self._speaking:
            await self._place(message, page_format.in_languages(message, pictures, None))

    async def _pictures(self, message: Outgoing) -> dict[str, dict[str, Any]]:
        """The picture of a message, and where words are drawn on it, one for each language in the room."""
        usual = spoken_in(message)
        found = {"": await self._picture(usual)}
        for language in {one.language for one in self.listeners if not message.to or one.user == message.to}:
            spoken = spoken_in(message, language)
            if spoken.picture != usual.picture:
                found[language] = await self._picture(spoken)
        return {language: picture for language, picture in found.items() if picture}

    async def _picture(self, message: Outgoing) -> dict[str, Any] | None:
        if message.picture is None:
            return None
        try:
            picture = await self._tools.painter.paint(message.picture, progress=self._drawing(message))
            name = await self._tools.gallery.put(picture.content, picture.mime, self.waiting_pictures())
            self._tools.gallery.remember(name, message.picture)
        except OSError as error:  # the disk is full
            log.warning("picture_not_written channel=%s error=%s", self.channel, error)
            return None
        except Exception:  # a message without its picture is better than none
            log.exception("picture_failed channel=%s kind=%s", self.channel, message.picture.kind)
            return None
        return page_format.picture_of(picture, self._address(name, message.picture), message)

    def _address(self, name: str, request: PictureRequest) -> str:
        """The address of a picture; that of a board says of which, to draw it again when the file is gone."""
        if not isinstance(request, BoardPicture):
            return f"/p/{name}"
        return f"/p/{name}?{urlencode({'room': self.name, 'game': request.game, 'ply': request.ply})}"

    def shows(self, name: str) -> bool:
        """Whether a message has the picture of this file."""
        return any(name in page_format.picture_files(one.body) for one in self.history.messages.values())

    def waiting_pictures(self) -> set[str]:
        """The files of pictures on messages that can be pressed."""
        shown = (one.body for one in self.history.messages.values() if page_format.tokens_of(one.body))
        return set[str]().union(*map(page_format.picture_files, shown))

    def _drawing(self, message: Outgoing) -> Callable[[float], None]:
        """Tells the readers of a message how far its picture is."""
        return lambda share: self.broadcast(
            {"do": "busy", "on": True, "share": round(100 * share)}, message.to or ""
        )

    async def _file(self, message: Outgoing) -> dict[str, str] | None:
        if message.attachment is None:
            return None
        name = await self._tools.gallery.put(message.attachment.content, message.attachment.kind)
        return {"name": message.attachment.name, "url": f"/p/{name}"}

    async def _place(self, message: Outgoing, body: dict[str, Any]) -> None:
        """Add or edit a message first, then take away what it replaces: so buttons never go without it."""
        to, slot = message.to or "", message.slot
        if message.preview:
            asked = self.history.standing(slot)
            if asked and page_format.tokens_of(asked.body) == page_format.tokens_of(body):
                await self._drop_previews(slot, to)  # back to the question: it still stands
                self.broadcast({"do": "focus", "id": asked.id}, to)
                return
        known = self.history.standing(slot, to)
        if known is not None and not message.fresh and self.history.is_near(known):
            self._show(await self.history.change(known, body))
        else:
            new = await self._add(body, to, slot)
            if known is not None and to:
                await self._remove(known.id)
            elif known is not None:
                await self._close(slot, but=new.id)
        for closed in message.closes:
            await self._close(closed)
        for ended in (*message.closes, *((slot,) if slot and not to else ())):
            await self._drop_previews(ended)

    async def _add(self, body: dict[str, Any], to: str = "", slot: str = "") -> Message:
        message = await self.history.add(body, to, slot)
        self._show(message)
        for id_ in await self.history.trim(to):
            self.broadcast({"do": "gone", "id": id_})
        return message

    def _show(self, message: Message) -> None:
        for listener in list(self.listeners):
            if message.visible(listener.user):
                listener.send({"do": "message", "message": message.shown(listener.language)})

    async def _close(self, slot: str, but: str = "") -> None:
        """Take the choices of messages away; "… is thinking" goes altogether: the next question tells it."""
        for message in [one for one in self.history.messages.values() if one.key == slot and not one.to]:
            if message.id == but:
                continue
            if page_format.is_thinking(message.body):
                await self._remove(message.id)
            elif page_format.tokens_of(message.body):
                body = page_format.without_choices(message.body)
                self._show(await self.history.change(message, body))

    async def _drop_previews(self, slot: str, to: str = "") -> None:
        for message in [one for one in self.history.messages.values() if one.key == slot and one.to]:
            if not to or message.to == to:
                await self._remove(message.id)

    async def _remove(self, id_: str) -> None:
        await self.history.remove(id_)
        self.broadcast({"do": "gone", "id": id_})

    async def dismiss(self, user: str, id_: str) -> None:
        """Remove a private message that its reader has read."""
        message = self.history.messages.get(id_)
        if message is not None and message.to == user:
            await self._remove(id_)

    async def forget(self, user: str, names: frozenset[str]) -> None:
        """Remove a user from the messages and settings of the room."""
        async with self._speaking:
            gone, changed = await self.history.forget(user, names)
            for message in gone:
                self.broadcast({"do": "gone", "id": message.id})
            for message in changed:
                for file in page_format.picture_files(message.body):
                    self._tools.gallery.drop(file)
                self._show(self.history.messages[message.id])
        users = self._tools.store.users
        if (await users.channel_settings(self.channel)).get("owner") == user.encode():
            await users.set_channel_setting(self.channel, "owner", None)  # the next user becomes the owner
        for listener in [one for one in self.listeners if one.user == user]:
            listener.forget()
        self.broadcast({"do": "people", "people": self.people()})


class Rooms:
    """All rooms."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        tools.service.repository.each_own = True
        self.stories = Stories(tools.store)
        self._rooms: LruCache[str, WebRoom] = LruCache(MOST_ROOMS, busy=lambda room: bool(room.listeners))
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._owed = OwedChannels(self._catch_up)

    async def open(self, name: str) -> WebRoom:
        """The room of a name for a new page: it shows what is saved; raises StorageError."""
        room = await self.room(name)
        await self._owed.settle(room.channel)
        return room

    async def room(self, name: str) -> WebRoom:
        """The room of a name; raises StorageError."""
        async with self._opening.setdefault(name, asyncio.Lock()):  # once, but no room waits for another
            room = self._rooms.get(name)
            if room is None:
                room = WebRoom(name, self.tools, self._owed.owe, self.stories)
                await room.open()
                self._rooms[name] = room
        return room

    async def _catch_up(self, channel: str) -> None:
        await (await self.room(channel.removeprefix(PREFIX))).catch_up()

    async def post(self, messages: list[Outgoing]) -> None:
        """Show what no page has asked for."""
        for message in messages:
            try:
                room = await self.room(message.channel.removeprefix(PREFIX))
                await room.post([message])
            except StorageError as error:
                log.warning("message_not_posted channel=%s error=%s", message.channel, error)
                self._owed.owe(message.channel)

    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Show messages that no page has asked for; raises StorageError."""
        room = await self.room(channel.removeprefix(PREFIX))
        await room.post(list(messages))

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Remove a user from their rooms."""
        self.stories.forget()
        for channel in channels:
            if channel.startswith(PREFIX):
                await (await self.room(channel.removeprefix(PREFIX))).forget(user, names)

    async def close(self) -> None:
        """Stop trying to show what is owed."""
        await self._owed.close()
