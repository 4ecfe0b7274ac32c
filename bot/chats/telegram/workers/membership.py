"""Which worker owns which chat, when several share one webhook address.

All workers read the same list and choose by the same rule, so all agree. A chat changes its owner at the
same moment for all of them: a new worker gets its share only after it has been on the list for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable

import aiohttp

from bot.chats.telegram.api.webhook import FOR, SECRET
from bot.tasks import end
from storage import StorageError
from storage.port import Workers

GROUP = "telegram"
BEAT = 1.0  # seconds between two heartbeats
LEASE = 5.0  # seconds without a heartbeat after which a worker is gone
SETTLED = 3.0  # seconds on the list until a worker gets its share: time for all others to read it
ANSWER = 30.0  # seconds that another worker may take for an update

Gained = Callable[[int], bool]  # whether a chat is this worker's and was another's before

log = logging.getLogger(__name__)


def chosen(workers: Iterable[str], chat: int) -> str:
    """The worker of a chat: when one goes, only its chats get others."""
    return max(workers, key=lambda worker: hashlib.sha256(f"{worker} {chat}".encode()).digest())


class Membership:
    """This worker among the others. Until it joins, it is alone and owns every chat."""

    def __init__(
        self, workers: Workers, address: str, secret: str, changed: Callable[[Gained], Awaitable[None]]
    ) -> None:
        self._workers = workers
        self.address = address
        self._secret = secret
        self._changed = changed
        self._run = secrets.token_hex(8)
        self._since: dict[str, float] = {}  # when each worker came, by our clock
        self._heard = 0.0  # when the list was last read
        self._shares: list[tuple[float, tuple[str, ...]]] = []  # from when on who had a share
        self._tasks: list[asyncio.Task[None]] = []
        self._session: aiohttp.ClientSession | None = None

    # -- owners ---------------------------------------------------------------------------------------

    @property
    def others(self) -> bool:
        """Whether there are other workers."""
        return len(self._since) > 1

    @property
    def ready(self) -> bool:
        """Whether the list is fresh: if not, others may own this worker's chats by now."""
        return not self.others or time.monotonic() < self._heard + LEASE

    def mine(self, chat: int) -> bool:
        """Whether this worker owns a chat."""
        return not self.others or self.owner(chat) == self.address

    def owner(self, chat: int) -> str:
        """The address of the worker that owns a chat."""
        return chosen(self._settled(), chat)

    def was_mine(self, chat: int, since: float) -> bool:
        """Whether this worker has owned a chat all the time since then."""
        had = [workers for at, workers in self._shares if at > since]
        earlier = [workers for at, workers in self._shares if at <= since]
        return all(chosen(workers, chat) == self.address for workers in (*earlier[-1:], *had) if workers)

    def _settled(self) -> tuple[str, ...]:
        now = time.monotonic()
        old = tuple(sorted(name for name, since in self._since.items() if now - since >= SETTLED))
        return old or tuple(sorted(self._since))

    # -- heartbeat ------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Join the list; raises StorageError."""
        if self._tasks:
            return
        contested = await self._beat()
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWER))
        if contested or self.others:  # every chat had another owner until now
            self._shares = [(time.monotonic(), ("",))]
        self._shares.append((time.monotonic(), self._settled()))
        self._tasks.append(asyncio.create_task(self._keep_beating()))

    async def leave(self) -> None:
        """Leave the list: the others share this worker's chats."""
        await end(*self._tasks)
        if self._session is not None:
            await self._session.close()
        if self._tasks:
            with contextlib.suppress(StorageError):
                await self._workers.sign_off(GROUP, self.address, run=self._run)

    async def _beat(self) -> bool:
        sent = time.monotonic()
        roll = await self._workers.beat(GROUP, self.address, run=self._run, lease=LEASE)
        self._since = {name: sent - age for name, age in roll.present.items()}
        self._heard = sent
        return roll.contested

    async def _keep_beating(self) -> None:
        working: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(BEAT)
            try:
                if await self._beat():
                    log.error("worker_address_taken address=%s setting=TELEGRAM_WORKER_URL", self.address)
            except StorageError as error:
                log.warning("workers_unknown error=%s", error)
            before, after = self._shares[-1][1], self._settled()
            if before != after and (working is None or working.done()):
                self._shares = [*self._shares[-20:], (time.monotonic(), after)]
                log.info("workers_changed workers=%d", len(after))
                working = asyncio.create_task(self._tell(before))
                self._tasks[1:] = [working]

    async def _tell(self, before: tuple[str, ...]) -> None:
        while True:
            try:
                await self._changed(lambda chat: self.mine(chat) and chosen(before, chat) != self.address)
                return
            except StorageError as error:
                log.warning("takeover_waits_for_store error=%s", error)
                await asyncio.sleep(BEAT)
            except Exception:  # the next change tries again
                log.exception("takeover_failed")
                return

    # -- handing over ---------------------------------------------------------------------------------

    async def hand(self, chat: int, content: bytes) -> bool:
        """Hand an update to the owner of a chat; False if it did not take it."""
        if self._session is None:
            return False
        headers = {SECRET: self._secret, FOR: str(chat), "Content-Type": "application/json"}
        try:
            async with self._session.post(self.owner(chat), data=content, headers=headers) as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.info("worker_unreachable chat=%d error=%s", chat, type(error).__name__)
            return False
