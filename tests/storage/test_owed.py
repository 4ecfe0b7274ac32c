"""Channels that are owed an answer: listed once, on every kind of server, also after a backup."""

from __future__ import annotations

from storage import Store

CHANNELS = [f"telegram:-{number}" for number in range(20)]


async def test_what_is_owed_is_listed_until_it_is_settled(store: Store) -> None:
    assert await store.debts.all() == []
    for channel in (*CHANNELS, CHANNELS[0]):
        await store.debts.add(channel)
    assert await store.debts.all() == sorted(CHANNELS)
    for channel in (*CHANNELS[1:], CHANNELS[1]):
        await store.debts.settle(channel)
    assert await store.debts.all() == CHANNELS[:1]
    assert await store.tables.channels() == []


async def test_what_is_owed_comes_back_with_a_backup(store: Store) -> None:
    for channel in CHANNELS:
        await store.debts.add(channel)
    lines = [line async for line in store.backup.dump()]
    for channel in CHANNELS:
        await store.debts.settle(channel)
    assert all([await store.backup.restore(line) for line in lines])
    assert await store.debts.all() == sorted(CHANNELS)
