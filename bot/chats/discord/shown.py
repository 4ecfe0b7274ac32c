"""Which message stands for which key in a channel. Kept in the store, so that it survives a restart."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.chats.common.shown import noted
from bot.conversation.protocol.messages import Outgoing
from storage.port import Users

NAME = "discord.shown"
KEPT = 12  # messages of a channel that can still be edited


@dataclass(frozen=True, slots=True)
class Posted:
    """A message as it was posted; `key` is its slot, `mark` a checksum of its choices: 0 if it has none."""

    key: str
    id: int
    mark: int
    layout: bool = False  # a message of components; earlier versions posted texts with rows


def mark_of(message: Outgoing) -> int:
    """A checksum of the choices of a message."""
    return zlib.crc32(" ".join(choice.token for choice in message.choices).encode())


def _saved(posted: Posted) -> tuple[str | int, ...]:
    return (posted.key, posted.id, posted.mark, *((1,) if posted.layout else ()))


class PostedMessages:
    """The latest messages of every channel."""

    def __init__(self, users: Users) -> None:
        self._users = users

    async def all(self, channel: str) -> list[Posted]:
        """The messages of a channel, the oldest first."""
        data = await self._users.channel_setting(channel, NAME)
        try:
            kept = json.loads(data) if data else []
            return [Posted(str(key), int(number), int(mark), bool(more)) for key, number, mark, *more in kept]
        except (ValueError, TypeError, OverflowError, RecursionError):
            return []

    async def change(
        self,
        channel: str,
        before: Sequence[Posted],
        *,
        gone: Collection[str],
        new: Posted,
        settled: bool = False,
    ) -> None:
        """Remove the messages of some keys from those there were, and add a new one if it has a key.

        `settled`: the channel shows all that is saved, and is taken off the store's list.
        """
        now = [one for one in before if one.key not in gone]
        now = noted(now, new, KEPT) if new.key else now
        if settled or now != list(before):
            data = json.dumps([_saved(one) for one in now]).encode() if now else None
            await self._users.set_channel_setting(channel, NAME, data, settled=settled)
