"""A channel under several ids, and channels that an earlier version has moved."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode

import pytest

from storage import Conflict, Store, StoredLobby

OLD, NEW = "telegram:-7", "telegram:-1007"  # on the cluster of the tests they live on different nodes


def encoded(*values: str) -> list[str]:
    return [b64encode(value.encode()).decode() for value in values]


async def restored(store: Store, owner: str, *keys: tuple[str, str, list[str]]) -> None:
    """Write keys as an earlier version has left them."""
    parts = [
        [part, kind, -1, [b64encode(value.encode()).decode() for value in values]]
        for part, kind, values in keys
    ]
    assert await store.backup.restore(json.dumps({"bastide": 1, "owner": owner, "keys": parts}).encode())


async def test_id_without_alias_is_its_own_channel(store: Store) -> None:
    assert await store.channels.resolve(OLD) == OLD
    assert await store.channels.ids(OLD) == [OLD]


async def test_alias_leads_to_the_channel(store: Store) -> None:
    await store.tables.create(OLD, game="g1", setup=b"")
    await store.channels.alias(NEW, OLD)
    assert await store.channels.resolve(NEW) == OLD
    assert await store.channels.resolve(OLD) == OLD
    assert await store.tables.load(OLD) is not None


async def test_ids_list_the_newest_alias_last(store: Store) -> None:
    for alias in ("telegram:-3", "telegram:-2", "telegram:-3"):
        await store.channels.alias(alias, OLD)
    assert await store.channels.ids(OLD) == [OLD, "telegram:-3", "telegram:-2"]


async def test_alias_of_an_alias_leads_to_the_channel(store: Store) -> None:
    await store.channels.alias(NEW, OLD)
    await store.channels.alias("telegram:-9", NEW)
    assert await store.channels.resolve("telegram:-9") == OLD


async def test_ring_of_aliases_ends(store: Store) -> None:
    await store.channels.alias(NEW, OLD)
    await store.channels.alias(OLD, NEW)
    assert await store.channels.resolve(OLD) in (OLD, NEW)


async def test_alias_of_another_channel_is_refused(store: Store) -> None:
    await store.channels.alias(NEW, OLD)
    with pytest.raises(Conflict):
        await store.channels.alias(NEW, "telegram:-8")
    assert await store.channels.resolve(NEW) == OLD
    assert await store.channels.ids("telegram:-8") == ["telegram:-8"]


async def test_id_with_a_table_cannot_be_an_alias(store: Store) -> None:
    await store.tables.create(NEW, game="g9", setup=b"")
    with pytest.raises(Conflict) as refused:
        await store.channels.alias(NEW, OLD)
    assert refused.value.game == "g9"
    assert await store.channels.resolve(NEW) == NEW


async def test_id_with_a_lobby_cannot_be_an_alias(store: Store) -> None:
    version = await store.lobbies.save(NEW, expected=0, data=b"ours")
    with pytest.raises(Conflict):
        await store.channels.alias(NEW, OLD)
    await store.lobbies.save(NEW, expected=version, data=None)
    await store.channels.alias(NEW, OLD)
    assert await store.channels.resolve(NEW) == OLD


async def test_alias_takes_neither_table_nor_lobby(store: Store) -> None:
    await store.channels.alias(NEW, OLD)
    with pytest.raises(Conflict):
        await store.tables.create(NEW, game="g1", setup=b"")
    with pytest.raises(Conflict):
        await store.lobbies.save(NEW, expected=0, data=b"lobby")
    assert await store.lobbies.load(NEW) == StoredLobby(0, None)


async def test_table_or_alias_wins_never_both(store: Store) -> None:
    for number in range(20):
        id_ = f"telegram:-{2000 + number}"
        made = await asyncio.gather(
            store.tables.create(id_, game="g1", setup=b""),
            store.channels.alias(id_, OLD),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in made) == ["Conflict", "NoneType"]


async def test_alias_of_itself_is_refused(server_store: Store) -> None:
    with pytest.raises(ValueError, match="itself"):
        await server_store.channels.alias(OLD, OLD)


async def test_aliases_survive_backup_and_restore(store: Store) -> None:
    await store.channels.alias(NEW, OLD)
    lines = [line async for line in store.backup.dump()]
    for channel in (OLD, NEW):
        await store.tables.wipe(channel)
    assert await store.channels.resolve(NEW) == NEW
    assert all([await store.backup.restore(line) for line in lines])
    assert await store.channels.resolve(NEW) == OLD
    assert await store.channels.ids(OLD) == [OLD, NEW]


# -- channels that an earlier version has moved: it copied everything to the new id -------------------


async def test_moved_channel_is_found_under_both_ids(store: Store) -> None:
    await restored(store, OLD, ("moved", "hash", ["to", NEW, "nonce", "1"]))
    await store.tables.create(NEW, game="g1", setup=b"")
    assert await store.channels.resolve(OLD) == NEW
    assert await store.channels.resolve(NEW) == NEW
    assert await store.channels.ids(NEW) == [NEW]


async def test_half_moved_channel_stays_at_its_old_id(store: Store) -> None:
    await store.tables.create(OLD, game="g1", setup=b"")
    lines = [line async for line in store.backup.dump()]
    await store.tables.wipe(OLD)
    owner = json.loads(lines[0])
    owner["keys"].append(
        ["moved", "hash", -1, [b64encode(v).decode() for v in (b"to", NEW.encode(), b"frozen", b"1")]]
    )
    assert await store.backup.restore(json.dumps(owner).encode())
    await restored(store, NEW, ("coming", "string", [OLD]))
    assert await store.channels.resolve(OLD) == OLD
    assert await store.channels.resolve(NEW) == OLD
    assert await store.tables.save(OLD, game="g1", expected=0, log=[b"one"]) == 1


@pytest.mark.parametrize("trace", ["to", "past"])
async def test_finished_game_is_found_where_it_was_moved_to(store: Store, trace: str) -> None:
    await store.tables.create(NEW, game="g1", setup=b"1")
    await store.tables.finish(NEW, game="g1", expected=0, summary=b"won", ended=5.0)
    await restored(store, OLD, ("moved", "hash", [trace, NEW]))
    await restored(store, "user:t:1", ("done", "zset", [f"{OLD}\x1fg1", "5.0"]))
    assert [(game.channel, game.game) for game in await store.archive.of_user("t:1")] == [(NEW, "g1")]
    assert await store.archive.amend(OLD, "g1", setup=b"2", summary=b"won", log=[])
    found = await store.archive.load(OLD, "g1")
    assert found is not None
    assert (found.channel, found.setup) == (NEW, b"2")


async def test_forget_reaches_channels_that_were_moved(store: Store) -> None:
    await restored(store, OLD, ("moved", "hash", ["to", NEW]))
    await restored(store, NEW, ("stats", "hash", ["t:1\x1fgames", "1", "t:2\x1fgames", "2"]))
    await store.users.note("t:1", OLD)
    assert await store.users.seen("t:1") == [NEW, OLD]
    await store.users.forget("t:1")
    (line,) = [line async for line in store.backup.dump() if json.loads(line)["owner"] == NEW]
    assert b64encode(b"t:1\x1fgames") not in line
    assert b64encode(b"t:2\x1fgames") in line
