"""What is kept for users, and how it is removed."""

from __future__ import annotations

import asyncio

import pytest

from storage import Store

USER, OTHER = "discord:7", "discord:77"
CHANNEL = "discord:42"


async def test_settings_are_set_and_removed(store: Store) -> None:
    assert await store.users.settings(USER) == {}
    await store.users.set_setting(USER, "language", b"ru")
    await store.users.set_setting(USER, "theme", b"\x00")
    await store.users.set_setting(OTHER, "language", b"bg")
    assert await store.users.settings(USER) == {"language": b"ru", "theme": b"\x00"}
    await store.users.set_setting(USER, "theme", None)
    assert await store.users.settings(USER) == {"language": b"ru"}
    await store.users.set_channel_setting(CHANNEL, "language", b"en")
    assert await store.users.channel_settings(CHANNEL) == {"language": b"en"}
    assert await store.users.settings(USER) == {"language": b"ru"}


async def test_seats_are_listed_oldest_first(store: Store) -> None:
    await store.users.sit(USER, "discord:2", 20.0)
    await store.users.sit(USER, "discord:1", 10.0)
    await store.users.sit(USER, "discord:3", 30.0)
    assert await store.users.seats(USER) == ["discord:1", "discord:2", "discord:3"]
    await store.users.rise(USER, "discord:2")
    await store.users.rise(USER, "discord:9")
    assert await store.users.seats(USER) == ["discord:1", "discord:3"]


async def test_finish_frees_the_seats(store: Store) -> None:
    await store.users.sit(USER, CHANNEL, 1.0)
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0, users=[USER])
    assert await store.users.seats(USER) == []


async def test_counters_count_a_game_once(store: Store) -> None:
    for _ in range(2):
        await store.statistics.add(USER, CHANNEL, {"games": 1, "points": 61}, once="g1")
        await store.statistics.add(OTHER, CHANNEL, {"games": 1, "points": 40}, once="g1")
    await store.statistics.add(USER, "discord:43", {"games": 1, "points": -5}, once="g2")
    assert await store.statistics.of_user(USER) == {"games": 2, "points": 56}
    assert await store.statistics.of_user("discord:9") == {}


async def test_games_with_similar_ids_are_counted_apart(store: Store) -> None:
    for game in ("g", "g.1", "1.g", "g:1"):
        await store.statistics.add(USER, CHANNEL, {"games": 1}, once=game)
    with pytest.raises(ValueError, match="valid"):
        await store.statistics.add(USER, CHANNEL, {"games": 1}, once="g=1")
    assert await store.statistics.of_user(USER) == {"games": 4}


async def test_forget_removes_only_that_user(store: Store) -> None:
    for user in (USER, OTHER):
        await store.users.set_setting(user, "language", b"ru")
        await store.users.sit(user, CHANNEL, 1.0)
        await store.statistics.add(user, CHANNEL, {"games": 1}, once="g1")
    await store.tables.create(CHANNEL, game="g1", setup=b"")
    await store.tables.finish(CHANNEL, game="g1", expected=0, summary=b"", ended=1.0, users=[USER, OTHER])
    await store.users.forget(USER)
    assert await store.users.settings(USER) == {}
    assert await store.users.seats(USER) == []
    assert await store.statistics.of_user(USER) == {}
    assert await store.archive.of_user(USER) == []
    assert await store.statistics.of_user(OTHER) == {"games": 1}
    assert await store.users.settings(OTHER) == {"language": b"ru"}
    assert len(await store.archive.of_user(OTHER)) == 1
    await store.users.forget(USER)


@pytest.mark.parametrize("user", ["", "a b", "{x}"])
async def test_bad_user_ids_are_refused(server_store: Store, user: str) -> None:
    with pytest.raises(ValueError, match="valid"):
        await server_store.users.settings(user)


async def test_seen_lists_every_channel_with_something_of_the_user(store: Store) -> None:
    await store.users.note(USER, "discord:1")
    await store.users.sit(USER, "discord:2", 1.0)
    await store.users.rise(USER, "discord:2")
    await store.statistics.add(USER, "discord:3", {"games": 1}, once="g1")
    await store.tables.create("discord:4", game="g4", setup=b"")
    await store.tables.finish("discord:4", game="g4", expected=0, summary=b"", ended=1.0, users=[USER])
    assert await store.users.seen(USER) == [f"discord:{number}" for number in range(1, 5)]
    await store.users.forget(USER)
    assert await store.users.seen(USER) == []


async def test_settings_of_an_unused_channel_expire(store: Store) -> None:
    await store.users.set_channel_setting(CHANNEL, "m1", b"hello", keep=0.02)
    assert await store.users.channel_setting(CHANNEL, "m2") is None
    while await store.users.channel_setting(CHANNEL, "m1") is not None:
        await asyncio.sleep(0.01)
    assert await store.users.channel_settings(CHANNEL) == {}
