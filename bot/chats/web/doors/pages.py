"""The routes of the doors: the page, the ticket that a visitor gets, the socket, the story."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from aiohttp import WSMsgType, web

from bot.chats.web.board_page import FrameLimit
from bot.chats.web.boards import with_art
from bot.chats.web.doors.table import DoorPage, DoorTable
from bot.chats.web.doors.visitor import Door, DoorRefused, Tickets, Visitor
from bot.chats.web.page_texts import asked_languages, page_words
from bot.chats.web.rooms import Tools
from bot.chats.web.static_files import page_html
from bot.chats.web.watch import Stories, Story
from bot.conversation.show.live_board.view import past_view
from bot.conversation.table.channels import is_own
from storage import StorageError

LARGEST = 8192  # bytes of anything that a page sends
MOST_PAGES = 500
MOST_PAGES_EACH = 12
PATIENCE = 15.0  # seconds until a page must have shown its ticket
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)

log = logging.getLogger(__name__)


class Doors:
    """All doors that are open: none without the settings of a platform and a public address."""

    def __init__(
        self, doors: Sequence[Door], tools: Tools, stories: Stories, prepare: Callable[[], None]
    ) -> None:
        """`prepare` begins to draw what a board needs."""
        self._prepare = prepare
        self._doors = {door.name: door for door in doors}
        self._tickets = {door.name: Tickets(door.token) for door in doors}
        self._tools = tools
        self._stories = stories
        self._tables: dict[str, DoorTable] = {}
        self._pages: dict[web.WebSocketResponse, str] = {}  # open ones, and their users
        self._pace = FrameLimit(60, 5)  # of those who come in, all together

    @property
    def origins(self) -> frozenset[str]:
        """Where our pages are shown under another address."""
        return frozenset(origin for door in self._doors.values() for origin in door.proxies)

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.get("/app/{door}", self._page),
            web.post("/app/{door}/enter", self._enter),
            web.get("/app/{door}/socket", self._socket),
            web.get("/app/{door}/story", self._story),
            web.get("/app/{door}/story/{game}", self._story),
            web.get("/app/{door}/story/{game}/{ply}.json", self._story_board),
        ]

    async def close(self) -> None:
        """Disconnect all pages."""
        for socket in list(self._pages):
            await socket.close(code=1001)

    def _door(self, request: web.Request) -> Door:
        door = self._doors.get(request.match_info["door"])
        if door is None:
            raise web.HTTPNotFound
        return door

    # -- pages --------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return self.page(self._door(request), request)

    def activity(self, request: web.Request) -> web.StreamResponse | None:
        """The page, if this is Discord asking for the root of the Activity's address."""
        door = self._doors.get("discord")
        return self.page(door, request) if door and "frame_id" in request.query else None

    def page(self, door: Door, request: web.Request) -> web.StreamResponse:
        """The page of a door: it knows nobody yet."""
        self._prepare()
        language = self._tools.service.repository.language_of(*asked_languages(request))
        boot = {"room": "", "door": door.name, **door.boot, "language": language}
        text = page_html("room.html", {**boot, "words": page_words(language)}, "embedded")
        headers = {"Content-Security-Policy": POLICY + " ".join(door.origins), "Cache-Control": "no-store"}
        response = web.Response(text=text, content_type="text/html", headers=headers)
        response.enable_compression()
        return response

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Exchange what the platform says of a user for a ticket."""
        door = self._door(request)
        if not self._pace.allows():
            raise web.HTTPTooManyRequests
        try:
            sent = json.loads(await request.read())
            fields = {str(name): str(value) for name, value in sent.items()}
        except (ValueError, RecursionError, AttributeError):
            raise web.HTTPBadRequest from None
        try:
            visitor = await self._seated(await door.visitor(fields, time.time()))
        except DoorRefused as why:
            log.info("visitor_refused door=%s why=%s", door.name, str(why).replace(" ", "_"))
            raise web.HTTPForbidden from None
        ticket = self._tickets[door.name].issue(visitor, time.time())
        return web.json_response({"ticket": ticket}, headers={"Cache-Control": "no-store"})

    async def _seated(self, visitor: Visitor) -> Visitor:
        """The visitor, at another table of theirs if there is none where they came from."""
        boards, users = self._tools.service.boards, self._tools.store.users
        if await boards.table(visitor.channel) is not None:
            return visitor
        prefix = visitor.user.partition(":")[0] + ":"
        for channel in reversed(await users.seats(visitor.user)):
            live = await boards.table(channel) if channel.startswith(prefix) else None
            if live is None or live.table.seat_of(visitor.user) is None:
                continue
            if visitor.private or live.table.group == visitor.group:
                group = live.table.group or channel
                return replace(visitor, channel=channel, group=group, private=is_own(channel, visitor.user))
        return visitor

    # -- the socket ---------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """A page shows its ticket in its first frame: an address would end up in logs."""
        door = self._door(request)
        if len(self._pages) >= MOST_PAGES:
            raise web.HTTPTooManyRequests
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=LARGEST, timeout=2.0)
        await socket.prepare(request)
        self._pages[socket] = ""
        try:
            await self._serve(socket, await self._shown(door, socket))
        except (DoorRefused, TimeoutError):
            await socket.close(code=4403)  # the page asks the platform again
        except StorageError as error:
            log.warning("door_not_opened error=%s", error)
            await socket.close(code=1013)
        finally:
            del self._pages[socket]
        return socket

    async def _shown(self, door: Door, socket: web.WebSocketResponse) -> Visitor:
        """The visitor whose ticket the page shows; raises DoorRefused and TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            first = await socket.receive()
        try:
            data = json.loads(first.data) if first.type is WSMsgType.TEXT else {}
            return self._tickets[door.name].read(str(data["ticket"]), time.time())
        except (ValueError, KeyError, TypeError, RecursionError):
            raise DoorRefused("no ticket") from None

    async def _serve(self, socket: web.WebSocketResponse, visitor: Visitor) -> None:
        if list(self._pages.values()).count(visitor.user) >= MOST_PAGES_EACH:
            raise DoorRefused("too many pages")
        self._pages[socket] = visitor.user
        language = await self._language(visitor)
        table = self._tables.setdefault(
            visitor.channel, DoorTable(visitor.channel, self._tools, self._stories)
        )
        try:
            await DoorPage(socket, table, self._tools, visitor, language).serve()
        finally:
            if not table.pages:
                self._tables.pop(visitor.channel, None)

    async def _language(self, visitor: Visitor) -> str:
        kept = (await self._tools.store.users.settings(visitor.user)).get("language", b"")
        return self._tools.service.repository.language_of(kept.decode(), visitor.language)

    # -- the story ----------------------------------------------------------------------------------

    async def _found(self, request: web.Request) -> tuple[Story, Visitor]:
        door = self._door(request)
        ticket = request.headers.get("Authorization", "").removeprefix("Bearer ")
        try:
            visitor = self._tickets[door.name].read(ticket, time.time())
        except (DoorRefused, ValueError):
            raise web.HTTPForbidden from None
        story = await self._stories.find(visitor.channel, request.match_info.get("game", "")[:12])
        if story is None:
            raise web.HTTPNotFound
        return story, visitor

    async def _story(self, request: web.Request) -> web.StreamResponse:
        story, visitor = await self._found(request)
        known = f"{story.game}.{story.version}.{story.finished}"
        if request.query.get("known") == known:
            return web.Response(status=204)
        language = await self._language(visitor)
        shown: dict[str, Any] = {**story.shown(language), "known": known}
        return web.json_response(shown, headers={"Cache-Control": "no-store"})

    async def _story_board(self, request: web.Request) -> web.StreamResponse:
        story, _ = await self._found(request)
        ply = request.match_info["ply"]
        step = story.step(int(ply)) if ply.isdecimal() and len(ply) < 8 else None
        if step is None:
            raise web.HTTPNotFound
        return web.json_response(with_art(past_view(story.table, step.view)))
