"""The room's server on a real socket: no answer is an error of ours, and the next request is served."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from bot.chats.web.files import PictureFiles
from bot.chats.web.identity import COOKIE, new_secret
from bot.chats.web.rooms import Tools
from bot.chats.web.server import WebChat
from bot.operations.health import Health
from tests.fuzz import tables

PATIENCE = 0.5  # seconds: a request that promises more than it brings is waited for
SECRET = new_secret()
SOCKET = (
    "GET /r/tower/socket?since=1 HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    f"Cookie: {COOKIE}={SECRET}\r\n\r\n"
)
PATHS = (
    *(
        "/",
        "/r/tower",
        "/r/Tower/watch",
        "/r/%D0%B1",
        "/r/tower/story/g1",
        "/r/tower/story/g1/3.json",
    ),
    *(
        "/p/0.png",
        "/static/0/room.js",
        "/static/0/..%2f..%2fsettings.py",
        "/r/tower/story?known=x",
        "/r//socket",
    ),
)
SEEDS = [
    *(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: bg;q=1\r\n\r\n".encode()
        for path in PATHS
    ),
    b"POST /me HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /me HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\n\r\n",
    f"GET /r/tower/story/g1/{'9' * 5000}.json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
    SOCKET.encode() + b"\x81\x85\x00\x00\x00\x00hello",
]


class NoPainter:
    """A painter without pictures: they are not under test here."""

    async def paint(self, _: Any, **__: Any) -> Any:
        raise LookupError("no picture")


@cache
def server() -> tuple[asyncio.Runner, int]:
    """The server, at work in a loop that runs while something is asked."""
    runner = asyncio.Runner()
    folder = Path(tempfile.mkdtemp(prefix="bastide-fuzz-"))
    stage = runner.run(tables.stage(*tables.stored()))
    tools: Any = Tools(stage.service, stage.store, NoPainter(), PictureFiles(folder))  # type: ignore[arg-type]
    web = WebChat(tools, Health(tools.store, ()))
    runner.run(web.start(0))
    return runner, web.port


async def ask(port: int, data: bytes) -> bytes:
    """Send bytes and the end of a request, and read what comes first."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data + b"\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            return await reader.read(65536)
    except (ConnectionError, OSError, TimeoutError):
        return b""
    finally:
        writer.close()


def fuzz(data: bytes) -> None:
    """Send it; a server error would show as 5xx."""
    runner, port = server()
    answer = runner.run(ask(port, data))
    assert not answer.startswith(b"HTTP/1.1 5"), answer[:300]
    assert not answer.startswith(b"HTTP/1.0 5"), answer[:300]
