"""A cluster as a client with one ordinary client for each node.

redis-py has a cluster client too, but when a node fails it closes connections under commands that are still
on their way, and leaves others open at the end. Ours needs to know one thing: which node owns the key.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

from redis import exceptions
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

if TYPE_CHECKING:
    from redis.asyncio import Redis

Place = tuple[str, int]

MOST_REDIRECTIONS = 5
AWAY = (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.ClusterDownError, OSError)


class ClusterClient:
    """Sends each command to the node that owns its key, and follows when slots move."""

    def __init__(self, seeds: Sequence[Place], connect: Callable[[str, int], Redis]) -> None:
        self._seeds = list(seeds)
        self._connect = connect
        self._nodes: dict[Place, Any] = {}
        self._owners: list[Place] = []  # by slot
        self._asking = asyncio.Lock()

    async def execute_command(self, *command: Any) -> Any:
        """Run a command whose first key is its first argument, or a script with at least one key."""
        key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
        slot = key_slot(key if isinstance(key, bytes) else str(key).encode())
        owners = self._owners or await self._learn()
        place = owners[slot]
        asking = False
        for _ in range(MOST_REDIRECTIONS):
            try:
                return await self._send(place, command, asking=asking)
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
        for place in sorted(set(self._owners or await self._learn())):
            async for key in self._node(place).scan_iter(match=match, count=count):
                yield key

    async def ping(self) -> None:
        """Make sure that the cluster answers, and that every slot has an owner."""
        await self._learn()

    async def aclose(self) -> None:
        """Close all connections."""
        for node in self._nodes.values():
            await node.aclose()

    def _node(self, place: Place) -> Any:
        if place not in self._nodes:
            self._nodes[place] = self._connect(*place)
        return self._nodes[place]

    async def _send(self, place: Place, command: Sequence[Any], *, asking: bool) -> Any:
        if not asking:
            return await self._node(place).execute_command(*command)
        async with self._node(place).pipeline(transaction=False) as pipe:
            pipe.execute_command("ASKING").execute_command(*command)
            return (await pipe.execute())[1]

    async def _learn(self) -> list[Place]:
        async with self._asking:
            if not self._owners:
                self._owners = await self._ask_around()
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
            for first, last, (host, port, *_), *_ in ranges:
                owners[first : last + 1] = [((host or b"").decode() or place[0], port)] * (last + 1 - first)
            known = [owner for owner in owners if owner is not None]
            if len(known) == REDIS_CLUSTER_HASH_SLOTS:
                return known
        raise failure
