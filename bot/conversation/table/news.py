"""What is saved and may not be shown yet, as a channel hears of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.channels import Told


@dataclass(frozen=True, slots=True)
class Step:
    """Messages for a channel, in order, and what it was told with them."""

    messages: tuple[Outgoing, ...]
    told: Told


class Feed(Protocol):
    """Finds what one channel was not told yet."""

    async def next(self, told: Told, *, again: bool = False) -> Step | None: ...


@dataclass(frozen=True, slots=True)
class News:
    """Something was saved for a channel, which was marked with it."""

    mark: str
    feed: Feed | None = None  # None: only the store knows what was saved
    before: Told | None = None  # what the channel showed before, if nothing else says so

    def after(self, earlier: News) -> News:
        """Both, as one: the store knows all of it."""
        return News(self.mark, None, earlier.before or self.before)
