"""The rate limit of a chat: never more than Telegram allows in any minute, a few at once and then evenly."""

from __future__ import annotations

import asyncio
from collections import deque

GROUP = 20  # messages and edits a minute in a group
BURST = 0.3  # of a minute's share may go at once
HANDED_OVER = 0.4  # of a minute's share: what another worker may have sent at once
ALONE = 60  # a minute in a private chat: one a second
MINUTE = 60.5  # seconds: requests may reach Telegram closer together than they were sent
EAGER = 0.9  # of the pace that would last: people are rarely quick for a whole minute
SOON = 0.001  # seconds that are not waited for


class ChatRate:
    """A permit for one request at a time; a permit that was not used stays.

    A chat that was quiet for a while may send some at once. After that the pace follows from the requests of
    the last minute, so that there is no long wait until the oldest of them do not count any more.
    """

    def __init__(self, per_minute: float, *, used_up: bool = False) -> None:
        """With `used_up` another worker may have used the whole share just now."""
        self._limit = max(1, int(per_minute))
        self._burst = max(1.0, self._limit * BURST)
        self._sent: deque[float] = deque()
        self._credit, self._counted = self._burst, 0.0
        self._permits = 0
        if used_up:
            self._assume_used()

    @property
    def is_quiet(self) -> bool:
        """Whether items that can wait may be sent: the chat is quiet."""
        self.wait()
        return len(self._sent) <= self._limit / 2 and self._credit >= self._burst

    def wait(self) -> float:
        """The seconds until the next request may be sent."""
        now = asyncio.get_running_loop().time()
        while self._sent and self._sent[0] <= now - MINUTE:
            self._sent.popleft()
        earned, self._counted = now - self._counted, now
        free = self._limit - len(self._sent)
        if len(self._sent) < self._burst:
            self._credit = min(self._burst, self._credit + earned * self._limit / MINUTE)
            return 0.0
        lasting = max((at + MINUTE - now) / (free + place) for place, at in enumerate(self._sent, 1))
        pace = EAGER * lasting
        self._credit = min(self._burst, self._credit + earned / pace)
        full = self._sent[0] + MINUTE - now if free <= 0 else 0.0
        return max(full, (1 - self._credit) * pace)

    async def ready(self) -> None:
        """Wait for a permit and keep it."""
        while not self._permits:
            if (wait := self.wait()) > SOON:
                await asyncio.sleep(wait)
                continue
            self._sent.append(self._counted)
            self._credit = max(0.0, self._credit - 1)
            self._permits += 1

    async def take(self) -> None:
        """Use the permit; wait for one if there is none."""
        await self.ready()
        self._permits -= 1

    def _assume_used(self) -> None:
        """Count a share that another worker may have used: some just now, the rest evenly before."""
        now = self._counted = asyncio.get_running_loop().time()
        even = max(1, round(self._limit * (1 - HANDED_OVER)))
        self._sent.extend(now - MINUTE + MINUTE * place / even for place in range(1, even + 1))
        self._sent.extend(now for _ in range(self._limit - even))
        self._credit = 0.0
