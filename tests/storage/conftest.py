"""The contract suite runs on a server of its own, one server, a cluster, and the store of all other tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage import Store
from storage.open import open_store
from tests.support.empty_store import empty_store
from tests.support.redis_servers import Cluster, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    running = Cluster(tmp_path_factory.mktemp("cluster"))
    yield running
    running.stop()


@pytest.fixture
def emptied_server(server: Server) -> Server:
    with server.admin() as client:
        client.flushall()
    return server


@pytest.fixture
def emptied_cluster(cluster: Cluster) -> Cluster:
    for node in cluster.nodes:
        with node.admin() as client:
            client.flushall()
    return cluster


@pytest.fixture(params=["embedded", "server", "cluster", "empty"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "empty":
        yield empty_store()
        return
    url = None if request.param == "embedded" else request.getfixturevalue(f"emptied_{request.param}").url
    opened = await open_store(url, folder=tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
async def server_store(emptied_server: Server) -> AsyncIterator[Store]:
    """For what does not depend on the kind of server."""
    opened = await open_store(emptied_server.url)
    yield opened
    await opened.close()
