"""The page for addresses at which there is nothing."""

from __future__ import annotations

from html import escape

from aiohttp import web

from bot.chats.web.static_files import static_address
from bot.conversation.protocol.catalogue import Catalogue


def wants_page(request: web.Request) -> bool:
    """Whether a person looks at the answer, in a browser."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def not_found(texts: Catalogue, room: str) -> web.Response:
    """The page, with a way to a room."""
    title, why, way = (escape(texts.label(f"lost.{name}")) for name in ("title", "why", "way"))
    icon = static_address("icon.svg")
    text = (
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title}</title>'
        f'<link rel="icon" href="{icon}"><link rel="stylesheet" href="{static_address("tokens.css")}">'
        f'<link rel="stylesheet" href="{static_address("room.css")}"></head>'
        f'<body class="lost"><main><img src="{icon}" alt="" width="96" height="96">'
        f'<h1>{title}</h1><p>{why}</p><a class="button primary" href="/r/{room}">{way}</a>'
        "</main></body></html>"
    )
    headers = {"Cache-Control": "no-store"}
    return web.Response(status=404, text=text, content_type="text/html", headers=headers)
