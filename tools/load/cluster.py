"""A cluster whose nodes have replicas, which take over when a node dies."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import redis
from redis.crc import key_slot

from tests.support.redis_servers import Cluster, Server, cluster_options, free_ports, wait_for

NODES = 3


class ReplicatedCluster(Cluster):
    """Three nodes that share the slots, and a replica of each; `pairs` are the two servers of a share."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.pairs: list[tuple[Server, Server]] = []
        for number, bus in enumerate(free_ports(NODES)):
            replica = Server(folder / f"replica-{number}", *cluster_options(bus))
            self.pairs.append((self.nodes[number], replica))
            with self.nodes[number].admin() as node, replica.admin() as client:
                id_ = node.execute_command("CLUSTER MYID").decode()
                meeting_at = node.config_get("cluster-port")["cluster-port"]
                client.execute_command("CLUSTER MEET", "127.0.0.1", self.nodes[number].port, meeting_at)
                wait_for(lambda client=client, id_=id_: _follows(client, id_), "a replica")  # type: ignore[misc]
        wait_for(self.is_whole, "the replicas")

    def stop(self) -> None:
        for pair in self.pairs:
            for server in pair:
                server.kill()  # one that was stopped by a signal would not hear anything else

    def leader(self, pair: int) -> Server:
        """The server of a pair that owns the slots now."""
        return next(server for server in self.pairs[pair] if _role(server).get("role") == "master")

    def of(self, key: str) -> tuple[int, Server]:
        """The pair that has a key, and its replica."""
        slot = key_slot(key.encode())
        pair = next(number for number in range(NODES) if self._owns(self.leader(number), slot))
        leader = self.leader(pair)
        return pair, next(server for server in self.pairs[pair] if server is not leader)

    def is_whole(self) -> bool:
        """Whether every node has its replica at hand, and all know it: any one of them can be lost."""
        roles = [[_role(server) for server in pair] for pair in self.pairs]
        return all(
            sorted(role.get("role", "") for role in pair) == ["master", "slave"]
            and all(role.get("master_link_status", "up") == "up" for role in pair)
            and all(role["connected_slaves"] == 1 for role in pair if role["role"] == "master")
            for pair in roles
        ) and all(_knows_replicas(server) for pair in self.pairs for server in pair)

    def wait_until_taken_over(self, pair: int, dead: Server) -> float:
        """Wait until the other of a pair owns the slots; the seconds that it took."""
        other = next(server for server in self.pairs[pair] if server is not dead)
        began = time.monotonic()
        wait_for(lambda: _role(other).get("role") == "master", "another node")
        return time.monotonic() - began


def _follows(client: redis.Redis, id_: str) -> bool:
    try:
        return bool(client.execute_command("CLUSTER REPLICATE", id_))
    except redis.ResponseError:
        return False  # it has not heard of the node yet


def _knows_replicas(server: Server) -> bool:
    with contextlib.suppress(redis.RedisError, OSError), server.admin() as client:
        return all(len(shares) > 1 for _, _, *shares in client.execute_command("CLUSTER SLOTS"))
    return False


def _role(server: Server) -> dict[str, str | int]:
    with contextlib.suppress(redis.RedisError, OSError), server.admin() as client:
        return dict(client.info("replication"))
    return {}
