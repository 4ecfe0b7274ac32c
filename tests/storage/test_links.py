"""A table in several channels: guests lead to a home, codes invite, public tables are listed."""

from __future__ import annotations

import asyncio

import pytest

from storage import Conflict, Store
from storage.records import Rate

HOME, GUEST, OTHER = "discord:7", "telegram:-7", "web:tower"
RATE = Rate(100, 60.0)


async def read(store: Store, channel: str):  # type: ignore[no-untyped-def]
    return await store.commands.read(
        "web:anna", channel, now=1.0, user_rate=RATE, channel_rate=RATE, group=channel, group_setting="bans"
    )


async def test_a_channel_is_no_guest_at_first(store: Store) -> None:
    assert await store.links.home(GUEST) == ""
    assert await store.links.of(HOME) == {}


async def test_a_guest_leads_home_until_it_leaves(store: Store) -> None:
    await store.links.join(GUEST, HOME, b"ru")
    await store.links.join(GUEST, HOME, b"ru")  # again is harmless
    assert await store.links.home(GUEST) == HOME
    assert await store.links.of(HOME) == {GUEST: b"ru"}
    await store.links.leave(GUEST, HOME)
    await store.links.leave(GUEST, HOME)
    assert (await store.links.home(GUEST), await store.links.of(HOME)) == ("", {})


async def test_a_command_reads_the_link_and_the_notes(store: Store) -> None:
    await store.links.join(GUEST, HOME, b"ru")
    await store.tables.create(HOME, game="g1", setup=b"set-up")
    assert (await read(store, GUEST)).home == HOME
    assert (await read(store, HOME)).links == {GUEST: b"ru"}
    found = await store.commands.read_home(HOME)
    assert found.table is not None
    assert (found.table.setup, found.lobby.data, found.links) == (b"set-up", None, {GUEST: b"ru"})


async def test_a_guest_takes_neither_table_nor_lobby(store: Store) -> None:
    await store.links.join(GUEST, HOME, b"")
    with pytest.raises(Conflict):
        await store.tables.create(GUEST, game="g1", setup=b"")
    with pytest.raises(Conflict):
        await store.lobbies.save(GUEST, expected=0, data=b"lobby")


@pytest.mark.parametrize("kind", ["table", "lobby", "alias", "guest"])
async def test_a_channel_with_something_of_its_own_cannot_be_a_guest(store: Store, kind: str) -> None:
    if kind == "table":
        await store.tables.create(GUEST, game="g1", setup=b"")
    elif kind == "lobby":
        await store.lobbies.save(GUEST, expected=0, data=b"lobby")
    elif kind == "alias":
        await store.channels.alias(GUEST, OTHER)
    else:
        await store.links.join(GUEST, OTHER, b"")
    with pytest.raises(Conflict):
        await store.links.join(GUEST, HOME, b"")
    assert await store.links.of(HOME) == {}


async def test_table_or_link_wins_never_both(store: Store) -> None:
    for number in range(10):
        id_ = f"telegram:-{3000 + number}"
        made = await asyncio.gather(
            store.tables.create(id_, game="g1", setup=b""),
            store.links.join(id_, HOME, b""),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in made) == ["Conflict", "NoneType"]


async def test_leaving_one_home_does_not_end_the_link_to_another(store: Store) -> None:
    await store.links.join(GUEST, HOME, b"")
    await store.links.leave(GUEST, OTHER)
    assert await store.links.home(GUEST) == HOME


async def test_a_note_that_was_removed_does_not_come_back(store: Store) -> None:
    await store.links.note(HOME, "told", b"1")
    await store.links.renote(HOME, "told", b"2")
    assert await store.links.of(HOME) == {"told": b"2"}
    await store.links.note(HOME, "told", None)
    await store.links.renote(HOME, "told", b"3")
    assert await store.links.of(HOME) == {}


async def test_a_code_leads_to_its_home_until_it_is_closed(store: Store) -> None:
    assert await store.links.read_code("abc") is None
    await store.links.open_code("abc", HOME)
    assert await store.links.read_code("abc") == HOME
    await store.links.close_code("abc")
    assert await store.links.read_code("abc") is None


async def test_public_tables_are_listed_latest_first(store: Store) -> None:
    for at, home in enumerate((HOME, GUEST, OTHER, HOME)):
        await store.links.publish(home, float(at))
    assert await store.links.public() == [HOME, OTHER, GUEST]
    await store.links.withdraw(OTHER)
    assert await store.links.public() == [HOME, GUEST]


async def test_links_survive_backup_and_restore_and_are_wiped(store: Store) -> None:
    await store.links.join(GUEST, HOME, b"ru")
    await store.links.open_code("abc", HOME)
    await store.links.publish(HOME, 5.0)
    lines = [line async for line in store.backup.dump()]
    for channel in (HOME, GUEST):
        await store.tables.wipe(channel)
    await store.links.close_code("abc")
    await store.links.withdraw(HOME)
    assert (await store.links.home(GUEST), await store.links.of(HOME)) == ("", {})
    assert all([await store.backup.restore(line) for line in lines])
    assert (await store.links.home(GUEST), await store.links.of(HOME)) == (HOME, {GUEST: b"ru"})
    assert (await store.links.read_code("abc"), await store.links.public()) == (HOME, [HOME])
