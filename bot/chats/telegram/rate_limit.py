"""The rate limit of a chat: never more than Telegram allows in any minute, in bursts and then evenly."""

from __future__ import annotations

from aiolimiter import AsyncLimiter

GROUP = 20  # messages and edits a minute in a group
BURST = 0.2  # of a minute's share may go at once; the rest flows evenly, so any minute keeps the limit
ALONE = 60  # a minute in a private chat: one a second
FREE = 4  # items that can wait are sent when so many more could be sent at once


class ChatRate:
    """A permit for one request at a time; a permit that was not used stays."""

    def __init__(self, per_minute: float, *, used_up: bool = False) -> None:
        """With `used_up` there is no burst at first: another worker may have used it."""
        burst = max(1.0, per_minute * BURST)
        self._used_up = used_up
        self._limiter = AsyncLimiter(burst, 60 * burst / max(0.1, per_minute - burst))
        self._permits = 0

    @property
    def at_ease(self) -> bool:
        """Whether items that can wait may be sent."""
        return not self._used_up and self._limiter.has_capacity(min(FREE, self._limiter.max_rate))

    async def ready(self) -> None:
        """Wait for a permit and keep it."""
        if self._used_up:
            self._used_up = False
            await self._limiter.acquire(self._limiter.max_rate)
        if not self._permits:
            await self._limiter.acquire()
            self._permits += 1

    async def take(self) -> None:
        """Use the permit; wait for one if there is none."""
        await self.ready()
        self._permits -= 1
