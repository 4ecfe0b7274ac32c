"""A client for a cluster, made of one ordinary client for each node.

redis-py has a cluster client too, but when a node fails it closes connections under commands that are still
running, and leaves others open at the end. Ours only needs to know which node owns a key.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

from redis import exceptions
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from storage.redis import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

Node = tuple[str, int]  # host and port

MOST_REDIRECTIONS = 5
COPIED_WITHIN = 500  # milliseconds that a lasting command waits for a replica
FRESH = 10.0  # seconds until the nodes are asked again which slots they own, and which have replicas
log = logging.getLogger(__name__)

AWAY = (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.ClusterDownError, OSError)


class ClusterClient:
    """Sends each command to the node that owns its key, and follows when slots move."""

    def __init__(self, seeds: Sequence[Node], connect: Callable[[str, int], Redis]) -> None:
        self.seeds = list(seeds)
        self._connect = connect
        self._clients: dict[Node, Any] = {}
        self._owners: list[Node] = []  # by slot
        self._copied: set[Node] = set()  # nodes with a replica
        self._answered: Node | None = None  # the node that was asked last and has answered
        self._learned = 0.0
        self._asking = asyncio.Lock()

    async def execute_command(self, *command: Any, lasting: bool = False) -> Any:
        """Run a command whose first argument is its key, or a script with at least one key.

        A `lasting` command returns when a replica has its writes too, if the node has one that answers: so
        they survive when the node dies and the replica takes over.
        """
        slot, owners = _slot(command), await self._learn()
        node = owners[slot]
        asking = False
        for _ in range(MOST_REDIRECTIONS):
            try:
                return await self._send_one(node, command, asking=asking, lasting=lasting)
            except exceptions.AskError as error:  # only this time, until the slot has moved
                node, asking = (error.host or node[0], error.port), True
            except exceptions.MovedError as error:
                node, asking = (error.host or node[0], error.port), False
                owners[slot] = node
            except AWAY:
                self._owners = []  # another node may take its place: ask before the next command
                raise
        raise exceptions.ClusterError("the nodes do not agree on who owns a slot")

    async def execute_commands(self, commands: Sequence[Sequence[Any]], *, lasting: bool) -> list[Any]:
        """Run independent commands, in one pipeline for each node; errors are among the replies."""
        owners = await self._learn()
        shares: dict[Node, list[int]] = {}
        for index, command in enumerate(commands):
            shares.setdefault(owners[_slot(command)], []).append(index)
        sent = [
            self._pipeline(node, [commands[i] for i in share], lasting=lasting)
            for node, share in shares.items()
        ]
        replies: list[Any] = [None] * len(commands)
        for share, found in zip(
            shares.values(), await asyncio.gather(*sent, return_exceptions=True), strict=True
        ):
            if isinstance(found, BaseException):
                self._owners = []
                raise found
            for index, reply in zip(share, found, strict=False):
                replies[index] = reply
        for index, reply in enumerate(replies):
            if isinstance(reply, exceptions.AskError | exceptions.MovedError):
                replies[index] = await self.execute_command(*commands[index], lasting=lasting)
        return replies

    async def any_node(self) -> Redis:
        """Return the client of a node that answers: what is published on one is heard on all."""
        owners = await self._learn()
        node: Redis = self.client_of(self._answered or owners[0])
        return node

    async def scan_iter(self, match: str, count: int) -> AsyncIterator[bytes]:
        """Yield the keys of this pattern on all nodes, some perhaps twice."""
        for node in sorted(set(await self._learn())):
            async for key in self.client_of(node).scan_iter(match=match, count=count):
                yield key

    async def ping(self) -> None:
        """Make sure that every slot has an owner, and that all owners answer."""
        owners = set(await self._learn())
        try:
            await asyncio.gather(*(self.client_of(node).ping() for node in owners))
        except AWAY:
            self._owners = []
            raise

    async def check(self, lasts: int) -> None:
        """Make sure that all owners of slots take writes, by one each that is kept for some milliseconds."""
        owners = await self._learn()
        tried: dict[Node, str] = {}
        for key in map(keys.check, itertools.count()):
            tried.setdefault(owners[key_slot(key.encode())], key)
            if len(tried) == len(set(owners)):
                break
        try:
            await asyncio.gather(
                *(self.client_of(node).set(key, b"", px=lasts) for node, key in tried.items())
            )
        except AWAY:
            self._owners = []
            raise

    async def aclose(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.aclose()

    def client_of(self, node: Node) -> Any:
        """Return the client of one node."""
        if node not in self._clients:
            self._clients[node] = self._connect(*node)
        return self._clients[node]

    async def _send_one(self, node: Node, command: Sequence[Any], *, asking: bool, lasting: bool) -> Any:
        if not asking and not (lasting and node in self._copied):
            return await self.client_of(node).execute_command(*command)
        before = [("ASKING",)] if asking else []
        reply = (await self._pipeline(node, [*before, command], lasting=lasting))[len(before)]
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def _pipeline(self, node: Node, commands: Sequence[Sequence[Any]], *, lasting: bool) -> list[Any]:
        """Run commands on one node; with `lasting`, one more reply may tell how many replicas have them."""
        copied = lasting and node in self._copied
        async with self.client_of(node).pipeline(transaction=False) as pipe:
            for command in commands:
                pipe.execute_command(*command)
            if copied:
                pipe.execute_command("WAIT", 1, COPIED_WITHIN)
            replies: list[Any] = await pipe.execute(
                raise_on_error=False
            )  # an error would repeat the commands
        if copied and replies[-1] == 0:
            log.warning("replica_silent node=%s:%d", *node)
            self._learned = 0.0  # it may be given up by now
        return replies

    async def _learn(self) -> list[Node]:
        if self._owners and time.monotonic() < self._learned + FRESH:
            return self._owners
        async with self._asking:
            if not self._owners or time.monotonic() >= self._learned + FRESH:
                self._owners = await self._ask_around()
                self._learned = time.monotonic()
            return self._owners

    async def _ask_around(self) -> list[Node]:
        failure: Exception = exceptions.SlotNotCoveredError("not every slot has an owner")
        first = [self._answered] if self._answered else []  # one that is gone would hold up all commands
        for node in dict.fromkeys([*first, *self._clients, *self.seeds]):
            try:
                ranges = await self.client_of(node).execute_command("CLUSTER SLOTS")
            except AWAY as error:
                failure = error
                continue
            owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
            copied = set()
            for first, last, (host, port, *_), *replicas in ranges:
                owner = ((host or b"").decode() or node[0], port)
                owners[first : last + 1] = [owner] * (last + 1 - first)
                if replicas:
                    copied.add(owner)
            known = [owner for owner in owners if owner is not None]
            if len(known) == REDIS_CLUSTER_HASH_SLOTS:
                self._copied = copied
                self._answered = node
                return known
        raise failure


def _slot(command: Sequence[Any]) -> int:
    key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
    return int(key_slot(key if isinstance(key, bytes) else str(key).encode()))
