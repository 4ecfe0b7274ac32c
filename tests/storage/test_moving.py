"""A channel's belongings move as a whole, also when the one who moves them is interrupted at any step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest

from storage import Conflict, Document, Moved, Record, Store
from storage.redis.connection import Link
from storage.redis.scripts import Script

OLD, NEW = "telegram:-7", "telegram:-1007"  # on the cluster of the tests they live on different nodes
STEPS = ("expect", "freeze", "dump", "arrive", "leave")


class Interrupted(Exception):
    """The process died here."""


async def furnished(store: Store) -> None:
    await store.tables.create(OLD, game="g0", setup=b"0")
    await store.tables.save(OLD, game="g0", expected=0, log=[b"zero"])
    await store.tables.finish(
        OLD, game="g0", expected=1, summary=b"won", ended=5.0, users=["t:1"], keep=1000.0
    )
    await store.tables.create(OLD, game="g1", setup=b"1")
    await store.tables.save(OLD, game="g1", expected=0, log=[b"one", b"two"], snapshot=b"s", request="r")
    await store.tables.save(OLD, game="g1", expected=2, log=[b"three"])
    await store.lobbies.save(OLD, expected=0, data=b"lobby")
    await store.users.set_channel_setting(OLD, "language", b"ru")
    await store.statistics.add("t:1", OLD, {"games": 1}, once="g0")
    await store.users.sit("t:1", OLD, 1.0)


async def check_moved(store: Store) -> None:
    assert await store.tables.load(NEW) == Record(NEW, "g1", 3, b"1", 2, b"s", (b"three",))
    assert (await store.lobbies.load(NEW)).data == b"lobby"
    assert await store.users.channel_settings(NEW) == {"language": b"ru"}
    assert await store.statistics.of_channel(NEW) == {"t:1": {"games": 1}}
    record = await store.archive.load(NEW, "g0")
    assert record is not None
    assert (record.setup, record.log) == (b"0", (b"zero",))
    assert [(game.channel, game.game) for game in await store.archive.of_user("t:1")] == [(NEW, "g0")]
    for gone in (store.tables.load(OLD), store.lobbies.load(OLD)):
        with pytest.raises(Moved) as moved:
            await gone
        assert (moved.value.channel, moved.value.to) == (OLD, NEW)
    with pytest.raises(Moved):
        await store.tables.save(OLD, game="g1", expected=3, log=[b"x"])


async def test_everything_moves(store: Store) -> None:
    await furnished(store)
    await store.tables.move(OLD, NEW, users=["t:1", "t:2"])
    await check_moved(store)
    assert await store.users.seats("t:1") == [NEW]
    assert await store.users.seats("t:2") == []
    assert await store.tables.save(NEW, game="g1", expected=0, log=[b"one", b"two"], request="r") == 2
    await store.tables.move(OLD, NEW)
    await check_moved(store)


async def interrupted(
    store: Store,
    patches: pytest.MonkeyPatch,
    step: str,
    *,
    after: bool = False,
    old: str = OLD,
    new: str = NEW,
) -> None:
    """Begin a move and die before or after one of its steps."""
    run = Link.run

    async def dying(link: Link, script: Script, keys: Sequence[str], *args: Any) -> Any:
        if script.name == step and not after:
            raise Interrupted
        reply = await run(link, script, keys, *args)
        if script.name == step:
            raise Interrupted
        return reply

    with patches.context() as patch:
        patch.setattr(Link, "run", dying)
        with pytest.raises(Interrupted):
            await store.tables.move(old, new)


@pytest.mark.parametrize("store", ["server", "cluster"], indirect=True)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_interrupted(store: Store, step: str, after: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    await interrupted(store, monkeypatch, step, after=after)
    if step == "expect" or (step, after) == ("freeze", False):
        # Announced at most, never begun: whoever comes first finds the old place as it was.
        assert await store.tables.load(NEW) is None
        assert await store.tables.save(OLD, game="g1", expected=3, log=[]) == 3
        await store.tables.move(OLD, NEW)
        await check_moved(store)
        return
    assert await store.tables.load(NEW) is not None  # completes it
    await store.tables.save(NEW, game="g1", expected=3, log=[b"four"])
    await store.tables.move(OLD, NEW)
    loaded = await store.tables.load(NEW)
    assert loaded is not None
    assert loaded.log == (b"three", b"four")


VISITS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "load old": lambda store: store.tables.load(OLD),
    "load new": lambda store: store.tables.load(NEW),
    "save old": lambda store: store.tables.save(OLD, game="g1", expected=3, log=[b"late"]),
    "finish old": lambda store: store.tables.finish(OLD, game="g1", expected=3, summary=b"", ended=9.0),
    "create old": lambda store: store.tables.create(OLD, game="g5", setup=b""),
    "create new": lambda store: store.tables.create(NEW, game="g5", setup=b""),
    "load lobby old": lambda store: store.lobbies.load(OLD),
    "load lobby new": lambda store: store.lobbies.load(NEW),
    "save lobby old": lambda store: store.lobbies.save(OLD, expected=1, data=b"late"),
    "save lobby new": lambda store: store.lobbies.save(NEW, expected=0, data=b"early"),
    "move old": lambda store: store.tables.move(OLD, NEW),
}


@pytest.mark.parametrize("store", ["server", "cluster"], indirect=True)
@pytest.mark.parametrize("visit", VISITS.values(), ids=VISITS.keys())
async def test_whoever_comes_completes_it(
    store: Store, visit: Callable[[Store], Awaitable[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnished(store)
    await interrupted(store, monkeypatch, "dump")
    with suppress(Moved, Conflict):
        await visit(store)
    dumped = [json.loads(line) async for line in store.backup.dump()]
    (parts,) = [{part for part, *_ in owner["keys"]} for owner in dumped if owner["owner"] == NEW]
    assert {"game", "log", "snapshot", "lobby", "done:g0"} <= parts
    assert "coming" not in parts
    loaded = await store.tables.load(NEW)
    assert loaded is not None
    assert (loaded.game, loaded.log) == ("g1", (b"three",))
    assert (await store.lobbies.load(NEW)).data == b"lobby"


async def test_a_place_that_is_itself_moving_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    await store.users.set_channel_setting(NEW, "theme", b"dark")
    await interrupted(store, monkeypatch, "dump", old=NEW, new="telegram:5")
    await store.tables.move(OLD, NEW)
    await check_moved(store)
    assert await store.users.channel_settings("telegram:5") == {"theme": b"dark"}


async def test_a_place_that_leaves_at_the_last_moment(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    await store.users.set_channel_setting(NEW, "theme", b"dark")
    run = Link.run
    raced = []

    async def racing(link: Link, script: Script, keys: Sequence[str], *args: Any) -> Any:
        if script.name == "freeze" and args[0] == NEW and not raced:
            raced.append("begun")
            with pytest.MonkeyPatch.context() as inner:
                await interrupted(store, inner, "dump", old=NEW, new="telegram:5")
        return await run(link, script, keys, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "run", racing)
        with pytest.raises(Conflict):
            await store.tables.move(OLD, NEW)
    assert raced
    assert await store.tables.save(OLD, game="g1", expected=3, log=[b"four"]) == 4
    await store.tables.move(OLD, NEW)
    loaded = await store.tables.load(NEW)
    assert loaded is not None
    assert loaded.ply == 4


async def test_a_frozen_channel_takes_no_move(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    run = Link.run
    refused: list[str] = []

    async def pressing(link: Link, script: Script, keys: Sequence[str], *args: Any) -> Any:
        if script.name == "dump" and not refused:
            refused.append("begun")
            with pytest.raises(Moved):
                await store.tables.save(OLD, game="g1", expected=3, log=[b"late"])
            refused.append("refused")
        return await run(link, script, keys, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "run", pressing)
        await store.tables.move(OLD, NEW)
    assert refused == ["begun", "refused"]
    await check_moved(store)


async def test_several_movers_and_players_at_once(store: Store) -> None:
    await furnished(store)
    saved = 0

    async def play() -> None:
        nonlocal saved
        channel = OLD
        for number in range(40):
            while True:
                try:
                    await store.tables.save(channel, game="g1", expected=3 + number, log=[b"%d" % number])
                    saved += 1
                    break
                except Moved as moved:
                    channel = moved.to

    await asyncio.gather(play(), *(store.tables.move(OLD, NEW) for _ in range(4)))
    loaded = await store.tables.load(NEW)
    assert loaded is not None
    assert loaded.log == (b"three", *(b"%d" % number for number in range(40)))
    assert saved == 40


async def test_another_mover_is_faster(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    run = Link.run
    raced: list[str] = []

    async def racing(link: Link, script: Script, keys: Sequence[str], *args: Any) -> Any:
        if script.name == "expect" and not raced:
            raced.append("begun")
            await store.tables.move(OLD, NEW)
        return await run(link, script, keys, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "run", racing)
        await store.tables.move(OLD, NEW)
    assert raced
    await check_moved(store)


async def test_a_place_that_is_taken(store: Store) -> None:
    await furnished(store)
    await store.tables.create(NEW, game="g9", setup=b"9")
    with pytest.raises(Conflict) as refused:
        await store.tables.move(OLD, NEW)
    assert refused.value.game == "g9"
    assert await store.tables.save(OLD, game="g1", expected=3, log=[b"four"]) == 4
    await store.tables.finish(NEW, game="g9", expected=0, summary=b"", ended=9.0)
    await store.lobbies.save(NEW, expected=0, data=b"ours")
    with pytest.raises(Conflict):
        await store.tables.move(OLD, NEW)
    assert await store.lobbies.load(NEW) == Document(1, b"ours")


@pytest.mark.parametrize("what", ["table", "lobby"])
async def test_a_place_that_is_taken_at_the_last_moment(
    store: Store, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnished(store)
    run = Link.run

    async def racing(link: Link, script: Script, keys: Sequence[str], *args: Any) -> Any:
        if script.name == "freeze" and args[-1] == 1:
            if what == "table":
                await store.tables.create(NEW, game="g9", setup=b"9")
            else:
                await store.lobbies.save(NEW, expected=0, data=b"ours")
        return await run(link, script, keys, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "run", racing)
        with pytest.raises(Conflict):
            await store.tables.move(OLD, NEW)
    assert await store.tables.save(OLD, game="g1", expected=3, log=[b"four"]) == 4
    loaded = await store.tables.load(NEW)
    assert (loaded and loaded.game) == ("g9" if what == "table" else None)
    assert (await store.lobbies.load(NEW)).data == (None if what == "table" else b"ours")


async def test_there_and_back_again(store: Store) -> None:
    await furnished(store)
    await store.tables.move(OLD, NEW)
    with pytest.raises(Moved):
        await store.tables.move(OLD, "telegram:5")
    await store.tables.move(NEW, OLD)
    loaded = await store.tables.load(OLD)
    assert loaded is not None
    assert loaded.ply == 3
    assert await store.statistics.of_channel(OLD) == {"t:1": {"games": 1}}
    await store.tables.move(OLD, NEW)
    await check_moved(store)


async def test_a_new_table_takes_the_signpost_down(store: Store) -> None:
    await furnished(store)
    await store.tables.move(OLD, NEW)
    await store.tables.create(OLD, game="g5", setup=b"5")
    await store.tables.finish(OLD, game="g5", expected=0, summary=b"", ended=9.0)
    assert await store.tables.load(OLD) is None


async def test_a_late_repetition_drops_nothing_new(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnished(store)
    run = Link.run
    steps: list[tuple[Any, ...]] = []

    async def recording(*call: Any) -> Any:
        steps.append(call)
        return await run(*call)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "run", recording)
        await store.tables.move(OLD, NEW)
    await store.users.set_channel_setting(OLD, "language", b"bg")
    await store.tables.save(NEW, game="g1", expected=3, log=[b"four"])
    for call in steps:
        if call[1].name != "expect":
            await run(*call)
    assert await store.users.channel_settings(OLD) == {"language": b"bg"}
    loaded = await store.tables.load(NEW)
    assert loaded is not None
    assert loaded.ply == 4


async def test_the_old_place_can_be_used_again(store: Store) -> None:
    await furnished(store)
    await store.tables.move(OLD, NEW)
    await store.lobbies.save(OLD, expected=0, data=b"new lobby")
    await store.tables.create(OLD, game="g5", setup=b"5", lobby=1)
    loaded = await store.tables.load(OLD)
    assert loaded is not None
    assert loaded.game == "g5"
    assert (await store.tables.load(NEW)) is not None


async def test_counters_of_both_places_are_added(store: Store) -> None:
    await furnished(store)
    await store.statistics.add("t:1", NEW, {"games": 2, "wins": 1}, once="g7")
    version = await store.lobbies.save(NEW, expected=0, data=b"x")
    version = await store.lobbies.save(NEW, expected=version, data=None)
    await store.tables.move(OLD, NEW)
    assert await store.statistics.of_channel(NEW) == {"t:1": {"games": 3, "wins": 1}}
    await store.statistics.add("t:1", NEW, {"games": 5}, once="g0")
    assert await store.statistics.of_channel(NEW) == {"t:1": {"games": 3, "wins": 1}}
    assert (await store.lobbies.load(NEW)).version > version


async def test_to_itself(store: Store) -> None:
    with pytest.raises(ValueError, match="itself"):
        await store.tables.move(OLD, OLD)
