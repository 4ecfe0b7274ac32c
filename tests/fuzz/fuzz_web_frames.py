"""What a page sends through its socket: nothing that it says can end the session or make it fail."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bot.chats.web.files import Gallery
from bot.chats.web.rooms import Tools, WebRoom
from bot.chats.web.server import LARGEST
from bot.chats.web.socket import Session
from tests.fuzz import tables
from tests.fuzz.fuzz_web_requests import _Painter

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


class _Kept(Gallery):
    """A gallery without a folder."""

    def __init__(self) -> None:
        self._requests = {}  # type: ignore[assignment]

    async def put(self, content: bytes, kind: str) -> str:
        return f"{len(content)}.{kind}"


def fuzz(data: bytes) -> None:
    """A frame arrives at a fresh session."""

    stage = tables.stage()

    async def receive() -> list[dict[str, Any]]:
        room = WebRoom("tower", Tools(stage.service, stage.store, _Painter(), _Kept()))  # type: ignore[arg-type]
        socket: Any = None
        session = Session(socket, room, stage.service, stage.store, "web:anna", "en")  # type: ignore[arg-type]
        session.name = "Anna"
        room.enter(session)
        session._receive(tables.text_of(data)[:LARGEST])
        if session._work:
            await asyncio.gather(*session._work)
        return [session._unsent.get_nowait() for _ in range(session._unsent.qsize())]

    for sent in asyncio.run(receive()):
        assert sent["do"] != "failed"
        json.dumps(sent, ensure_ascii=False).encode()
