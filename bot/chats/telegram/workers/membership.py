"""Which worker sees to which chat, when several stand behind one webhook address.

All workers read the same roll and choose by the same rule, so all agree. A chat changes hands at the same
moment for everybody: a worker that comes new gets its share only after it has been on the roll for a while.
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

from bot.tasks import end
from storage import StorageError
from storage.port import Workers

GROUP = "telegram"
BEAT = 1.0  # seconds between two signs of life
LEASE = 5.0  # seconds without one after which a worker is gone
SETTLED = 3.0  # seconds on the roll until a worker gets its share: time for all others to read of it
ANSWER = 30.0  # seconds that another worker may take for an update
SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the name of a header
FOR = "X-Bastide-Chat"  # handed over by another worker, for this chat

Gained = Callable[[int], bool]  # whether a chat is this worker's that was another's before

log = logging.getLogger(__name__)


def chosen(workers: Iterable[str], chat: int) -> str:
    """The worker of a chat: when one goes, only its chats get others."""
    return max(workers, key=lambda worker: hashlib.sha256(f"{worker} {chat}".encode()).digest())


class Sharing:
    """This worker among the others. Until it joins, it is alone and sees to everything."""

    def __init__(
        self, workers: Workers, address: str, secret: str, changed: Callable[[Gained], Awaitable[None]]
    ) -> None:
        self._workers = workers
        self.address = address
        self._secret = secret
        self._changed = changed
        self._run = secrets.token_hex(8)
        self._since: dict[str, float] = {}  # when each worker came, by our clock
        self._heard = 0.0  # when we last read the roll
        self._shares: list[tuple[float, tuple[str, ...]]] = []  # from when on who had a share
        self._tasks: list[asyncio.Task[None]] = []
        self._session: aiohttp.ClientSession | None = None

    # -- who sees to what -----------------------------------------------------------------------------

    @property
    def others(self) -> bool:
        """Whether there are other workers."""
        return len(self._since) > 1

    @property
    def ready(self) -> bool:
        """Whether the roll is fresh enough to go by: if not, others may have got our share."""
        return not self.others or time.monotonic() < self._heard + LEASE

    def mine(self, chat: int) -> bool:
        """Whether this worker sees to a chat."""
        return not self.others or self.owner(chat) == self.address

    def owner(self, chat: int) -> str:
        """The address of the worker that sees to a chat."""
        return chosen(self._settled(), chat)

    def was_mine(self, chat: int, since: float) -> bool:
        """Whether a chat was this worker's all the time since then."""
        had = [workers for at, workers in self._shares if at > since]
        earlier = [workers for at, workers in self._shares if at <= since]
        return all(chosen(workers, chat) == self.address for workers in (*earlier[-1:], *had) if workers)

    def _settled(self) -> tuple[str, ...]:
        now = time.monotonic()
        old = tuple(sorted(name for name, since in self._since.items() if now - since >= SETTLED))
        return old or tuple(sorted(self._since))

    # -- being there ----------------------------------------------------------------------------------

    async def join(self) -> None:
        """Get on the roll; raises StorageError."""
        if self._tasks:
            return
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWER))
        contested = await self._beat()
        if contested or self.others:  # whatever we get now was somebody's until now
            self._shares = [(time.monotonic(), ("",))]
        self._shares.append((time.monotonic(), self._settled()))
        self._tasks.append(asyncio.create_task(self._keep_beating()))

    async def leave(self) -> None:
        """Get off the roll: the others share what was ours."""
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
                    log.error(
                        "%s is the address of another worker too: set TELEGRAM_WORKER_URL", self.address
                    )
            except StorageError as error:
                log.warning("the other workers are not heard of: %s", error)
            before, after = self._shares[-1][1], self._settled()
            if before != after and (working is None or working.done()):
                self._shares = [*self._shares[-20:], (time.monotonic(), after)]
                log.info("Telegram: %d workers share the chats", len(after))
                working = asyncio.create_task(self._tell(before))
                self._tasks[1:] = [working]

    async def _tell(self, before: tuple[str, ...]) -> None:
        while True:
            try:
                await self._changed(lambda chat: self.mine(chat) and chosen(before, chat) != self.address)
                return
            except StorageError as error:
                log.warning("what other workers left must wait for the store: %s", error)
                await asyncio.sleep(BEAT)
            except Exception:  # the next change tries again
                log.exception("what other workers left could not be looked through")
                return

    # -- handing over ---------------------------------------------------------------------------------

    async def hand(self, chat: int, content: bytes) -> bool:
        """Give an update to the worker of a chat; False if it did not take it."""
        if self._session is None:
            return False
        headers = {SECRET: self._secret, FOR: str(chat), "Content-Type": "application/json"}
        try:
            async with self._session.post(self.owner(chat), data=content, headers=headers) as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.info("the worker of chat %d does not answer: %s", chat, type(error).__name__)
            return False
