"""Channels with an answer pending: listed once, on every kind of server, also after a backup."""

from __future__ import annotations

from storage import Store

CHANNELS = [f"telegram:-{number}" for number in range(20)]


async def test_channel_is_listed_until_it_is_settled(store: Store) -> None:
    assert await store.owed.all() == []
    for channel in (*CHANNELS, CHANNELS[0]):
        await store.owed.add(channel)
    assert await store.owed.all() == sorted(CHANNELS)
    for channel in (*CHANNELS[1:], CHANNELS[1]):
        await store.owed.settle(channel)
    assert await store.owed.all() == CHANNELS[:1]


async def test_list_survives_backup_and_restore(store: Store) -> None:
    for channel in CHANNELS:
        await store.owed.add(channel)
    lines = [line async for line in store.backup.dump()]
    for channel in CHANNELS:
        await store.owed.settle(channel)
    assert all([await store.backup.restore(line) for line in lines])
    assert await store.owed.all() == sorted(CHANNELS)
