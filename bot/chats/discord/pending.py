"""Interactions at work and channels that are owed a message. Both stand in the store, for a later process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from weakref import WeakValueDictionary

from storage import StorageError
from storage.port import Owed, Users

NAME = "discord.press."  # of the channel's setting, before the number of the interaction
PATIENCE = 1.0  # seconds that a slow store may delay an acknowledgement
POST = 0  # stands for a message that no interaction asked for

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PendingPress:
    """An interaction at work: what another process needs to answer it. Nothing in it names the user."""

    id: int
    token: str  # of the interaction: it answers this one and ends after a quarter of an hour
    command: bool
    locale: str
    shard: int
    at: float

    @property
    def name(self) -> str:
        """The setting of the channel that holds it."""
        return f"{NAME}{self.id}"

    def encode(self) -> bytes:
        """The press as it is saved."""
        return json.dumps(asdict(self)).encode()


def decode_press(content: bytes) -> PendingPress | None:
    """A saved press, or None if it cannot be read."""
    try:
        data = json.loads(content)
        where = str(data["token"]), bool(data["command"]), str(data["locale"])
        return PendingPress(int(data["id"]), *where, int(data["shard"]), float(data["at"]))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None


class PendingAnswers:
    """A channel is on the store's list while an answer is pending there, or a message could not be posted."""

    def __init__(self, users: Users, owed: Owed) -> None:
        self._users = users
        self._owed = owed
        self._running: dict[str, list[int]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.unpaid: set[str] = set()  # channels that do not show what is saved

    def _lock(self, channel: str) -> asyncio.Lock:
        return self._locks.setdefault(channel, asyncio.Lock())

    async def begin(self, channel: str, press: PendingPress) -> None:
        """List an interaction before it is acknowledged; a store that is down does not stop it."""
        self._running.setdefault(channel, []).append(press.id)
        try:
            async with asyncio.timeout(PATIENCE), self._lock(channel):
                await self._users.set_channel_setting(channel, press.name, press.encode(), owed=True)
        except (StorageError, TimeoutError) as error:
            log.warning("press_not_listed channel=%s error=%s", channel, error)

    async def end(self, channel: str, press: PendingPress) -> None:
        """The interaction is answered."""
        with contextlib.suppress(StorageError):  # one too many on the list is harmless
            async with self._lock(channel):
                settled = self._finished(channel, press.id)
                await self._users.set_channel_setting(channel, press.name, None, settled=settled)

    @contextlib.asynccontextmanager
    async def posting(self, channel: str) -> AsyncIterator[None]:
        """Keep a channel on the list while something is posted there."""
        self._running.setdefault(channel, []).append(POST)
        with contextlib.suppress(StorageError):
            async with self._lock(channel):
                await self._owed.add(channel)
        try:
            yield
        finally:
            with contextlib.suppress(StorageError):
                async with self._lock(channel):
                    if self._finished(channel, POST):
                        await self._owed.settle(channel)

    async def paid(self, channel: str) -> None:
        """The channel shows what is saved."""
        self.unpaid.discard(channel)
        async with self._lock(channel):
            if channel not in self._running:
                await self._owed.settle(channel)

    def _finished(self, channel: str, number: int) -> bool:
        """Remove one that was running; whether the channel is not owed anything now."""
        running = self._running.get(channel, [])
        if number in running:
            running.remove(number)
        if not running:
            self._running.pop(channel, None)
        return not running and channel not in self.unpaid

    async def listed(self) -> list[str]:
        """The channels on the list, of all platforms."""
        return await self._owed.all()

    def busy(self, channel: str) -> bool:
        """Whether something is being answered or posted there just now."""
        return channel in self._running

    async def left(self, channel: str) -> list[PendingPress]:
        """The interactions that another process has begun and not answered."""
        kept = await self._users.channel_settings(channel)
        found = [decode_press(content) for name, content in kept.items() if name.startswith(NAME)]
        return [press for press in found if press is not None]

    async def drop(self, channel: str, press: PendingPress) -> None:
        """Remove an interaction that another process has left."""
        with contextlib.suppress(StorageError):
            await self._users.set_channel_setting(channel, press.name, None)
