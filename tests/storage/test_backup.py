"""A backup of one kind of server can be restored on any other."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from storage import Store, StoredTable
from storage.open import open_store

CHANNEL = "discord:42"
NASTY = bytes(range(256))


async def furnished(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g0", setup=b"0")
    await store.tables.finish(
        CHANNEL, game="g0", expected=0, summary=b"", ended=1.5, users=["d:1"], keep=900.0
    )
    await store.tables.create(CHANNEL, game="g1", setup=NASTY)
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"b", NASTY, b"a"])
    await store.lobbies.save("web:x", expected=0, data=b"lobby")
    await store.deadlines.schedule(CHANNEL, "1:remind", 123.25)
    await store.users.set_setting("d:1", "language", b"ru")
    await store.statistics.add("d:1", CHANNEL, {"games": 1}, once="g0")


def without_ttl(lines: list[bytes]) -> list[object]:
    contents = [json.loads(line) for line in lines]
    for content in contents:
        content["keys"] = sorted([part, kind, ttl > 0, values] for part, kind, ttl, values in content["keys"])
    return contents


async def test_backup_restores_on_another_store(store: Store, tmp_path: Path) -> None:
    await furnished(store)
    lines = [line async for line in store.backup.dump()]
    assert all(b"\n" not in line for line in lines)
    async with await open_store(None, folder=tmp_path / "other") as other:
        assert [await other.backup.restore(line) for line in lines] == [True] * len(lines)
        copied = [line async for line in other.backup.dump()]
        assert await other.tables.load(CHANNEL) == StoredTable(
            CHANNEL, "g1", 3, NASTY, 0, (b"b", NASTY, b"a")
        )
        assert (await other.deadlines.claim(200.0))[0].name == "1:remind"
        assert len(await other.archive.of_user("d:1")) == 1
    owners = [json.loads(line)["owner"] for line in lines]
    assert len(owners) == len(set(owners)) == 4
    assert without_ttl(copied) == without_ttl(lines)


async def test_restore_overwrites_only_with_replace(store: Store) -> None:
    await furnished(store)
    (line,) = [line async for line in store.backup.dump() if json.loads(line)["owner"] == CHANNEL]
    await store.tables.save(CHANNEL, game="g1", expected=3, log=[b"later"])
    assert not await store.backup.restore(line)
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert loaded.ply == 4
    assert await store.backup.restore(line, replace=True)
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert loaded.log == (b"b", NASTY, b"a")


async def test_replace_deletes_what_came_after_the_backup(store: Store) -> None:
    await furnished(store)
    (line,) = [line async for line in store.backup.dump() if json.loads(line)["owner"] == CHANNEL]
    await store.tables.save(CHANNEL, game="g1", expected=3, log=[b"later"])
    assert await store.backup.restore(line, replace=True)
    then = StoredTable(CHANNEL, "g1", 3, NASTY, 0, (b"b", NASTY, b"a"))
    assert await store.tables.load(CHANNEL) == then
    await store.tables.finish(CHANNEL, game="g1", expected=3, summary=b"", ended=2.5)
    assert await store.backup.restore(line, replace=True)
    assert await store.tables.load(CHANNEL) == then
    assert [found.game for found in await store.archive.of_channel(CHANNEL)] == ["g0"]
    assert await store.archive.load(CHANNEL, "g1") is None


async def test_replaced_deadlines_leave_those_of_other_channels(store: Store) -> None:
    await furnished(store)
    lines = [line async for line in store.backup.dump()]
    await store.deadlines.schedule(CHANNEL, "1:remind", 999.0)
    others = [f"web:{number}" for number in range(8)]  # some in the same bucket
    for other in others:
        await store.deadlines.schedule(other, "clock", 150.0)
    for line in lines:
        assert await store.backup.restore(line, replace=True)
    claimed = await store.deadlines.claim(200.0)
    assert sorted(due.channel for due in claimed) == sorted([CHANNEL, *others])


async def test_no_line_holds_half_a_move(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    done = asyncio.Event()

    async def play() -> None:
        for ply in range(0, 200, 2):
            await store.tables.save(CHANNEL, game="g1", expected=ply, log=[b"x", b"y"])
        await store.tables.finish(CHANNEL, game="g1", expected=200, summary=b"", ended=1.0)
        done.set()

    async def watch() -> int:
        seen = 0
        while not done.is_set():
            async for line in store.backup.dump():
                found = {part: values for part, _, _, values in json.loads(line)["keys"]}
                finished = any(part.startswith("done:") for part in found)
                assert finished == ("done" in found) != ("game" in found)
                log = found.get("log", found.get("done:g1:log", []))
                assert len(log) % 2 == 0
                seen += 1
        return seen

    _, seen = await asyncio.gather(play(), watch())
    assert seen > 0


async def test_dump_holds_a_deadline_that_is_set_meanwhile(store: Store) -> None:
    """A table of the backup may be younger than its beginning, and so may its alarm."""
    for channel in ("web:1", "web:2"):
        await store.tables.create(channel, game="g", setup=b"")
    lines = store.backup.dump()
    written = [await anext(lines)]
    await store.deadlines.schedule("web:2", "clock", 1.0)
    written += [line async for line in lines]
    owners = [json.loads(line)["owner"] for line in written]
    assert owners[:2] == ["web:1", "web:2"]
    assert len(owners) == 3


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"bastide": 2, "owner": "x", "keys": []}',
        b'{"bastide": 1, "owner": "x}{", "keys": [["a", "string", -1, [""]]]}',
        b'{"bastide": 1, "owner": "x", "keys": [["a", "stream", -1, []]]}',
        b'{"bastide": 1, "owner": "x", "keys": [["a", "string", -1, ["?"]]]}',
    ],
)
async def test_damaged_line_is_refused(server_store: Store, line: bytes) -> None:
    with pytest.raises(ValueError, match="backup"):
        await server_store.backup.restore(line)
