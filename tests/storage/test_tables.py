"""The contract of the tables: one writer wins, and a save is applied once and as a whole."""

from __future__ import annotations

import asyncio

import pytest

from storage import Conflict, Store, StoredTable

CHANNEL = "discord:42"
NASTY = bytes(range(256))


async def opened(store: Store, channel: str = CHANNEL, game: str = "g1") -> None:
    await store.tables.create(channel, game=game, setup=b"two players")


async def test_load_without_a_table_returns_none(store: Store) -> None:
    assert await store.tables.load(CHANNEL) is None
    assert await store.tables.count() == 0


async def test_new_table_is_at_ply_0(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=NASTY)
    assert await store.tables.load(CHANNEL) == StoredTable(CHANNEL, "g1", 0, NASTY, 0, ())


async def test_second_table_in_a_channel_is_refused(store: Store) -> None:
    await opened(store)
    with pytest.raises(Conflict) as refused:
        await store.tables.create(CHANNEL, game="g2", setup=b"")
    assert (refused.value.game, refused.value.version) == ("g1", 0)
    await opened(store, "telegram:-7")
    assert await store.tables.count() == 2


async def test_finished_game_is_not_opened_again(store: Store) -> None:
    await opened(store)
    await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0)
    with pytest.raises(Conflict):
        await opened(store)
    await opened(store, game="g2")


async def test_save_appends_to_the_log(store: Store) -> None:
    await opened(store)
    assert await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one", NASTY]) == 2
    assert await store.tables.save(CHANNEL, game="g1", expected=2, log=[b""]) == 3
    assert await store.tables.load(CHANNEL) == StoredTable(
        CHANNEL, "g1", 3, b"two players", 0, (b"one", NASTY, b"")
    )


async def test_load_returns_only_lines_the_caller_does_not_have(store: Store) -> None:
    await opened(store)
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one", b"two"])
    known = await store.tables.load(CHANNEL, known=("g1", 1))
    assert known == StoredTable(CHANNEL, "g1", 2, b"two players", 1, (b"two",))
    same = await store.tables.load(CHANNEL, known=("g1", 2))
    assert same == StoredTable(CHANNEL, "g1", 2, b"two players", 2, ())
    whole = await store.tables.load(CHANNEL, known=("g1", 0))
    assert whole is not None
    assert whole.log == (b"one", b"two")


@pytest.mark.parametrize("known", [("g0", 1), ("g1", 9)])
async def test_load_returns_the_whole_log_to_a_caller_who_is_wrong(
    store: Store, known: tuple[str, int]
) -> None:
    await opened(store)
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one", b"two"])
    loaded = await store.tables.load(CHANNEL, known=known)
    assert loaded == StoredTable(CHANNEL, "g1", 2, b"two players", 0, (b"one", b"two"))


@pytest.mark.parametrize("expected", [0, 2])
async def test_save_at_another_ply_is_refused(store: Store, expected: int) -> None:
    await opened(store)
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"])
    with pytest.raises(Conflict) as refused:
        await store.tables.save(CHANNEL, game="g1", expected=expected, log=[b"x"])
    assert (refused.value.channel, refused.value.game, refused.value.version) == (CHANNEL, "g1", 1)
    assert await store.tables.load(CHANNEL) == StoredTable(CHANNEL, "g1", 1, b"two players", 0, (b"one",))


async def test_save_to_another_game_is_refused(store: Store) -> None:
    with pytest.raises(Conflict) as refused:
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"x"])
    assert refused.value.game is None
    await opened(store, game="g2")
    with pytest.raises(Conflict) as refused:
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"x"])
    assert refused.value.game == "g2"


async def test_repeated_request_is_applied_once(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"", request="open")
    await store.tables.create(CHANNEL, game="g1", setup=b"", request="open")
    assert await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"], request="a") == 1
    assert await store.tables.save(CHANNEL, game="g1", expected=1, log=[b"two"], request="aa") == 2
    assert await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"], request="a") == 1
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert loaded.log == (b"one", b"two")


async def test_request_older_than_the_last_eight_is_refused(store: Store) -> None:
    await opened(store)
    for ply in range(12):
        await store.tables.save(CHANNEL, game="g1", expected=ply, log=[b"x"], request=f"r{ply}")
    assert await store.tables.save(CHANNEL, game="g1", expected=5, log=[b"x"], request="r5") == 6
    with pytest.raises(Conflict):
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"x"], request="r0")
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert loaded.ply == len(loaded.log) == 12


async def test_one_of_many_saves_at_once_wins(store: Store) -> None:
    await opened(store)

    async def press(name: bytes) -> bool:
        try:
            await store.tables.save(CHANNEL, game="g1", expected=0, log=[name])
        except Conflict:
            return False
        return True

    won = await asyncio.gather(*(press(b"%d" % n) for n in range(100)))
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert loaded.log == tuple(b"%d" % n for n, success in enumerate(won) if success)
    assert sum(won) == 1


async def test_create_needs_the_lobby_version_that_was_read(store: Store) -> None:
    seen = await store.lobbies.save(CHANNEL, expected=0, data=b"A, B")
    joined = await store.lobbies.save(CHANNEL, expected=seen, data=b"A, B, C")
    with pytest.raises(Conflict) as refused:
        await store.tables.create(CHANNEL, game="g1", setup=b"A, B", lobby=seen)
    assert (refused.value.game, refused.value.version) == (None, joined)
    assert await store.tables.load(CHANNEL) is None
    await store.tables.create(CHANNEL, game="g1", setup=b"A, B, C", lobby=joined, request="start")
    await store.tables.create(CHANNEL, game="g1", setup=b"A, B, C", lobby=joined, request="start")
    lobby = await store.lobbies.load(CHANNEL)
    assert (lobby.version, lobby.data) == (joined + 1, None)


async def test_wipe_deletes_everything_of_a_channel(store: Store) -> None:
    await opened(store)
    await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0)
    await opened(store, game="g2")
    await store.lobbies.save(CHANNEL, expected=0, data=b"lobby")
    await store.users.set_channel_setting(CHANNEL, "language", b"bg")
    await store.tables.wipe(CHANNEL)
    assert [line async for line in store.backup.dump()] == []


@pytest.mark.parametrize("channel", ["", "a b", "a{b", "a}b", "a\nb", "user:1", "due:1", "rate:1", "x" * 200])
async def test_bad_channel_ids_are_refused(server_store: Store, channel: str) -> None:
    with pytest.raises(ValueError, match="valid"):
        await server_store.tables.load(channel)


@pytest.mark.parametrize("request_id", ["", "a b", "a=b", "x" * 65])
async def test_bad_request_ids_are_refused(server_store: Store, request_id: str) -> None:
    with pytest.raises(ValueError, match="request"):
        await server_store.tables.save(CHANNEL, game="g", expected=0, log=[], request=request_id)


async def test_long_log_is_loaded_whole(store: Store) -> None:
    await opened(store)
    lines = [b"%d" % n for n in range(20_000)]
    await store.tables.save(CHANNEL, game="g1", expected=0, log=lines)
    loaded = await store.tables.load(CHANNEL)
    assert loaded is not None
    assert list(loaded.log) == lines


async def test_amend_replaces_lines_and_keeps_the_ply(store: Store) -> None:
    await store.tables.create(CHANNEL, game="g1", setup=b"Anna")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one", b"two"])
    with pytest.raises(Conflict):
        await store.tables.amend(CHANNEL, game="g1", expected=1, setup=b"A", log=[b"eins"])
    with pytest.raises(Conflict):
        await store.tables.amend(CHANNEL, game="g2", expected=2, setup=b"A", log=[b"eins", b"zwei"])
    with pytest.raises(ValueError, match="1 lines"):
        await store.tables.amend(CHANNEL, game="g1", expected=2, setup=b"A", log=[b"eins"])
    await store.tables.amend(CHANNEL, game="g1", expected=2, setup=b"A", log=[b"eins", b"zwei"])
    record = await store.tables.load(CHANNEL)
    assert record is not None
    assert (record.ply, record.setup, record.start, record.log) == (2, b"A", 0, (b"eins", b"zwei"))
    assert await store.tables.save(CHANNEL, game="g1", expected=2, log=[b"drei"]) == 3
