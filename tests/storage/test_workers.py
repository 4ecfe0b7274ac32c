"""The roll of workers: who is there, who is not any more, and since when."""

from __future__ import annotations

import asyncio

from storage import Store

GROUP = "telegram"


async def test_first_worker_counts_as_always_there(store: Store) -> None:
    first = await store.workers.beat(GROUP, "http://a:1", run="1", lease=60)
    assert list(first.present) == ["http://a:1"]
    assert first.present["http://a:1"] > 1e6
    roll = await store.workers.beat(GROUP, "http://b:1", run="1", lease=60)
    assert sorted(roll.present) == ["http://a:1", "http://b:1"]
    assert roll.present["http://a:1"] > 1e6
    assert roll.present["http://b:1"] == 0
    again = await store.workers.beat(GROUP, "http://a:1", run="1", lease=60)
    assert again.present.keys() == roll.present.keys()
    assert 0 <= again.present["http://b:1"] < 30
    assert not again.contested
    assert (await store.workers.beat("discord", "http://a:1", run="1", lease=60)).present.keys() == {
        "http://a:1"
    }
    assert [line async for line in store.backup.dump()] == []  # nothing that should be kept


async def test_silent_worker_is_removed_and_returns_as_new(store: Store) -> None:
    await store.workers.beat(GROUP, "b", run="1", lease=60)
    await store.workers.beat(GROUP, "a", run="1", lease=0.05)
    await asyncio.sleep(0.06)
    assert list((await store.workers.beat(GROUP, "b", run="1", lease=60)).present) == ["b"]
    back = await store.workers.beat(GROUP, "a", run="1", lease=60)
    assert sorted(back.present) == ["a", "b"]
    assert back.present["a"] == 0


async def test_worker_that_restarts_in_time_keeps_its_age(store: Store) -> None:
    await store.workers.beat(GROUP, "a", run="1", lease=60)
    restarted = await store.workers.beat(GROUP, "a", run="2", lease=60)
    assert restarted.contested
    assert restarted.present["a"] > 1e6
    assert not (await store.workers.beat(GROUP, "a", run="2", lease=60)).contested


async def test_two_runs_of_one_name_are_contested(store: Store) -> None:
    await store.workers.beat(GROUP, "a", run="1", lease=60)
    for _ in range(2):
        assert (await store.workers.beat(GROUP, "a", run="2", lease=60)).contested
        assert (await store.workers.beat(GROUP, "a", run="1", lease=60)).contested


async def test_sign_off_removes_only_that_worker(store: Store) -> None:
    await store.workers.beat(GROUP, "a", run="1", lease=60)
    await store.workers.beat(GROUP, "b", run="1", lease=60)
    await store.workers.sign_off(GROUP, "a", run="0")  # an earlier run of it
    assert sorted((await store.workers.beat(GROUP, "b", run="1", lease=60)).present) == ["a", "b"]
    await store.workers.sign_off(GROUP, "a", run="1")
    assert list((await store.workers.beat(GROUP, "b", run="1", lease=60)).present) == ["b"]
