"""The page for addresses at which there is nothing."""

from __future__ import annotations

from html import escape

from aiohttp import web

from bot.conversation.protocol.catalogue import Catalogue


def wants_page(request: web.Request) -> bool:
    """Whether a person looks at the answer, in a browser."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def not_found(texts: Catalogue, room: str) -> web.Response:
    """The page, with a way to a room."""
    title, why, way = (escape(texts.label(f"lost.{name}")) for name in ("title", "why", "way"))
    text = (
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title}</title>'
        '<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/tokens.css">'
        '<link rel="stylesheet" href="/static/room.css"></head>'
        '<body class="lost"><main><img src="/static/icon.svg" alt="" width="96" height="96">'
        f'<h1>{title}</h1><p>{why}</p><a class="button primary" href="/r/{room}">{way}</a>'
        "</main></body></html>"
    )
    headers = {"Cache-Control": "no-store"}
    return web.Response(status=404, text=text, content_type="text/html", headers=headers)
