"""What only a cluster does: slots that move to another node while tables are played."""

from __future__ import annotations

import asyncio
import signal

import pytest

from storage.open import open_store
from storage.redis import keys
from tests.support.redis_servers import Cluster

GAME = "g1"


async def test_saves_continue_while_a_slot_moves(emptied_cluster: Cluster) -> None:
    channels = [f"discord:{number}" for number in range(3)]
    async with await open_store(emptied_cluster.url) as store:
        for channel in channels:
            await store.tables.create(channel, game=GAME, setup=b"")
        stop = asyncio.Event()

        async def play(channel: str) -> int:
            ply = 0
            while not stop.is_set():
                saved = await store.tables.save(channel, game=GAME, expected=ply, log=[b"%d" % ply])
                ply += 1
                assert saved == ply
            return ply

        games = [asyncio.create_task(play(channel)) for channel in channels]
        for channel in channels:
            await asyncio.to_thread(emptied_cluster.migrate, keys.channel(channel, "game"))
        stop.set()
        for channel, plies in zip(channels, await asyncio.gather(*games), strict=True):
            loaded = await store.tables.load(channel, known=(GAME, 0))
            assert loaded is not None
            assert list(loaded.log) == [b"%d" % ply for ply in range(plies)]


async def test_key_in_a_moving_slot_is_found(emptied_cluster: Cluster) -> None:
    """A key that has left is asked for at its new place, though the slot still belongs to the old one."""
    channel = "discord:42"
    async with await open_store(emptied_cluster.url) as store:
        with emptied_cluster.migrating(keys.user(channel, "settings")):
            await store.users.set_setting(channel, "language", b"bg")
            assert await store.users.settings(channel) == {"language": b"bg"}
        assert await store.users.settings(channel) == {"language": b"bg"}
        await store.users.set_setting(channel, "theme", b"dark")
        assert await store.users.settings(channel) == {"language": b"bg", "theme": b"dark"}


async def test_one_node_is_enough_to_find_the_others(emptied_cluster: Cluster) -> None:
    for node in emptied_cluster.nodes:
        async with await open_store(f"redis+cluster://127.0.0.1:{node.port}") as store:
            for number in range(10):
                await store.users.set_setting(f"discord:{number}", "node", b"%d" % node.port)
    async with await open_store(emptied_cluster.url) as store:
        assert len([line async for line in store.backup.dump()]) == 10
    sizes = []
    for node in emptied_cluster.nodes:
        with node.admin() as client:
            sizes.append(client.dbsize())
    assert sum(sizes) == 10
    assert min(sizes) > 0


async def test_ping_needs_every_node(emptied_cluster: Cluster) -> None:
    async with await open_store(emptied_cluster.url) as store:
        await store.ping()
        emptied_cluster.nodes[1].signal(signal.SIGSTOP)
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await store.ping()
        finally:
            emptied_cluster.nodes[1].signal(signal.SIGCONT)
        await store.ping()
