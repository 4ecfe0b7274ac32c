"""What every command reads first: limits, settings, lobby and table, in one round trip."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage import CommandInput, Conflict, Rate, Store, StoredLobby, StoredTable
from storage.open import open_store
from storage.port import ALARM
from tests.support.redis_servers import Cluster, Server

USER, OTHER = "discord:7", "discord:77"
CHANNEL, GROUP = "discord:42", "discord:guild:1"
PLENTY = Rate(1000, 60.0)


async def read(store: Store, user: str = USER, channel: str = CHANNEL, **more: Any) -> CommandInput:
    given = {
        "now": 1000.0,
        "user_rate": PLENTY,
        "channel_rate": PLENTY,
        "group": GROUP,
        "group_setting": "bans",
    }
    return await store.commands.read(user, channel, **{**given, **more})


async def test_read_of_an_empty_store(store: Store) -> None:
    assert await read(store) == CommandInput(0.0, 0.0, {}, None, StoredLobby(0, None), None)


async def test_read_returns_settings_lobby_and_table(store: Store) -> None:
    await store.users.set_setting(USER, "language", b"ru")
    await store.users.set_channel_setting(GROUP, "bans", b"list")
    await store.lobbies.save(CHANNEL, expected=0, data=b"lobby")
    await store.tables.create(CHANNEL, game="g1", setup=b"setup")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one", b"two"])
    found = await read(store)
    assert (found.settings, found.group_setting) == ({"language": b"ru"}, b"list")
    assert found.lobby == StoredLobby(1, b"lobby")
    assert found.table == StoredTable(CHANNEL, "g1", 2, b"setup", 0, (b"one", b"two"))
    again = await read(store, known=("g1", 1))
    assert again.table == StoredTable(CHANNEL, "g1", 2, b"setup", 1, (b"two",))


async def test_read_lists_the_channel_only_if_an_answer_is_owed(store: Store) -> None:
    await read(store)
    assert await store.owed.all() == []
    await read(store, owed=True)
    assert await store.owed.all() == [CHANNEL]


async def test_settled_setting_takes_the_channel_off_the_list(store: Store) -> None:
    await read(store, owed=True)
    await store.users.set_channel_setting(CHANNEL, "notes", b"1")
    assert await store.owed.all() == [CHANNEL]
    await store.users.set_channel_setting(CHANNEL, "notes", b"2", settled=True)
    assert await store.owed.all() == []
    assert await store.users.channel_settings(CHANNEL) == {"notes": b"2"}


async def test_user_limit_refills_with_time(store: Store) -> None:
    rate = Rate(3, 6.0)

    async def wait(user: str, now: float) -> float:
        return (await read(store, user, now=now, user_rate=rate)).wait

    assert [await wait(USER, 1000.0) for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    assert await wait(USER, 1001.5) == 0.5
    assert await wait(OTHER, 1001.5) == 0.0
    assert [await wait(USER, 1002.0) for _ in range(2)] == [0.0, 2.0]
    assert [await wait(USER, 2000.0) for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]


async def test_clock_that_goes_back_refills_nothing(store: Store) -> None:
    rate = Rate(1, 10.0)
    waits = [(await read(store, now=now, user_rate=rate)).wait for now in (1000.0, 900.0, 1010.0)]
    assert waits == [0.0, 10.0, 0.0]


async def test_channel_limit_is_shared_by_its_users(store: Store) -> None:
    rate = Rate(2, 60.0)
    users = [f"discord:{number}" for number in range(3)]
    assert [(await read(store, user, channel_rate=rate)).channel_wait for user in users] == [0.0, 0.0, 30.0]
    assert (await read(store, users[0], "discord:43", channel_rate=rate)).channel_wait == 0.0


async def test_user_over_the_limit_takes_nothing_from_the_channel(store: Store) -> None:
    mine, shared = Rate(1, 60.0), Rate(3, 60.0)
    for _ in range(10):
        await read(store, user_rate=mine, channel_rate=shared)
    others = [await read(store, f"discord:{number}", channel_rate=shared) for number in range(3)]
    assert [found.channel_wait for found in others] == [0.0, 0.0, 20.0]


async def test_limit_holds_for_commands_at_once(store: Store) -> None:
    found = await asyncio.gather(*(read(store, user_rate=Rate(5, 60.0)) for _ in range(40)))
    assert [one.wait for one in found].count(0.0) == 5


async def test_limits_are_not_in_a_backup(store: Store) -> None:
    await read(store)
    assert [line async for line in store.backup.dump()] == []


async def test_save_sets_the_alarm(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"], alarm=100.0)
    (due,) = await store.deadlines.claim(100.0)
    assert (due.channel, due.name, due.due) == (CHANNEL, ALARM, 100.0)
    await store.tables.save(CHANNEL, game="g1", expected=1, log=[b"two"], alarm=200.0)
    assert not await store.deadlines.acknowledge(due)
    assert await store.deadlines.next_due() == 200.0


async def test_save_without_alarm_leaves_the_alarm(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"], alarm=100.0)
    await store.tables.save(CHANNEL, game="g1", expected=1, log=[b"two"])
    assert await store.deadlines.next_due() == 100.0


@pytest.mark.parametrize("store", ["embedded", "server"], indirect=True)
async def test_refused_save_sets_no_alarm(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"], alarm=100.0)
    assert await store.deadlines.next_due() is None


async def test_save_notes_visitors(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"pause"], visitors=[USER, OTHER])
    assert await store.users.seen(USER) == await store.users.seen(OTHER) == [CHANNEL]


def reads(servers: list[Server]) -> int:
    """How many requests the servers have got; the question is one of them."""
    found = 0
    for server in servers:
        with server.admin() as client:
            found += client.info("stats")["total_reads_processed"]
    return found


@pytest.mark.parametrize("kind", ["server", "cluster"])
async def test_round_trips(kind: str, request: pytest.FixtureRequest) -> None:
    running: Server | Cluster = request.getfixturevalue(f"emptied_{kind}")
    servers = running.nodes if isinstance(running, Cluster) else [running]
    async with await open_store(running.url) as store:
        await store.tables.create(CHANNEL, game="g1", setup=b"")
        for ply in range(3):  # connections are open and scripts known
            await read(store, owed=True)
            await store.tables.save(CHANNEL, game="g1", expected=ply, log=[b"x"], alarm=1.0)
            await store.deadlines.claim(0.0)
        idle = reads(servers)
        idle = reads(servers) - idle

        async def costs(*actions: Any) -> int:
            before = reads(servers)
            for action in actions:
                await action
            return reads(servers) - before - idle

        assert await costs(read(store, owed=True)) <= len(servers)
        save = store.tables.save(CHANNEL, game="g1", expected=3, log=[b"x"], alarm=1.0)
        assert await costs(save) <= min(2, len(servers))
        owed = store.tables.save(CHANNEL, game="g1", expected=4, log=[b"x"], alarm=1.0, owed=True)
        assert await costs(owed) <= min(3, len(servers))
        assert await costs(store.deadlines.claim(0.0)) <= len(servers)


async def test_setting_can_put_the_channel_on_the_list(store: Store) -> None:
    await store.users.set_channel_setting(CHANNEL, "press", b"1", owed=True)
    assert await store.owed.all() == [CHANNEL]
    await store.users.set_channel_setting(CHANNEL, "press", None, settled=True)
    assert await store.owed.all() == []


async def test_save_can_put_the_channel_on_the_list(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"x"], alarm=5.0)
    assert await store.owed.all() == []
    await store.tables.save(CHANNEL, game="g1", expected=1, log=[b"y"], owed=True)
    await store.owed.settle(CHANNEL)
    await store.tables.save(CHANNEL, game="g1", expected=2, log=[b"z"], alarm=6.0, owed=True)
    assert await store.owed.all() == [CHANNEL]
    assert await store.deadlines.next_due() == 6.0
    assert (await read(store)).table == StoredTable(CHANNEL, "g1", 3, b"", 0, (b"x", b"y", b"z"))
