"""Whether the store answers and every chat is connected. The report holds no secret."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from aiohttp import web

from bot.conversation.protocol.platform import Platform
from storage import StorageError, Store

PATIENCE = 3.0  # seconds for the store
FRESH = 1.0  # seconds that an answer of the store is reused


class Health:
    """The health of the store and the chats; `started` is set when all of them were opened."""

    def __init__(self, store: Store, chats: Sequence[Platform]) -> None:
        self._store = store
        self._chats = chats
        self.started = False
        self._one = asyncio.Lock()
        self._stored = False
        self._looked = float("-inf")

    async def report(self) -> dict[str, object]:
        """The state of each part, and in `ok` whether all of them work."""
        stored = await self._store_answers()
        chats = {chat.prefix.removesuffix(":"): chat.connected for chat in self._chats}
        well = self.started and stored and all(chats.values())
        return {"ok": well, "started": self.started, "store": stored, "chats": chats}

    async def answer(self, _: web.Request) -> web.StreamResponse:
        """The report: 200 if everything works, else 503."""
        report = await self.report()
        headers = {"Cache-Control": "no-store"}
        return web.json_response(report, status=200 if report["ok"] else 503, headers=headers)

    async def _store_answers(self) -> bool:
        async with self._one:
            if time.monotonic() - self._looked > FRESH:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._store.ping()
                    self._stored = True
                except (StorageError, TimeoutError):
                    self._stored = False
                self._looked = time.monotonic()
            return self._stored
