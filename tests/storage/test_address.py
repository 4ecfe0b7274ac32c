"""One URL says where the server is, and its password is never repeated."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from redis.asyncio.connection import SSLConnection

from storage import BadAddress, Unavailable
from storage.open import open_store
from storage.redis.address import client_for
from storage.redis.cluster import ClusterClient
from tests.support.redis_servers import Server, free_ports

SECRET = "hunter2"  # noqa: S105  # to see that it is not repeated


@pytest.mark.parametrize(
    "url",
    [
        f"redis://:{SECRET}/x@host:6379",
        f"redis://:{SECRET}#@host",
        f"redis://:{SECRET}@host:port",
        f"redis://:{SECRET}@",
        f"redis+cluster://:{SECRET}@host:port,host:2",
        f"redis+cluster://:{SECRET}@host:1/3",
        f"redis+cluster://:{SECRET}@",
        f"http://:{SECRET}@host",
        SECRET,
    ],
)
async def test_bad_address_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadAddress, match="must look like") as refused:
        await open_store(url)
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None or refused.value.__suppress_context__
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+cluster", "rediss+cluster"])
async def test_unreachable_server_is_named_without_its_password(
    scheme: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(Unavailable) as refused:
        await open_store(f"{scheme}://bot:{SECRET}@127.0.0.1:{free_ports(1)[0]}", patience=0.1)
    error: BaseException | None = refused.value
    while error is not None:
        assert SECRET not in repr(error)
        error = error.__cause__ or error.__context__
    assert SECRET not in caplog.text


async def test_password_is_used_and_never_shown(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.admin() as client:
        client.config_set("requirepass", SECRET)
    place = f"127.0.0.1:{server.port}"
    try:
        async with await open_store(f"redis://:{SECRET}@{place}") as store:
            await store.ping()
            assert SECRET not in repr(vars(store))
        with pytest.raises(Unavailable) as refused:
            await open_store(f"redis://:{SECRET}x@{place}", patience=60.0)
        assert SECRET not in str(refused.value)
        assert place in str(refused.value)
    finally:
        server.stop()


async def test_cluster_address_names_several_nodes() -> None:
    client, shown = client_for(f"rediss+cluster://bot:{SECRET}@10.0.0.1:7000,10.0.0.2/?ssl_cert_reqs=none")
    assert isinstance(client, ClusterClient)
    assert client.seeds == [("10.0.0.1", 7000), ("10.0.0.2", 6379)]
    pool = client.client_of(("10.0.0.3", 7000)).connection_pool
    assert pool.connection_class is SSLConnection
    assert (pool.connection_kwargs["host"], pool.connection_kwargs["port"]) == ("10.0.0.3", 7000)
    assert (pool.connection_kwargs["username"], pool.connection_kwargs["password"]) == ("bot", SECRET)
    assert shown == "rediss+cluster://10.0.0.1:7000,10.0.0.2/"
    await client.aclose()
