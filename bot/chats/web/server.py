"""The server of the rooms: pages, pictures, and a socket for each open page."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from aiohttp import web

from bot.chats.web.boards import with_art
from bot.chats.web.community import CommunityPages
from bot.chats.web.doors.pages import Doors
from bot.chats.web.doors.visitor import Door
from bot.chats.web.identity import AGE, COOKIE, is_secret, new_secret, public_id, room_name
from bot.chats.web.not_found import not_found, wants_page
from bot.chats.web.page_texts import asked_languages, page_words
from bot.chats.web.room_links import RoomLinks
from bot.chats.web.rooms import PREFIX, Rooms, Tools
from bot.chats.web.security import Guard, Handler, http_log
from bot.chats.web.socket import INVITED, Session
from bot.chats.web.static_files import page_html, static_files, static_version
from bot.chats.web.watch import Story
from bot.conversation.commands.person.settings import THEMES
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.protocol.platform import Platform
from bot.conversation.show.live_board.view import past_view
from bot.documents import NeedsNewer
from bot.operations.health import Health
from bot.pictures.live_art import LiveArt
from storage import StorageError

FIRST_ROOM = "bastide"
LARGEST = 8192  # bytes of anything that a page sends
FOREVER = "public, max-age=31536000, immutable"
LATER = {"Retry-After": "5", "Cache-Control": "no-store"}
MOST_PAGES = 500
MOST_PAGES_EACH = 12  # of one user
MOST_PAGES_NEAR = 100  # from one address
_GAME = re.compile(r"[a-z0-9]{1,12}")

log = logging.getLogger(__name__)


class WebChat(Platform):
    """The chat in the browser: an adapter like those of the platforms."""

    prefix = PREFIX

    def __init__(
        self,
        tools: Tools,
        health: Health,
        host: str = "127.0.0.1",
        public_url: str = "",
        doors: Sequence[Door] = (),
    ) -> None:
        self._tools = tools
        self._health = health
        self._rooms = Rooms(tools)
        self._community = CommunityPages(tools.service.pages, tools.painter, _channel, self._language)
        self._art_files = LiveArt(tools.gallery.folder.with_name("art"))
        self._doors = Doors(doors, tools, self._rooms.stories, self._art_files.prepare)
        self._guard = Guard(host, public_url, self._doors.origins)
        self._host = host
        self._links = RoomLinks(PREFIX, host, public_url)
        tools.service.repository.rooms = self._links
        self._sockets: dict[web.WebSocketResponse, tuple[str, str]] = {}  # their users and addresses
        self._runner: web.AppRunner | None = None

    # -- life ---------------------------------------------------------------------------------------

    def application(self) -> web.Application:
        """All routes."""
        app = web.Application(middlewares=[self._guard.middleware, self._or_later], client_max_size=LARGEST)
        app.add_routes(
            [
                web.get("/", self._home),
                web.get("/healthz", self._health.answer),
                web.post("/me", self._me),
                web.get("/r/{room}", self._room_page),
                web.get("/r/{room}/socket", self._socket),
                web.get("/r/{room}/watch", self._watch_page),
                web.get("/r/{room}/watch/{game}", self._watch_page),
                web.get("/r/{room}/story", self._story),
                web.get("/r/{room}/story/{game}", self._story),
                *self._community.routes(),
                web.get("/r/{room}/story/{game}/{ply}.json", self._story_board),
                *self._doors.routes(),
                web.get("/art/{name}", self._art),
                web.get("/p/{name}", self._picture),
                web.get("/static/{version}/{name}", self._static),
            ]
        )
        return app

    async def start(self, port: int) -> None:
        """Listen; raises OSError if the port is taken."""
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=1.0, logger=http_log)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._host, port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self._links.port = runner.addresses[0][1]

    async def close(self) -> None:
        """Disconnect all pages: they connect again by themselves."""
        for socket in list(self._sockets):
            await socket.close(code=1001)
        await self._doors.close()
        await self._rooms.close()
        self._art_files.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def port(self) -> int:
        """Where it listens; 0 before it does."""
        return self._links.port

    @property
    def connected(self) -> bool:
        """Whether pages can be opened."""
        return self.port != 0

    async def post(self, messages: list[Outgoing]) -> None:
        """Show messages that no page has asked for."""
        await self._rooms.post(messages)

    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Show messages in a room; raises StorageError."""
        await self._rooms.tell(channel, messages)

    def table_invitation(self, code: str) -> str:
        """The address of a room that joins the table of a code."""
        return f"{self._links.base}/r/{INVITED}{code.lower()}"

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Remove a user from the rooms."""
        await self._rooms.forget(user, names, channels)

    # -- pages --------------------------------------------------------------------------------------

    @web.middleware
    async def _or_later(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer 503 while something cannot be read, and people who have lost their way with a page."""
        try:
            try:
                return await handler(request)
            except web.HTTPNotFound:
                if not wants_page(request):
                    raise
                return not_found(catalogue(await self._language(request)), FIRST_ROOM)
        except StorageError as error:
            log.warning("page_unavailable error=%s", error)
            return self._later(request, "unavailable")
        except NeedsNewer as error:
            log.warning("page_needs_newer_version found=%s", error)
            return self._later(request, "needs_newer")

    def _later(self, request: web.Request, why: str) -> web.StreamResponse:
        texts = catalogue(self._tools.service.repository.language_of(*asked_languages(request)))
        return web.Response(status=503, text=texts.label(why) + "\n", headers=LATER)

    async def _home(self, request: web.Request) -> web.StreamResponse:
        if activity := self._doors.activity(request):
            return activity
        raise web.HTTPFound(f"/r/{FIRST_ROOM}")

    async def _me(self, request: web.Request) -> web.StreamResponse:
        """Give a secret to a browser without one.

        A page asks for it by itself, because a browser that follows a link from elsewhere does not show the
        cookie, and must not be given a new one in its place.
        """
        await request.read()  # refuses a body that is too long
        response = web.Response(status=204)
        if not is_secret(request.cookies.get(COOKIE, "")):
            response.set_cookie(
                COOKIE,
                new_secret(),
                max_age=AGE,
                path="/",
                httponly=True,
                samesite="Strict",
                secure=self._guard.secure,
            )
        return response

    async def _room_page(self, request: web.Request) -> web.StreamResponse:
        room = _room(request)
        self._art_files.prepare()
        return await self._page(request, "room", room)

    async def _watch_page(self, request: web.Request) -> web.StreamResponse:
        return await self._page(request, "watch", _room(request))

    async def _page(self, request: web.Request, page: str, room: str) -> web.StreamResponse:
        language = await self._language(request)
        boot = {"room": room, "language": language, "words": page_words(language)}
        if game := request.match_info.get("game"):
            boot["game"] = _game(game)
        text = page_html(f"{page}.html", boot, page)
        headers = {"Cache-Control": "no-store"}
        response = web.Response(text=text, content_type="text/html", headers=headers)
        response.enable_compression()
        return response

    async def _language(self, request: web.Request) -> str:
        secret = request.cookies.get(COOKIE, "")
        kept = b""
        if is_secret(secret):
            kept = (await self._tools.store.users.settings(public_id(secret))).get("language", b"")
        return self._tools.service.repository.language_of(kept.decode(), *asked_languages(request))

    async def _static(self, request: web.Request) -> web.StreamResponse:
        """A file of the page: for good under its own version, else the newest one."""
        file = static_files().get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        current = request.match_info["version"] == static_version()
        headers = {"Cache-Control": FOREVER if current else "no-cache", "Vary": "Accept-Encoding"}
        body = file.body
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"], body = "gzip", file.gzipped
        return web.Response(body=body, content_type=file.kind, charset="utf-8", headers=headers)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        name, theme = request.match_info["name"], request.query.get("theme", "")
        found = self._tools.gallery.find(name)
        wanted = None
        if theme in THEMES or found is None:  # in another theme, or one that had to go: it is drawn again
            wanted = self._tools.gallery.request(name, theme if theme in THEMES else "")
        if wanted is None and found is None:
            wanted = await self._board_again(request)
        if wanted is not None:
            picture = await self._tools.painter.paint(wanted)
            headers = {"Cache-Control": "private, max-age=3600"}
            return web.Response(body=picture.content, content_type=picture.mime, headers=headers)
        if found is None:
            raise web.HTTPNotFound
        path, kind = found
        headers = {"Content-Type": kind, "Cache-Control": "private, max-age=604800, immutable"}
        if kind == "text/plain":
            headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": "attachment"}
        return web.FileResponse(path, headers=headers)

    async def _board_again(self, request: web.Request) -> BoardPicture | None:
        """The board of a message whose picture is gone, from the game itself; None if there is none."""
        room, game = room_name(request.query.get("room", "")), request.query.get("game", "")
        ply = request.query.get("ply", "")
        if room is None or not _GAME.fullmatch(game) or not (ply.isdecimal() and len(ply) < 8):
            return None
        story = await self._rooms.stories.find(PREFIX + room, game)
        if story is None or not (await self._rooms.room(room)).shows(request.match_info["name"]):
            return None  # only what stands in the room: strangers make no work
        theme = request.query.get("theme", "")
        return story.picture(int(ply), theme if theme in THEMES else "")

    # -- the socket ---------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        name = _room(request)
        secret = request.cookies.get(COOKIE, "")
        if not is_secret(secret):
            raise web.HTTPUnauthorized
        user, address = public_id(secret), self._guard.address(request)
        users = [known for known, _ in self._sockets.values()]
        near = [known for _, known in self._sockets.values()]
        if (
            len(users) >= MOST_PAGES
            or users.count(user) >= MOST_PAGES_EACH
            or near.count(address) >= MOST_PAGES_NEAR
        ):
            raise web.HTTPTooManyRequests
        since = request.query.get("since", "0")
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=LARGEST, timeout=2.0)
        await socket.prepare(request)
        self._sockets[socket] = user, address
        try:
            room = await self._rooms.open(name)
            asked = request.query.get("language", ""), *asked_languages(request)
            tongue = self._tools.service.repository.language_of(*asked)
            session = Session(socket, room, self._tools.service, self._tools.store, user, tongue)
            await session.serve(int(since) if since.isdecimal() and len(since) < 17 else 0)
        except StorageError as error:
            log.warning("room_not_opened room=%s error=%s", name, error)
            await socket.close(code=1013)
        finally:
            del self._sockets[socket]
        return socket

    # -- for those who watch --------------------------------------------------------------------------

    async def _found(self, request: web.Request) -> Story:
        game = _game(request.match_info["game"]) if "game" in request.match_info else ""
        story = await self._rooms.stories.find(PREFIX + _room(request), game)
        if story is None and not game:
            raise web.HTTPNoContent  # nobody has played here yet: no error to be logged in the browser
        if story is None:
            raise web.HTTPNotFound
        return story

    async def _story(self, request: web.Request) -> web.StreamResponse:
        story = await self._found(request)
        known = f"{story.game}.{story.version}.{story.finished}"
        if request.query.get("known") == known:
            return web.Response(status=204)
        shown: dict[str, Any] = {**story.shown(await self._language(request)), "known": known}
        return web.json_response(shown, headers={"Cache-Control": "no-store"})

    async def _story_board(self, request: web.Request) -> web.StreamResponse:
        """The board as it stood at one time."""
        story = await self._found(request)
        ply = request.match_info["ply"]
        step = story.step(int(ply)) if ply.isdecimal() and len(ply) < 8 else None
        if step is None:
            raise web.HTTPNotFound
        board = with_art(past_view(story.table, step.view))
        return web.json_response(board, headers={"Cache-Control": "private, max-age=600"})

    async def _art(self, request: web.Request) -> web.StreamResponse:
        """A sheet of sprites, or its index: its name changes with what is in it."""
        path = await self._art_files.file(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound
        kind = "image/webp" if path.suffix == ".webp" else "application/json"
        return web.FileResponse(path, headers={"Content-Type": kind, "Cache-Control": FOREVER})


def _room(request: web.Request) -> str:
    asked = request.match_info["room"]
    name = room_name(asked)
    if name is None:
        raise web.HTTPNotFound
    if name != asked and request.method == "GET" and "Upgrade" not in request.headers:
        raise web.HTTPFound(request.path.replace(f"/r/{asked}", f"/r/{quote(name)}", 1))
    return name


def _channel(request: web.Request) -> str:
    return PREFIX + _room(request)


def _game(text: str) -> str:
    if not _GAME.fullmatch(text):
        raise web.HTTPNotFound
    return text
