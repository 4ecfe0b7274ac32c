"""Pages about a room's finished games, made on the server: the list with cards, the ladder, the month."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from html import escape
from urllib.parse import quote

from aiohttp import web

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.show import emoji
from bot.conversation.show.group import daily as daily_show
from bot.conversation.show.group import standings as show
from bot.conversation.show.group.result_card import card_of
from bot.conversation.show.words import Words
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.ladder import LADDERS
from bot.conversation.table.polls import daily_store
from bot.conversation.table.profile import profile_of
from bot.conversation.table.results import GameResult, decode_result
from bot.conversation.table.standings import ladders, seasons_of
from bot.pictures.painter import Painter
from storage.port import Store

GAMES = 12  # on a page
THEMES = ("day", "night")
LINKS = (("", "watch.room"), ("/games", "history.title"), ("/top", "web.top"), ("/daily", "daily.table"))
HEADERS = {"Cache-Control": "no-store"}
_GAME = re.compile(r"[a-z0-9]{1,12}")
_USER = re.compile(r"[a-z]{1,12}:[A-Za-z0-9:_-]{1,60}")

Room = Callable[[web.Request], str]
Language = Callable[[web.Request], Awaitable[str]]


class CommunityPages:
    """Answers the requests for these pages."""

    def __init__(self, store: Store, painter: Painter, channel_of: Room, language_of: Language) -> None:
        self._store = store
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

    async def _results(self, request: web.Request) -> list[GameResult]:
        return [decode_result(line) for line in await self._store.results.load(self._channel_of(request))]

    async def _games(self, request: web.Request) -> web.StreamResponse:
        texts = await self._texts(request)
        results = (await self._results(request))[-GAMES:][::-1]
        body = [self._game(request, texts, result) for result in results]
        empty = f"<p>{escape(texts.label('history.none'))}</p>"
        return _page(request, texts, texts.label("history.title"), "".join(body) or empty)

    def _game(self, request: web.Request, texts: Catalogue, result: GameResult) -> str:
        base = _base(request)
        names = " · ".join(
            f'<a href="{base}/player/{quote(seat.user)}">{escape(seat.name)}</a> {seat.score}'
            if seat.user and _USER.fullmatch(seat.user)
            else f"{escape(seat.name)} {seat.score}"
            for seat in sorted(result.seats, key=lambda seat: seat.place)
        )
        picture = f"{base}/games/{result.game}.png"
        return (
            f"<article><h2>{escape(show.day_of(texts, result.ended))}</h2><p>{names}</p>"
            f'<a href="{base}/watch/{result.game}">{_themed(picture, show.scores_line(result))}</a>'
            "</article>"
        )

    async def _card(self, request: web.Request) -> web.StreamResponse:
        game = request.match_info["game"]
        record = None
        if _GAME.fullmatch(game):
            record = await self._store.archive.load(self._channel_of(request), game)
        if record is None:
            raise web.HTTPNotFound
        try:
            history = GameHistory(record.channel, record.setup, record.log)
        except UNREADABLE:
            raise web.HTTPNotFound from None
        ended = history.ended
        if ended is None:
            raise web.HTTPNotFound
        words = Words(await self._texts(request), history.table)
        wanted = card_of(words, history, ended, _theme(request))
        return await self._picture(wanted)

    async def _top(self, request: web.Request) -> web.StreamResponse:
        texts, group = await self._texts(request), self._channel_of(request)
        seasons, found = await seasons_of(self._store, group), await ladders(self._store, group)
        parts = []
        for number in (max(found.seasons, default=0), -1):
            span = texts.label("top.all") if number < 0 else show.season_name(texts, number)
            for kind in LADDERS:
                entries = show.ranked(found.of(kind, number))
                if entries:
                    title = texts.label("top.title", ladder=texts.text(f"ladder.{kind}"), span=span)
                    heads = [texts.label(f"top.{head}") for head in show.HEADS]
                    rows = [show.row_of(place, one) for place, one in enumerate(entries)]
                    parts.append(f"<h2>{escape(title)}</h2>{_table(heads, rows)}")
        key = "top.empty" if seasons.on else "top.off"
        body = "".join(parts) or f"<p>{escape(texts.label(key))}</p>"
        return _page(request, texts, texts.label("web.top"), body)

    async def _daily(self, request: web.Request) -> web.StreamResponse:
        """The month's table of the position of the day."""
        texts, group = await self._texts(request), self._channel_of(request)
        setting = await daily_store.setting_of(self._store, group)
        rows = await daily_store.month_of(self._store, group, setting)
        title = texts.label("daily.table")
        if not rows:
            empty = markup.plain(texts.text("daily.no_table" if setting.on else "daily.none"))
            return _page(request, texts, title, f"<p>{escape(empty)}</p>")
        cells = [daily_show.month_cells(place, row) for place, row in enumerate(rows)]
        head = emoji.without(daily_show.month_title(texts, setting))
        body = f"<h2>{escape(head)}</h2>{_table(daily_show.month_heads(texts), cells)}"
        return _page(request, texts, title, f"{body}<p>{escape(texts.label('daily.points'))}</p>")

    async def _player(self, request: web.Request) -> web.StreamResponse:
        texts, user = await self._texts(request), request.match_info["user"]
        group = self._channel_of(request)
        found = profile_of(await self._results(request), await ladders(self._store, group), user)
        if found is None:
            raise web.HTTPNotFound
        facts = [(texts.label(f"profile.{name}"), value) for name, value in show.profile_facts(texts, found)]
        titles = listed(texts, show.title_words(texts, found))
        rows = [*facts, *([(texts.label("profile.titles"), titles)] if titles else [])]
        picture = _themed(f"{_base(request)}/player/{quote(user)}/card.png", found.name)
        return _page(request, texts, found.name, picture + _table([], rows))

    async def _player_card(self, request: web.Request) -> web.StreamResponse:
        texts, group = await self._texts(request), self._channel_of(request)
        results = await self._results(request)
        found = profile_of(results, await ladders(self._store, group), request.match_info["user"])
        if found is None:
            raise web.HTTPNotFound
        return await self._picture(show.profile_picture(texts, found, _theme(request)))

    async def _picture(self, wanted: PictureRequest) -> web.StreamResponse:
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


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _page(request: web.Request, texts: Catalogue, title: str, body: str) -> web.Response:
    base = _base(request)
    links = "".join(
        f'<a class="button" href="{base}{path}">{escape(texts.label(key))}</a>' for path, key in LINKS
    )
    text = (
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        '<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/tokens.css">'
        '<link rel="stylesheet" href="/static/room.css">'
        '<link rel="stylesheet" href="/static/community.css"></head><body class="community">'
        f"<header><h1>{escape(title)}</h1><nav>{links}</nav></header><main>{body}</main></body></html>"
    )
    return web.Response(text=text, content_type="text/html", headers=HEADERS)
