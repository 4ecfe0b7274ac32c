"""Which requests are allowed: those to this server's names, from its own pages; and security headers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.operations.urls import LOOPBACK

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def host_of(text: str) -> str:
    """The host of `host:port`, in lower case and without brackets."""
    try:
        return (urlsplit(f"//{text}").hostname or "").lower()
    except ValueError:
        return ""


def _is_plain(request: web.Request) -> bool:
    """Whether the headers of the socket are ASCII: the library cannot read others."""
    about = ("upgrade", "connection", "sec-websocket")
    said = [value for name, value in request.headers.items() if name.lower().startswith(about)]
    return all(value.isascii() for value in said)


class NoBadRequests(logging.Filter):
    """Drops the traceback of a request that cannot be read: such requests come by themselves."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, HttpProcessingError)


http_log = logging.getLogger(__name__)
http_log.addFilter(NoBadRequests())


class Guard:
    """Allows requests to this server's names; those that change something only from its own pages."""

    def __init__(self, bound_to: str, public_url: str, also: frozenset[str] = frozenset()) -> None:
        """`also`: origins under which platforms show our pages."""
        self._public = urlsplit(public_url)
        self._also = also
        self._names: frozenset[str] | None = None  # None: any
        if bound_to.lower() in LOOPBACK:  # a foreign name that leads here is a trick
            self._names = LOOPBACK | {self._public.hostname or "localhost"}

    @property
    def secure(self) -> bool:
        """Whether users connect by TLS."""
        return self._public.scheme == "https"

    def knows(self, request: web.Request) -> bool:
        """Whether the request is for one of this server's names."""
        return self._names is None or host_of(request.host) in self._names

    def address(self, request: web.Request) -> str:
        """Where a request comes from: behind a proxy, what the proxy says."""
        said = request.headers.get("X-Forwarded-For", "") if self._public.netloc else ""
        return said.rpartition(",")[2].strip()[:60] or request.remote or ""

    def from_our_page(self, request: web.Request) -> bool:
        """Whether a page of this server has sent the request."""
        origin = request.headers.get("Origin", "")
        if origin in self._also:
            return request.path.startswith("/app/")
        if self._public.netloc and origin.lower() == f"{self._public.scheme}://{self._public.netloc}".lower():
            return True
        try:
            found = urlsplit(origin)
        except ValueError:  # a bracket that is not closed
            return False
        return found.scheme in ("http", "https") and found.netloc.lower() == request.host.lower()

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is not allowed; add the security headers."""
        if not self.knows(request):
            return web.Response(status=421, text="This room is known by another name.\n")
        upgrade = request.headers.get("Upgrade", "").lower() == "websocket"
        if (upgrade or request.method not in ("GET", "HEAD")) and not self.from_our_page(request):
            return web.Response(status=403, text="That did not come from a page of this room.\n")
        if not _is_plain(request):
            return web.Response(status=400, text="That cannot be read.\n")
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(HEADERS)
            raise
        if not response.prepared:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)  # a page that is shown in a frame says by whom
        return response
