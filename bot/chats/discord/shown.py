"""Which message stands for which key in a channel. Kept in the store: it outlives a restart."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass

from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.ports import Users

NAME = "discord.shown"
KEPT = 12  # messages of a channel that may still be edited


@dataclass(frozen=True, slots=True)
class Posted:
    """A message as it was posted: its number, and a mark of what it offered."""

    message: int
    mark: int


def mark_of(message: Outgoing) -> int:
    """A number that changes with what a message offers."""
    return zlib.crc32(" ".join(choice.token for choice in message.choices).encode())


class Shown:
    """The latest messages of every channel by their keys."""

    def __init__(self, users: Users) -> None:
        self._users = users

    async def all(self, channel: str) -> dict[str, Posted]:
        """Key -> message, the oldest first."""
        data = (await self._users.channel_settings(channel)).get(NAME)
        try:
            kept = json.loads(data) if data else []
            return {str(key): Posted(int(number), int(mark)) for key, number, mark in kept}
        except (ValueError, TypeError, OverflowError, RecursionError):
            return {}

    async def change(
        self, channel: str, *, gone: set[str], key: str = "", posted: Posted | None = None
    ) -> None:
        """Forget some keys and remember a message under another."""
        before = await self.all(channel)
        now = {name: known for name, known in before.items() if name not in gone and name != key}
        if key and posted is not None:
            now[key] = posted
        if now != before:
            kept = [(name, known.message, known.mark) for name, known in now.items()][-KEPT:]
            await self._users.set_channel_setting(channel, NAME, json.dumps(kept).encode() if kept else None)
