"""Which message stands for which key in a channel. Kept in the store: it outlives a restart."""

from __future__ import annotations

import json

from bot.conversation.ports import Users

NAME = "discord.shown"
KEPT = 12  # messages of a channel that may still be edited


class Shown:
    """The latest messages of every channel by their keys."""

    def __init__(self, users: Users) -> None:
        self._users = users

    async def all(self, channel: str) -> dict[str, int]:
        """Key -> message, the oldest first."""
        data = (await self._users.channel_settings(channel)).get(NAME)
        try:
            return {str(key): int(message) for key, message in json.loads(data)} if data else {}
        except (ValueError, TypeError):
            return {}

    async def change(self, channel: str, *, gone: set[str], key: str = "", message: int = 0) -> None:
        """Forget some keys and remember a message under another."""
        before = await self.all(channel)
        now = {name: number for name, number in before.items() if name not in gone and name != key}
        if key:
            now[key] = message
        if now != before:
            kept = list(now.items())[-KEPT:]
            await self._users.set_channel_setting(channel, NAME, json.dumps(kept).encode() if kept else None)
