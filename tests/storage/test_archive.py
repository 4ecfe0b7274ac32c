"""Finished games can be listed and replayed for as long as they are kept."""

from __future__ import annotations

import asyncio
import json

import pytest

from storage import Conflict, FinishedTable, Store, StoredTable

CHANNEL = "discord:42"


async def finished(store: Store, game: str, ended: float, keep: float | None = None) -> None:
    await store.tables.create(CHANNEL, game=game, setup=b"setup of " + game.encode())
    await store.tables.save(CHANNEL, game=game, expected=0, log=[b"one", b"two"])
    await store.tables.finish(
        CHANNEL, game=game, expected=2, summary=b"A won", ended=ended, users=["d:1", "d:2"], keep=keep
    )


async def test_finished_game_keeps_its_log(store: Store) -> None:
    await finished(store, "g1", 1000.5)
    assert await store.tables.load(CHANNEL) is None
    assert await store.archive.load(CHANNEL, "g1") == FinishedTable(
        CHANNEL, "g1", 1000.5, b"A won", b"setup of g1", (b"one", b"two")
    )
    assert await store.archive.load(CHANNEL, "g2") is None


async def test_finished_table_refuses_saves(store: Store) -> None:
    await finished(store, "g1", 1.0)
    with pytest.raises(Conflict):
        await store.tables.save(CHANNEL, game="g1", expected=2, log=[b"x"])
    await store.tables.create(CHANNEL, game="g2", setup=b"")
    assert (await store.archive.of_channel(CHANNEL))[0].game == "g1"
    assert await store.tables.load(CHANNEL) == StoredTable(CHANNEL, "g2", 0, b"", 0, ())


async def test_second_finish_changes_nothing(store: Store) -> None:
    await finished(store, "g1", 1.0)
    await store.tables.finish(CHANNEL, game="g1", expected=2, summary=b"other", ended=2.0)
    assert [(game.ended, game.summary) for game in await store.archive.of_channel(CHANNEL)] == [
        (1.0, b"A won")
    ]


async def test_finish_at_another_ply_is_refused(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"])
    with pytest.raises(Conflict):
        await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0, users=["d:1"])
    assert await store.tables.load(CHANNEL) is not None
    assert await store.archive.of_user("d:1") == []


async def test_lists_begin_with_the_latest_game(store: Store) -> None:
    for number in range(5):
        await finished(store, f"g{number}", 100.0 + number)
    of_channel = await store.archive.of_channel(CHANNEL, limit=2)
    assert [game.game for game in of_channel] == ["g4", "g3"]
    assert [game.game for game in await store.archive.of_user("d:2")] == ["g4", "g3", "g2", "g1", "g0"]
    assert await store.archive.of_user("d:3") == []


async def test_game_without_moves_can_be_finished(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"S")
    await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0)
    record = await store.archive.load(CHANNEL, "g1")
    assert record is not None
    assert record.log == ()


async def test_expired_games_leave_the_lists(store: Store) -> None:
    await finished(store, "short", 1.0, keep=0.01)
    await finished(store, "long", 2.0)
    while await store.archive.load(CHANNEL, "short") is not None:
        await asyncio.sleep(0.01)
    assert [game.game for game in await store.archive.of_channel(CHANNEL)] == ["long"]
    assert [game.game for game in await store.archive.of_user("d:1")] == ["long"]
    await finished(store, "next", 100.0, keep=50.0)
    assert [game.game for game in await store.archive.of_user("d:1")] == ["next", "long"]
    listed = [parts for line in [d async for d in store.backup.dump()] for parts in json.loads(line)["keys"]]
    assert [len(values) // 2 for part, _, _, values in listed if part == "done"] == [2, 2, 2]


async def test_amend_replaces_set_up_summary_and_log(store: Store) -> None:
    await finished(store, "g1", 1.0)
    assert await store.archive.amend(
        CHANNEL, "g1", setup=b"nobody", summary=b"somebody won", log=[b"eins", b"zwei"]
    )
    record = await store.archive.load(CHANNEL, "g1")
    assert record is not None
    assert (record.setup, record.summary, record.log) == (b"nobody", b"somebody won", (b"eins", b"zwei"))
    assert not await store.archive.amend(CHANNEL, "g9", setup=b"", summary=b"", log=[])
    assert await store.archive.load(CHANNEL, "g9") is None
