"""Screens and marks: one worker shows a channel what is saved, and a crash forgets none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from storage import Conflict, Store
from storage.open import open_store
from tests.support.redis_servers import Server

CHANNEL, OTHER = "web:tower", "discord:7"
PATIENCE = 20.0


async def claim(store: Store, worker: str, now: float = 100.0, lease: float = 30.0) -> bytes | None:
    return await store.screens.claim(CHANNEL, worker, now=now, lease=lease)


async def save(store: Store, worker: str, data: bytes, shown: str = "", now: float = 100.0) -> bool:
    return await store.screens.save(CHANNEL, worker, data, now=now, lease=30.0, shown=shown)


async def test_a_screen_is_kept_for_the_next_worker(store: Store) -> None:
    assert await claim(store, "one") == b""
    assert await save(store, "one", b"shown")
    await store.screens.release(CHANNEL, "one")
    assert await claim(store, "two") == b"shown"
    assert await store.screens.load(CHANNEL) == b"shown"
    assert await store.screens.load(OTHER) == b""


async def test_one_worker_at_a_time_has_a_screen(store: Store) -> None:
    assert await claim(store, "one") == b""
    assert await claim(store, "two") is None
    assert await claim(store, "one", now=120.0) == b""  # its own lease is longer now
    assert await claim(store, "two", now=140.0) is None
    assert await claim(store, "two", now=151.0) == b""
    assert not await save(store, "one", b"late")
    assert await save(store, "two", b"new")
    assert await claim(store, "two") == b"new"


async def test_saving_keeps_the_claim(store: Store) -> None:
    await claim(store, "one", now=100.0)
    await save(store, "one", b"x", now=125.0)
    assert await claim(store, "two", now=140.0) is None


async def test_only_its_holder_releases_a_screen(store: Store) -> None:
    await claim(store, "one")
    await store.screens.release(CHANNEL, "two")
    assert await claim(store, "two") is None


async def test_a_mark_goes_with_the_screen_that_shows_it(store: Store) -> None:
    await store.screens.mark(CHANNEL, "g1.3")
    await store.screens.mark(OTHER, "g2.1")
    await claim(store, "one")
    assert await save(store, "one", b"x", shown="g1.3")
    assert await store.screens.marked() == {OTHER: "g2.1"}


async def test_a_later_mark_stays(store: Store) -> None:
    await store.screens.mark(CHANNEL, "g1.3")
    await claim(store, "one")
    await store.screens.mark(CHANNEL, "g1.4")
    assert await save(store, "one", b"x", shown="g1.3")
    assert await store.screens.marked() == {CHANNEL: "g1.4"}


async def test_who_has_lost_the_screen_removes_no_mark(store: Store) -> None:
    await store.screens.mark(CHANNEL, "g1.3")
    await claim(store, "one", now=100.0)
    await claim(store, "two", now=200.0)
    assert not await save(store, "one", b"x", shown="g1.3")
    assert await store.screens.marked() == {CHANNEL: "g1.3"}


async def test_a_move_marks_its_channels(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"s")
    marks = {CHANNEL: "g1.2", OTHER: "g1.2"}
    saved = store.tables.save(
        CHANNEL, game="g1", expected=0, log=[b"a", b"b"], alarm=5.0, owed=True, marks=marks
    )
    assert await saved == 2
    assert await store.screens.marked() == marks
    assert await store.owed.all() == [CHANNEL]
    record = await store.tables.load(CHANNEL)
    assert record is not None
    assert (record.ply, record.log) == (2, (b"a", b"b"))


async def test_a_move_that_comes_second_marks_nothing_it_could_hide(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"s")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"a"], marks={CHANNEL: "g1.1"})
    with pytest.raises(Conflict):
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"b"], marks={OTHER: "g1.1"})
    assert (await store.screens.marked())[CHANNEL] == "g1.1"


async def test_a_mark_is_heard_by_other_workers(store: Store) -> None:
    heard: AsyncIterator[tuple[str, str]] = store.screens.marks()
    async with asyncio.timeout(PATIENCE):
        assert await anext(heard) == ("", "")
        await store.screens.mark(CHANNEL, "g1.3")
        assert await anext(heard) == (CHANNEL, "g1.3")
    await heard.aclose()  # type: ignore[attr-defined]


async def test_who_listens_learns_that_the_server_is_gone(server: Server) -> None:
    opened = await open_store(server.url)
    heard = opened.screens.marks()
    async with asyncio.timeout(PATIENCE):
        await anext(heard)
        with server.admin() as client:
            client.client_kill_filter(_type="pubsub")
        with pytest.raises(Exception, match="does not answer"):
            await anext(heard)
    await opened.close()


async def test_wiping_a_channel_takes_its_screen(store: Store) -> None:
    await claim(store, "one")
    await save(store, "one", b"shown")
    await store.tables.wipe(CHANNEL)
    assert await claim(store, "two") == b""
