"""What a page sends through its socket: nothing that it says can end the session or make it fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import WSMessage, WSMsgType

from bot.chats.web.files import PictureFiles
from bot.chats.web.rooms import Tools, WebRoom
from bot.chats.web.server import LARGEST
from bot.chats.web.socket import Session
from tests.fuzz import tables
from tests.fuzz.fuzz_web_requests import NoPainter

SEEDS = [
    b'{"do": "say", "text": "/play 1a nobody", "n": 1}',
    b'{"do": "say", "text": "hello <b>", "n": 2}',
    b'{"do": "press", "token": "g1:13:a0", "text": "5", "n": 3}',
    b'{"do": "name", "name": "Eve", "n": 4}',
    b'{"do": "suggest", "text": "/play ", "n": 5}',
    b'{"do": "dismiss", "id": "m1", "n": 6}',
    b'{"do": ["say"], "n": {}}',
    b'{"do": "say", "text": "\\ud800", "n": 1e400}',
    b"[" * 4000,
]


class NoFiles(PictureFiles):
    """Picture files without a folder."""

    def __init__(self) -> None:
        self._requests = {}  # type: ignore[assignment]

    async def put(self, content: bytes, kind: str) -> str:
        return f"{len(content)}.{kind}"


class Page(Session):
    """A session that keeps what it sends."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sent: list[dict[str, Any]] = []

    def send(self, data: dict[str, Any]) -> None:
        self.sent.append(data)


async def frames(text: str) -> AsyncIterator[WSMessage]:
    """A socket that brings one frame and closes."""
    yield WSMessage(WSMsgType.TEXT, text, None)


def fuzz(data: bytes) -> None:
    """A frame arrives at a new session."""

    setup, log = tables.stored()

    async def receive() -> list[dict[str, Any]]:
        stage = await tables.stage(setup, log)
        await stage.store.users.set_setting("web:anna", "web_name", b"Anna")
        room = WebRoom("tower", Tools(stage.service, stage.store, NoPainter(), NoFiles()))  # type: ignore[arg-type]
        socket = frames(tables.text_of(data)[:LARGEST])
        page = Page(socket, room, stage.service, stage.store, "web:anna", "en")
        await page.serve(0)
        return page.sent

    for sent in asyncio.run(receive()):
        assert sent["do"] != "failed"
        json.dumps(sent, ensure_ascii=False).encode()
