"""Which node of a cluster is asked who owns a slot."""

from __future__ import annotations

from typing import Any

import pytest
from redis import exceptions
from redis.crc import REDIS_CLUSTER_HASH_SLOTS

from storage.redis import cluster
from storage.redis.cluster import ClusterClient


class Node:
    """A node that counts how often it is asked; it answers while it lives."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lives = True
        self.asked = 0

    async def execute_command(self, *command: Any) -> Any:
        self.asked += command == ("CLUSTER SLOTS",)
        if not self.lives:
            raise exceptions.TimeoutError("no answer")
        if command == ("CLUSTER SLOTS",):
            return [[0, REDIS_CLUSTER_HASH_SLOTS - 1, (b"", self.port, b"id")]]
        return b"reply"


async def test_node_that_is_gone_does_not_hold_up_every_look_at_the_owners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "FRESH", 0.0)  # before every command
    nodes = {port: Node(port) for port in (1, 2)}
    client = ClusterClient([("host", port) for port in nodes], lambda _, port: nodes[port])  # type: ignore[arg-type, return-value]
    assert await client.execute_command("GET", "key") == b"reply"
    nodes[1].lives = False
    before = nodes[1].asked
    for _ in range(5):
        assert await client.execute_command("GET", "key") == b"reply"
    assert nodes[1].asked == before + 1, "once it has not answered, one that does is asked first"
