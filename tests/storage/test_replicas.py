"""A cluster whose nodes have replicas: what was acknowledged outlives the node."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import Unavailable
from storage.open import open_store
from storage.redis import keys
from tests.support.redis_servers import Server, wait_for
from tools.load.cluster import ReplicatedCluster

GAME, CHANNEL = "g1", "discord:42"


@pytest.fixture(scope="module")
def cluster_with_replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReplicatedCluster]:
    running = ReplicatedCluster(tmp_path_factory.mktemp("replicated"))
    yield running
    running.stop()


@pytest.fixture
def replicated(cluster_with_replicas: ReplicatedCluster) -> ReplicatedCluster:
    """The cluster, whole again after the test before."""
    wait_for(cluster_with_replicas.is_whole, "the replicas")
    for pair in range(len(cluster_with_replicas.pairs)):
        with cluster_with_replicas.leader(pair).admin() as client:
            client.flushall()
    return cluster_with_replicas


async def test_save_waits_for_the_replica_and_survives_the_node(replicated: ReplicatedCluster) -> None:
    async with await open_store(replicated.url, patience=30.0) as store:
        await store.tables.create(CHANNEL, game=GAME, setup=b"")
        pair, replica = replicated.of(keys.channel(CHANNEL, "game"))
        replica.signal(signal.SIGSTOP)  # it takes nothing in
        saving = asyncio.create_task(store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"]))
        await asyncio.sleep(0.2)
        assert not saving.done()
        replica.signal(signal.SIGCONT)
        assert await saving == 1
        for ply in range(1, 40):
            await store.tables.save(CHANNEL, game=GAME, expected=ply, log=[b"%d" % ply])
        leader = replicated.leader(pair)
        leader.kill()
        loaded = await store.tables.load(CHANNEL, known=(GAME, 0))
        assert loaded is not None
        assert list(loaded.log) == [b"one", *(b"%d" % ply for ply in range(1, 40))]
        leader.start()


async def test_silent_replica_does_not_block_saves(
    replicated: ReplicatedCluster, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_store(replicated.url, patience=30.0) as store:
        await store.tables.create(CHANNEL, game=GAME, setup=b"")
        _, replica = replicated.of(keys.channel(CHANNEL, "game"))
        replica.kill()
        assert await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"]) == 1
        assert "replica_silent" in caplog.text
        replica.start()


async def test_save_waits_for_a_server_that_needs_a_replica(tmp_path: Path) -> None:
    server = Server(tmp_path, "--min-replicas-to-write", "1")
    try:
        async with await open_store(server.url, patience=1.0) as store:
            with pytest.raises(Unavailable):
                await store.tables.create(CHANNEL, game=GAME, setup=b"")
            with server.admin() as client:
                client.config_set("min-replicas-to-write", 0)
            await store.tables.create(CHANNEL, game=GAME, setup=b"")
    finally:
        server.stop()
