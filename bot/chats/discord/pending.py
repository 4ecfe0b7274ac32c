"""Deferred interactions, and channels that are owed a message. The store keeps both for a later process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from weakref import WeakValueDictionary

from storage import StorageError
from storage.port import Owed, Users

NAME = "discord.press."  # of the channel's setting, before the number of the interaction
PATIENCE = 1.0  # seconds that a slow store may delay an acknowledgement

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PendingPress:
    """A deferred interaction: what another process needs to answer it. Nothing in it names the user."""

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
    """A channel is on the store's list while it does not show what is saved, or an interaction is deferred.

    What is saved comes onto the list with the save. It is taken off with the note of the last message that is
    on its way there.
    """

    def __init__(self, users: Users, owed: Owed) -> None:
        self._users = users
        self._owed = owed
        self._running: Counter[str] = Counter()  # commands, deferred interactions and messages of a channel
        self._listed: set[str] = set()  # channels that this process has put on the list by itself
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.unpaid: set[str] = set()  # channels that do not show what is saved

    def _lock(self, channel: str) -> asyncio.Lock:
        return self._locks.setdefault(channel, asyncio.Lock())

    def began(self, channel: str) -> None:
        """Something runs there that keeps the channel on the list."""
        self._running[channel] += 1

    def ended(self, channel: str) -> None:
        """It runs no more."""
        self._running[channel] -= 1
        if not self._running[channel]:
            del self._running[channel]

    @contextlib.contextmanager
    def held(self, channel: str) -> Iterator[None]:
        """Keep a channel on the list meanwhile."""
        self.began(channel)
        try:
            yield
        finally:
            self.ended(channel)

    @contextlib.asynccontextmanager
    async def working(self, channel: str) -> AsyncIterator[None]:
        """The same around a command, which begins when the channel is not just being taken off the list."""
        with self.held(channel):
            async with self._lock(channel):
                pass
            yield

    @contextlib.asynccontextmanager
    async def settling(self, channel: str) -> AsyncIterator[bool]:
        """While a posted message is noted: yields whether the channel is not owed anything after it."""
        async with self._lock(channel):
            settled = self._running[channel] <= 1 and channel not in self.unpaid
            yield settled
            if settled:
                self._listed.discard(channel)

    async def begin(self, channel: str, press: PendingPress) -> None:
        """List an interaction before it is deferred; a store that is down does not stop it."""
        self.began(channel)
        self._listed.add(channel)
        try:
            async with asyncio.timeout(PATIENCE), self._lock(channel):
                await self._users.set_channel_setting(channel, press.name, press.encode(), owed=True)
        except (StorageError, TimeoutError) as error:
            log.warning("press_not_listed channel=%s error=%s", channel, error)

    async def end(self, channel: str, press: PendingPress) -> None:
        """The interaction is answered."""
        with contextlib.suppress(StorageError):  # one too many on the list is harmless
            async with self.settling(channel) as settled:
                await self._users.set_channel_setting(channel, press.name, None, settled=settled)
        self.ended(channel)

    @contextlib.asynccontextmanager
    async def posting(self, channel: str) -> AsyncIterator[None]:
        """Keep a channel on the list while something is posted there that is not of a command."""
        async with self.working(channel):
            with contextlib.suppress(StorageError):
                self._listed.add(channel)
                await self._owed.add(channel)
            yield
        await self.settle(channel)

    async def settle(self, channel: str) -> None:
        """Take a channel off the list, if nothing runs there and this process has put it there."""
        with contextlib.suppress(StorageError):
            async with self._lock(channel):
                if channel in self._listed and channel not in self._running and channel not in self.unpaid:
                    self._listed.discard(channel)
                    await self._owed.settle(channel)

    async def paid(self, channel: str) -> None:
        """The channel shows what is saved."""
        self.unpaid.discard(channel)
        self._listed.add(channel)
        await self.settle(channel)

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
