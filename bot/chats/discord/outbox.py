"""Every channel gets its messages in order, one at a time; channels do not wait for each other."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from bot.conversation.protocol.messages import Outgoing

log = logging.getLogger(__name__)
Posting = Callable[[Outgoing], Awaitable[None]]
Waiting = tuple[Outgoing, "asyncio.Future[None]"]


class Outbox:
    """Messages that wait for their turn."""

    def __init__(self, post: Posting) -> None:
        self._post = post
        self._queues: dict[str, deque[Waiting]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, message: Outgoing) -> asyncio.Future[None]:
        """Queue a message; the future is done when it is posted, or has the error."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda future: future.cancelled() or future.exception())
        queue = self._queues.get(message.channel)
        if queue is None:
            queue = self._queues[message.channel] = deque()
            task = asyncio.create_task(self._work(message.channel, queue))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        _spare(queue, message)
        queue.append((message, done))
        return done

    async def _work(self, channel: str, queue: deque[Waiting]) -> None:
        while queue:
            message, done = queue.popleft()
            try:
                await self._post(message)
            except Exception as error:  # whoever waits for it decides
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)
        del self._queues[channel]

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return sum(map(len, self._queues.values()))

    async def empty(self) -> None:
        """Wait until everything is posted."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def _spare(queue: deque[Waiting], message: Outgoing) -> None:
    """An edit that waits is not needed if the next edit of the same message comes right after it."""
    if not queue or not message.key or message.fresh:
        return
    last, done = queue[-1]
    if last.key == message.key and not last.fresh and not last.closes and not message.closes:
        queue.pop()
        if not done.done():
            done.set_result(None)
