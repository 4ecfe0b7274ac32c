"""The queue of messages for each channel; a caller can wait until its message is posted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.chats.common.outbox import Merged, Outbox
from bot.chats.discord.pending import PendingAnswers
from bot.conversation.protocol.messages import Outgoing


@dataclass(frozen=True, slots=True, eq=False)
class QueuedMessage:
    """A message and the future of its caller: done when it is posted, or with the error."""

    message: Outgoing
    posted: asyncio.Future[None]

    def is_replaced_by(self, new: Outgoing) -> bool:
        """Whether this is an edit, and the new message the next edit of the same message."""
        old = self.message
        edits = bool(new.slot) and old.slot == new.slot and not old.fresh and not new.fresh
        return edits and not old.closes and not new.closes


class DiscordOutbox(Outbox[str, QueuedMessage]):
    """The messages of all channels."""

    def __init__(self, post: Callable[[Outgoing], Awaitable[None]], pending: PendingAnswers) -> None:
        super().__init__()
        self._post = post
        self._pending = pending

    def put(self, message: Outgoing) -> asyncio.Future[None]:
        """Queue a message; the future is done when it is posted, or has the error."""
        posted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        posted.add_done_callback(lambda future: future.cancelled() or future.exception())
        self._pending.began(message.channel)
        posted.add_done_callback(lambda _: self._pending.ended(message.channel))
        for old in self._add(message.channel, QueuedMessage(message, posted)):
            _finish(old.posted)
        return posted

    def _merge(self, queue: list[QueuedMessage], new: QueuedMessage) -> Merged[QueuedMessage]:
        if queue and queue[-1].is_replaced_by(new.message):
            return Merged(queue[:-1], queue[-1:], new)
        return Merged(queue, [], new)

    async def _send(self, _: str, item: QueuedMessage) -> None:
        try:
            await self._post(item.message)
        except Exception as error:  # the caller decides
            _finish(item.posted, error)
        else:
            _finish(item.posted)


def _finish(posted: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tell the caller, unless it waits no more."""
    if posted.done():
        return
    if error is None:
        posted.set_result(None)
    else:
        posted.set_exception(error)
