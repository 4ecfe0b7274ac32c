"""How updates reach the bot: it asks for them, or the server pushes them to its webhook."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import Any

import aiohttp

from tests.support.telegram.refusals import Refusal


class Deliveries:
    """The updates that the bot has not confirmed, and the events of chats that others wait for."""

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []
        self.next_update = 5000
        self.delivered: dict[str, float] = {}  # a press: when the bot got it
        self.twice = False  # every update is delivered two times
        self.webhook: tuple[str, str] | None = None
        self.held: list[dict[str, Any]] | None = None  # updates that the webhook is to get out of order
        self._waiting: dict[int, set[asyncio.Event]] = defaultdict(set)
        self._poller = 0
        self._pushing: set[asyncio.Task[None]] = set()

    def tell(self, chat: int) -> None:
        """Wake up those that wait for something to happen in a chat; 0 stands for the bot's own waiting."""
        for event in self._waiting[chat]:
            event.set()

    async def wait(self, chat: int, patience: float) -> None:
        """Wait until something happens in a chat, or for so many seconds."""
        event = asyncio.Event()
        self._waiting[chat].add(event)
        try:
            await asyncio.wait_for(event.wait(), patience)
        except TimeoutError:
            pass
        finally:
            self._waiting[chat].discard(event)

    def release(self) -> None:
        """Deliver to the webhook what was held back, the latest first."""
        held, self.held = self.held or [], None
        for update in reversed(held):
            self._push(update)

    async def update(self, **content: Any) -> int:
        """Something has happened that the bot should know."""
        self.next_update += 1
        update = {"update_id": self.next_update, **content}
        self.updates.append(update)
        if self.held is not None:
            self.held.append(update)
        elif self.webhook:
            self._push(update)
        self.tell(0)
        return self.next_update

    async def end_pushes(self) -> None:
        """Stop pushing updates to the webhook."""
        for task in self._pushing:
            task.cancel()
        await asyncio.gather(*self._pushing, return_exceptions=True)

    # -- requests -----------------------------------------------------------------------------------

    async def _getWebhookInfo(self, _: dict[str, Any]) -> Any:  # noqa: N802
        url = self.webhook[0] if self.webhook else ""
        return {"url": url, "has_custom_certificate": False, "pending_update_count": 0}

    async def _deleteWebhook(self, _: dict[str, Any]) -> Any:  # noqa: N802
        self.webhook = None
        return True

    async def _setWebhook(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        self.webhook = (fields["url"], fields.get("secret_token", "")) if fields["url"] else None
        for update in self.updates:
            self._push(update)
        return True

    async def _getUpdates(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if self.webhook:
            raise Refusal(409, "Conflict: can't use getUpdates method while webhook is active")
        self._poller += 1  # the newest poller is served, the one before is sent away
        mine = self._poller
        self.tell(0)
        offset = fields.get("offset", 0)
        self.updates = [update for update in self.updates if update["update_id"] >= offset]
        end = time.monotonic() + min(fields.get("timeout", 0), 2)
        while not self.updates and mine == self._poller and (left := end - time.monotonic()) > 0:
            await self.wait(0, left)
        if mine != self._poller:
            raise Refusal(409, "Conflict: terminated by other getUpdates request")
        batch = self.updates[: fields.get("limit", 100)]
        self._note_delivery(batch)
        return [one for update in batch for one in ([update, update] if self.twice else [update])]

    def _note_delivery(self, batch: list[dict[str, Any]]) -> None:
        for update in batch:
            if "callback_query" in update:
                self.delivered.setdefault(update["callback_query"]["id"], time.monotonic())

    def _push(self, update: dict[str, Any]) -> None:
        async def push(url: str, secret: str) -> None:
            headers = {"X-Telegram-Bot-Api-Secret-Token": secret}
            async with aiohttp.ClientSession() as session:
                for _ in range(1 + self.twice):
                    for wait in range(100):
                        try:
                            async with session.post(url, json=update, headers=headers) as response:
                                if response.status == 200:
                                    break
                        except aiohttp.ClientError:
                            pass
                        await asyncio.sleep(min(1.0, 0.05 * (wait + 1)))
            self.updates = [one for one in self.updates if one is not update]

        assert self.webhook is not None
        self._note_delivery([update])
        task = asyncio.create_task(push(*self.webhook))
        self._pushing.add(task)
        task.add_done_callback(self._pushing.discard)
