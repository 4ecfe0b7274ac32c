"""A channel's belongings go to another channel, which on a cluster may live on another node.

No command spans two slots, so the move is five steps, each atomic and each harmless when repeated:

1. the new channel notes what is coming (refused if it has a table or a lobby);
2. the old channel freezes under a random number, the nonce: nobody writes there any more;
3. everything is read from the old channel;
4. the new channel takes it in, all at once, and only once for each nonce;
5. the old channel drops it, thaws, and keeps a signpost.

Whoever finds a frozen channel, or a note of something coming, completes steps 2 to 5 before anything else.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from storage.errors import Conflict, Moved
from storage.redis import keys, scripts
from storage.redis.connection import Link
from storage.redis.scripts import Script

MOST_HOPS = 4  # a channel moves once in its life; a few signposts in a row are followed, a ring is not


class Mover:
    """Moves channels, and completes moves that were interrupted."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def run(self, channel: str, script: Script, key_names: list[str], *args: str | bytes | int) -> Any:
        """Run a channel's script and return its reply; raises Conflict or Moved if it says so."""
        while True:
            reply = await self._link.run(script, key_names, *args)
            match reply[0]:
                case b"conflict":
                    raise Conflict(channel, reply[1].decode() or None, reply[2])
                case b"moved":
                    raise Moved(channel, reply[1].decode())
                case b"frozen":
                    await self._complete(channel, reply[1].decode())
                case b"coming":
                    await self._complete(reply[1].decode(), channel)
                case _:
                    return reply

    async def move(self, channel: str, to: str) -> None:
        """Move a channel, or complete a move; raises Conflict or Moved."""
        if channel == to:
            raise ValueError("a channel cannot be moved to itself")
        place = keys.channel_all(to, "game", "lobby", "coming", "moved")
        try:
            if await self._trace(channel) is None:
                await self.run(to, scripts.EXPECT, place, channel)
        except Conflict:
            if await self._trace(channel) is None:  # else another mover has just been faster
                raise
        await self._carry(channel, to, begin=True)

    async def trail(self, channel: str) -> AsyncIterator[str]:
        """Yield the channel, and the channels to which its belongings went, now or in the past."""
        for _ in range(MOST_HOPS):
            yield channel
            to, past = await self._link.call("HMGET", keys.channel(channel, "moved"), "to", "past")
            if to is None and past is None:
                break
            channel = (to or past).decode()

    async def belongings(self, channel: str) -> list[str]:
        """Name every key that goes along."""
        games = await self._link.call("ZRANGE", keys.channel(channel, "done"), 0, -1)
        finished = [key for game in games for key in keys.finished(channel, game.decode())]
        return keys.channel_all(channel, *keys.CHANNEL_PARTS) + finished

    async def _trace(self, channel: str) -> bytes | None:
        to: bytes | None = await self._link.call("HGET", keys.channel(channel, "moved"), "to")
        return to

    async def _complete(self, channel: str, to: str) -> None:
        with suppress(Conflict, Moved):  # the place is taken and the channel thawed, or it went elsewhere
            if await self._carry(channel, to, begin=False):
                return
        await self._link.call("DEL", keys.channel(to, "coming"))  # announced, but nothing comes

    async def _carry(self, channel: str, to: str, *, begin: bool) -> bool:
        trace = keys.channel(channel, "moved")
        nonce = (await self.run(channel, scripts.FREEZE, [trace], to, secrets.token_hex(8), int(begin)))[1]
        if not nonce:
            return False
        belongings = await self.belongings(channel)
        key_names = keys.channel_all(to, "game", "lobby", "coming", "arrived", "moved")
        args: list[str | bytes | int] = [nonce]
        for key, kind, ttl, values in await self._link.run(scripts.DUMP, belongings):
            key_names.append(keys.channel(to, keys.split(key.decode())[1]))
            args += [kind, ttl, len(values), *values]
        try:
            await self.run(to, scripts.ARRIVE, key_names, *args)
        except Conflict:
            await self._link.run(scripts.LEAVE, [trace], nonce)
            raise
        await self._link.run(scripts.LEAVE, [trace, *belongings], nonce)
        return True
