"""Real servers for the tests: one alone, and three as a cluster, all on loopback or a private socket."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import redis
from redis.crc import key_slot

from storage.embedded.binary import find_binary

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
SLOTS = 16384
WORKERS = 32  # processes of one test run that have ports of their own
_given: set[int] = set()


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Poll until the condition holds, less often the longer it takes: a look may cost a dozen connections."""
    give_up, pause = time.monotonic() + PATIENCE, 0.01
    while not condition():
        assert time.monotonic() < give_up, f"waited in vain for {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def free_ports(count: int) -> list[int]:
    """Find ports that nobody uses, below those that the system gives to outgoing connections.

    None is found twice: not by another process of the same tests, nor for a server that starts later.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    found: list[int] = []
    while len(found) < count:
        port = random.randrange(15000 + worker % WORKERS, 32000, WORKERS)
        if port not in _given:
            with contextlib.suppress(OSError), socket.socket() as holder:
                holder.bind(("127.0.0.1", port))
                found.append(port)
                _given.add(port)
    return found


class Server:
    """A server on a port of its own, with an append-only file that survives a kill."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.port = free_ports(1)[0]
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @contextlib.contextmanager
    def admin(self) -> Iterator[redis.Redis]:
        with redis.Redis(port=self.port, socket_timeout=PATIENCE) as client:
            yield client

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        options += ["--appendonly", "yes", "--appendfsync", "always", "--logfile", str(self.folder / "log")]
        self._process = subprocess.Popen([find_binary(), *options, *self._options])
        wait_for(self._answers, "a server")

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            with self.admin() as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False


def cluster_options(bus: int) -> tuple[str, ...]:
    """What makes a server a node of a cluster; the nodes talk to each other on the port `bus`."""
    options = {"enabled": "yes", "port": str(bus), "node-timeout": "2000", "require-full-coverage": "no"}
    return tuple(part for name, value in options.items() for part in (f"--cluster-{name}", value))


class Cluster:
    """Three nodes that share the slots."""

    def __init__(self, folder: Path) -> None:
        self.nodes: list[Server] = []
        for number, bus in enumerate(free_ports(3)):
            self.nodes.append(Server(folder / str(number), *cluster_options(bus)))
            first, last = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
            with self.nodes[-1].admin() as client:
                client.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
                for known in self.nodes[:-1]:
                    with known.admin() as other:
                        bus_of_other = other.config_get("cluster-port")["cluster-port"]
                    client.execute_command("CLUSTER MEET", "127.0.0.1", known.port, bus_of_other)
        wait_for(lambda: all(map(self._whole, self.nodes)), "the cluster")

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()

    def migrate(self, key: str) -> Server:
        """Give the slot of this key to another node, as an operator would; returns the node that had it."""
        with self.migrating(key) as owner:
            return owner

    @contextlib.contextmanager
    def migrating(self, key: str) -> Iterator[Server]:
        """Have the slot of this key on its way to another node: first the keys, at the end the slot."""
        slot = key_slot(key.encode())
        owner = next(node for node in self.nodes if self._owns(node, slot))
        other = self.nodes[self.nodes.index(owner) - 1]
        with owner.admin() as source, other.admin() as target:
            ids = [client.execute_command("CLUSTER MYID").decode() for client in (source, target)]
            target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[0])
            source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[1])
            while keys := source.execute_command("CLUSTER GETKEYSINSLOT", slot, 1):
                source.execute_command("MIGRATE", "127.0.0.1", other.port, keys[0], 0, 10_000)
            yield owner
            for client in (target, source):
                client.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[1])

    @staticmethod
    def _owns(node: Server, slot: int) -> bool:
        with node.admin() as client:
            ranges = client.execute_command("CLUSTER SLOTS")
        return any(first <= slot <= last and primary[1] == node.port for first, last, primary, *_ in ranges)

    @staticmethod
    def _whole(node: Server) -> bool:
        with node.admin() as client:
            info = client.execute_command("CLUSTER INFO")
            return info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3"
