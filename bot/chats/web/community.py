"""Pages about a room's finished games, made on the server: the list with cards, the ladder, the month."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import escape
from urllib.parse import quote

from aiohttp import web

from bot.chats.web.static_files import static_address
from bot.conversation.commands.group.pages import GroupPage, GroupPages, ListedGame, TextTable
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.pictures import PictureRequest
from bot.pictures.painter import Painter

THEMES = ("day", "night")
LINKS = (("", "watch.room"), ("/games", "history.title"), ("/top", "web.top"), ("/daily", "daily.table"))
STYLES = ("tokens.css", "room.css", "community.css")
HEADERS = {"Cache-Control": "no-store"}
_GAME = re.compile(r"[a-z0-9]{1,12}")
_USER = re.compile(r"[a-z]{1,12}:[A-Za-z0-9:_-]{1,60}")

Room = Callable[[web.Request], str]
Language = Callable[[web.Request], Awaitable[str]]


class CommunityPages:
    """Answers the requests for these pages."""

    def __init__(self, pages: GroupPages, painter: Painter, channel_of: Room, language_of: Language) -> None:
        self._pages = pages
        self._painter = painter
        self._channel_of = channel_of
        self._language_of = language_of

    def routes(self) -> list[web.RouteDef]:
        """The addresses of the pages and of their pictures."""
        return [
            web.get("/r/{room}/games", self._games),
            web.get("/r/{room}/games/{game}.png", self._card),
            web.get("/r/{room}/top", self._top),
            web.get("/r/{room}/daily", self._daily),
            web.get("/r/{room}/player/{user}", self._player),
            web.get("/r/{room}/player/{user}/card.png", self._player_card),
        ]

    async def _texts(self, request: web.Request) -> Catalogue:
        """In the language of the address, or else of the reader."""
        return catalogue(request.query.get("language", "") or await self._language_of(request))

    async def _games(self, request: web.Request) -> web.StreamResponse:
        texts = await self._texts(request)
        games = await self._pages.games(texts, self._channel_of(request))
        body = "".join(_game(request, game) for game in games)
        empty = f"<p>{escape(texts.label('history.none'))}</p>"
        return _page(request, texts, texts.label("history.title"), body or empty)

    async def _card(self, request: web.Request) -> web.StreamResponse:
        game, texts = request.match_info["game"], await self._texts(request)
        if not _GAME.fullmatch(game):
            raise web.HTTPNotFound
        group = self._channel_of(request)
        return await self._picture(await self._pages.card(texts, group, game, _theme(request)))

    async def _top(self, request: web.Request) -> web.StreamResponse:
        texts = await self._texts(request)
        return _tables_page(request, texts, await self._pages.top(texts, self._channel_of(request)))

    async def _daily(self, request: web.Request) -> web.StreamResponse:
        texts = await self._texts(request)
        return _tables_page(request, texts, await self._pages.daily(texts, self._channel_of(request)))

    async def _player(self, request: web.Request) -> web.StreamResponse:
        texts, user = await self._texts(request), request.match_info["user"]
        found = await self._pages.player(texts, self._channel_of(request), user)
        if found is None:
            raise web.HTTPNotFound
        picture = _themed(f"{_base(request)}/player/{quote(user)}/card.png", found.title)
        return _tables_page(request, texts, found, picture)

    async def _player_card(self, request: web.Request) -> web.StreamResponse:
        texts, user = await self._texts(request), request.match_info["user"]
        group = self._channel_of(request)
        return await self._picture(await self._pages.player_card(texts, group, user, _theme(request)))

    async def _picture(self, wanted: PictureRequest | None) -> web.StreamResponse:
        if wanted is None:
            raise web.HTTPNotFound
        picture = await self._painter.paint(wanted)
        return web.Response(body=picture.content, content_type=picture.mime, headers=HEADERS)


def _theme(request: web.Request) -> str:
    asked = request.query.get("theme", "day")
    return asked if asked in THEMES else "day"


def _base(request: web.Request) -> str:
    return f"/r/{quote(request.match_info['room'])}"


def _themed(address: str, alt: str) -> str:
    """A picture by day, and another one for those who prefer the dark."""
    address, alt = escape(address, quote=True), escape(alt, quote=True)
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{address}?theme=night">'
    return (
        f'<picture>{dark}<img src="{address}" alt="{alt}" loading="lazy" width="1200" height="630"></picture>'
    )


def _game(request: web.Request, game: ListedGame) -> str:
    base = _base(request)
    names = " · ".join(
        f'<a href="{base}/player/{quote(user)}">{escape(name)}</a> {score}'
        if user and _USER.fullmatch(user)
        else f"{escape(name)} {score}"
        for user, name, score in game.players
    )
    return (
        f"<article><h2>{escape(game.day)}</h2><p>{names}</p>"
        f'<a href="{base}/watch/{game.game}">{_themed(f"{base}/games/{game.game}.png", game.line)}</a>'
        "</article>"
    )


def _table(table: TextTable) -> str:
    title = f"<h2>{escape(table.title)}</h2>" if table.title else ""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in table.heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in table.rows)
    return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _tables_page(request: web.Request, texts: Catalogue, page: GroupPage, above: str = "") -> web.Response:
    note = f"<p>{escape(page.note)}</p>" if page.note else ""
    return _page(request, texts, page.title, f"{above}{''.join(map(_table, page.tables))}{note}")


def _page(request: web.Request, texts: Catalogue, title: str, body: str) -> web.Response:
    base = _base(request)
    links = "".join(
        f'<a class="button" href="{base}{path}">{escape(texts.label(key))}</a>' for path, key in LINKS
    )
    styles = "".join(f'<link rel="stylesheet" href="{static_address(name)}">' for name in STYLES)
    text = (
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        f'<link rel="icon" href="{static_address("icon.svg")}">{styles}</head><body class="community">'
        f"<header><h1>{escape(title)}</h1><nav>{links}</nav></header><main>{body}</main></body></html>"
    )
    return web.Response(text=text, content_type="text/html", headers=HEADERS)
