"""Results: one line for each game, in order, on every kind of store; and the document derived from them."""

from __future__ import annotations

import asyncio

from storage import Store

GROUP = "discord:guild:42"


async def test_a_game_adds_one_line_only(store: Store) -> None:
    assert await store.results.add(GROUP, "g1", b"one")
    assert not await store.results.add(GROUP, "g1", b"other")
    assert await store.results.add(GROUP, "g2", b"two")
    assert await store.results.load(GROUP) == [b"one", b"two"]
    assert await store.results.count(GROUP) == 2
    assert await store.results.load(GROUP, start=1) == [b"two"]
    assert await store.results.load("discord:7") == []


async def test_workers_that_add_at_once_add_one_line(store: Store) -> None:
    added = await asyncio.gather(*(store.results.add(GROUP, "g1", b"%d" % number) for number in range(20)))
    assert sum(added) == 1
    assert len(await store.results.load(GROUP)) == 1


async def test_amend_replaces_the_line_in_its_place(store: Store) -> None:
    for game in ("g1", "g2", "g3"):
        await store.results.add(GROUP, game, game.encode())
    assert await store.results.amend(GROUP, "g2", b"changed")
    assert not await store.results.amend(GROUP, "g9", b"changed")
    assert await store.results.load(GROUP) == [b"g1", b"changed", b"g3"]
    assert not await store.results.add(GROUP, "g2", b"again")


async def test_groups_with_lines_are_listed_and_their_users_noted(store: Store) -> None:
    await store.results.add(GROUP, "g1", b"one", users=["discord:1"])
    await store.results.add("web:tower", "g2", b"two")
    assert await store.results.groups() == [GROUP, "web:tower"]
    assert await store.users.seen("discord:1") == [GROUP]


async def test_derived_document_is_replaced_and_removed(store: Store) -> None:
    assert await store.results.derived(GROUP) is None
    await store.results.set_derived(GROUP, b"numbers")
    assert await store.results.derived(GROUP) == b"numbers"
    await store.results.set_derived(GROUP, None)
    assert await store.results.derived(GROUP) is None


async def test_wipe_deletes_results_and_backup_restores_them(store: Store) -> None:
    await store.results.add(GROUP, "g1", b"one")
    await store.results.set_derived(GROUP, b"numbers")
    lines = [line async for line in store.backup.dump()]
    await store.tables.wipe(GROUP)
    assert await store.results.load(GROUP) == []
    assert await store.results.derived(GROUP) is None
    for line in lines:
        await store.backup.restore(line, replace=True)
    assert await store.results.load(GROUP) == [b"one"]
    assert not await store.results.add(GROUP, "g1", b"other")


async def test_channels_with_finished_games_are_listed(store: Store) -> None:
    assert await store.archive.channels() == []
    await store.tables.create("web:tower", game="g1", setup=b"")
    await store.tables.finish("web:tower", game="g1", expected=0, summary=b"", ended=1.0, users=["web:a"])
    assert await store.archive.channels() == ["web:tower"]
