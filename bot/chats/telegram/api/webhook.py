"""The server for updates from Telegram and other workers. What is not answered with 200 comes again."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.operations.urls import ANYWHERE, link
from bot.settings import Settings

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the name of a header
FOR = "X-Bastide-Chat"  # the header with the chat of an update that another worker hands over
LARGEST = 1 << 20  # bytes of an update
AGAIN = {"Retry-After": "1"}  # seconds; Telegram obeys

Take = Callable[[dict[str, Any], bytes, int | None], Awaitable[bool]]


class Webhook:
    """A small server with one path."""

    def __init__(self, path: str, secret: str, take: Take) -> None:
        self._path = path
        self._secret = secret.encode()
        self._take = take
        self._runner: web.AppRunner | None = None
        self.open = False

    async def listen(self, host: str, port: int) -> None:
        """Listen, but answer 503 until `open` is set; raises OSError if the port is taken."""
        if self._runner is not None:
            return
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(self._path, self._post)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, host, port).start()
        self._runner = runner

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _post(self, request: web.Request) -> web.Response:
        given = request.headers.get(SECRET, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=403)
        if not self.open:
            return web.Response(status=503, headers=AGAIN)
        try:
            content = await request.read()
            update = json.loads(content)
            chat = int(request.headers[FOR]) if FOR in request.headers else None
        except (ConnectionError, ValueError):  # cut off, or not an update
            return web.Response(status=400)
        if not isinstance(update, dict):
            return web.Response(status=400)
        taken = await self._take(update, content, chat)
        return web.Response() if taken else web.Response(status=503, headers=AGAIN)


def webhook_path(settings: Settings) -> str:
    """The path under which updates come."""
    return urlsplit(settings.telegram_webhook_url).path or "/"


def worker_address(settings: Settings) -> str:
    """The address by which other workers reach this one."""
    host = settings.telegram_webhook_host
    if host in ANYWHERE:
        try:
            host = socket.gethostbyname(socket.gethostname())
        except OSError:
            host = "127.0.0.1"
    base = settings.telegram_worker_url or link(host, settings.telegram_webhook_port)
    return base + webhook_path(settings)
