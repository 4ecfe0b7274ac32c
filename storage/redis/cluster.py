"""A cluster as a client with one ordinary client for each node.

redis-py has a cluster client too, but when a node fails it closes connections under commands that are still
on their way, and leaves others open at the end. Ours needs to know one thing: which node owns the key.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

from redis import exceptions
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

if TYPE_CHECKING:
    from redis.asyncio import Redis

Place = tuple[str, int]

MOST_REDIRECTIONS = 5
COPIED_WITHIN = 500  # milliseconds that a lasting command waits for a replica to have it too
FRESH = 10.0  # seconds until the nodes are asked again who owns what, and who has a replica
log = logging.getLogger(__name__)

AWAY = (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.ClusterDownError, OSError)


class ClusterClient:
    """Sends each command to the node that owns its key, and follows when slots move."""

    def __init__(self, seeds: Sequence[Place], connect: Callable[[str, int], Redis]) -> None:
        self._seeds = list(seeds)
        self._connect = connect
        self._nodes: dict[Place, Any] = {}
        self._owners: list[Place] = []  # by slot
        self._copied: set[Place] = set()  # nodes with a replica at hand
        self._learned = 0.0
        self._asking = asyncio.Lock()

    async def execute_command(self, *command: Any, lasting: bool = False) -> Any:
        """Run a command whose first key is its first argument, or a script with at least one key.

        What a `lasting` command did is on a replica too when it returns, if the node has one that answers: so
        it is still there when the node dies and the replica takes over.
        """
        key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
        slot = key_slot(key if isinstance(key, bytes) else str(key).encode())
        owners = await self._learn()
        place = owners[slot]
        asking = False
        for _ in range(MOST_REDIRECTIONS):
            try:
                return await self._send(place, command, asking=asking, lasting=lasting)
            except exceptions.AskError as error:  # this once, until the slot has moved
                place, asking = (error.host or place[0], error.port), True
            except exceptions.MovedError as error:
                place, asking = (error.host or place[0], error.port), False
                owners[slot] = place
            except AWAY:
                self._owners = []  # another node may take its place: ask before the next command
                raise
        raise exceptions.ClusterError("the nodes do not agree on who owns a slot")

    async def scan_iter(self, match: str, count: int) -> AsyncIterator[bytes]:
        """Yield the keys of this pattern on all nodes, some perhaps twice."""
        for place in sorted(set(await self._learn())):
            async for key in self._node(place).scan_iter(match=match, count=count):
                yield key

    async def ping(self) -> None:
        """Make sure that every slot has an owner, and that all owners answer."""
        owners = set(await self._learn())
        try:
            await asyncio.gather(*(self._node(place).ping() for place in owners))
        except AWAY:
            self._owners = []
            raise

    async def aclose(self) -> None:
        """Close all connections."""
        for node in self._nodes.values():
            await node.aclose()

    def _node(self, place: Place) -> Any:
        if place not in self._nodes:
            self._nodes[place] = self._connect(*place)
        return self._nodes[place]

    async def _send(self, place: Place, command: Sequence[Any], *, asking: bool, lasting: bool) -> Any:
        copied = lasting and place in self._copied
        if not asking and not copied:
            return await self._node(place).execute_command(*command)
        async with self._node(place).pipeline(transaction=False) as pipe:
            if asking:
                pipe.execute_command("ASKING")
            pipe.execute_command(*command)
            if copied:
                pipe.execute_command("WAIT", 1, COPIED_WITHIN)
            replies = await pipe.execute(raise_on_error=False)  # an error would repeat the command
        reply = replies[int(asking)]
        if isinstance(reply, Exception):
            raise reply
        if copied and replies[-1] == 0:
            log.warning("a replica of %s:%d does not answer", *place)
            self._learned = 0.0  # it may be given up by now
        return reply

    async def _learn(self) -> list[Place]:
        if self._owners and time.monotonic() < self._learned + FRESH:
            return self._owners
        async with self._asking:
            if not self._owners or time.monotonic() >= self._learned + FRESH:
                self._owners = await self._ask_around()
                self._learned = time.monotonic()
            return self._owners

    async def _ask_around(self) -> list[Place]:
        failure: Exception = exceptions.SlotNotCoveredError("not every slot has an owner")
        for place in dict.fromkeys([*self._nodes, *self._seeds]):
            try:
                ranges = await self._node(place).execute_command("CLUSTER SLOTS")
            except AWAY as error:
                failure = error
                continue
            owners: list[Place | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
            copied = set()
            for first, last, (host, port, *_), *replicas in ranges:
                owner = ((host or b"").decode() or place[0], port)
                owners[first : last + 1] = [owner] * (last + 1 - first)
                if replicas:
                    copied.add(owner)
            known = [owner for owner in owners if owner is not None]
            if len(known) == REDIS_CLUSTER_HASH_SLOTS:
                self._copied = copied
                return known
        raise failure
