"""Several workers claim each deadline once, and again if one dies with it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable

import pytest

from storage import Deadline, Store

CHANNEL = "discord:42"


def names(claimed: list[Deadline]) -> list[str]:
    return sorted(deadline.name for deadline in claimed)


async def test_claim_of_an_empty_store(store: Store) -> None:
    assert await store.deadlines.claim(1e12) == []
    assert await store.deadlines.next_due() is None


async def test_deadline_is_claimed_when_it_is_due(store: Store) -> None:
    await store.deadlines.schedule(CHANNEL, "17:remind", 100.25)
    assert await store.deadlines.next_due() == 100.25
    assert await store.deadlines.claim(100.0) == []
    (claimed,) = await store.deadlines.claim(100.25)
    assert (claimed.channel, claimed.name, claimed.due) == (CHANNEL, "17:remind", 100.25)


async def test_acknowledged_deadline_is_removed(store: Store) -> None:
    await store.deadlines.schedule(CHANNEL, "a", 100.0)
    (claimed,) = await store.deadlines.claim(100.0, lease=30.0)
    assert await store.deadlines.claim(129.0) == []
    assert await store.deadlines.acknowledge(claimed)
    assert await store.deadlines.claim(1e12) == []
    assert [line async for line in store.backup.dump()] == []
    assert not await store.deadlines.acknowledge(claimed)


async def test_deadline_is_due_again_after_its_lease(store: Store) -> None:
    await store.deadlines.schedule(CHANNEL, "a", 100.0)
    (first,) = await store.deadlines.claim(100.0, lease=30.0)
    assert await store.deadlines.next_due() == 130.0
    (second,) = await store.deadlines.claim(130.0, lease=30.0)
    assert second.due == 100.0
    assert not await store.deadlines.acknowledge(first)
    assert await store.deadlines.acknowledge(second)


async def test_deadlines_of_some_names_have_leases_of_their_own(store: Store) -> None:
    for name in ("a", "b"):
        await store.deadlines.schedule(CHANNEL, name, 100.0)
    assert len(await store.deadlines.claim(100.0, lease=30.0, leases={"b": 5.0})) == 2
    (again,) = await store.deadlines.claim(106.0, lease=30.0)
    assert again.name == "b"


async def test_rescheduled_deadline_ends_the_lease(store: Store) -> None:
    await store.deadlines.schedule(CHANNEL, "a", 100.0)
    (held,) = await store.deadlines.claim(100.0)
    await store.deadlines.schedule(CHANNEL, "a", 200.0)
    assert not await store.deadlines.acknowledge(held)
    assert await store.deadlines.claim(199.0) == []
    (claimed,) = await store.deadlines.claim(200.0)
    assert claimed.due == 200.0


async def test_cancel_removes_only_that_channel(store: Store) -> None:
    others = ["discord:4", "discord:422", "x:[a]*", "x:a"]
    for channel in (CHANNEL, *others):
        for name in ("a", "b", "c"):
            await store.deadlines.schedule(channel, name, 1.0)
    await store.deadlines.cancel(CHANNEL, "a", "never-was")
    await store.deadlines.cancel("x:[a]*")
    claimed = await store.deadlines.claim(1.0, limit=100)
    left = Counter(deadline.channel for deadline in claimed)
    assert left == {CHANNEL: 2, "discord:4": 3, "discord:422": 3, "x:a": 3}
    await store.deadlines.cancel(CHANNEL)
    assert not await store.deadlines.acknowledge(next(d for d in claimed if d.channel == CHANNEL))


async def test_claim_keeps_its_limit_and_reaches_every_bucket(store: Store) -> None:
    for number in range(50):
        await store.deadlines.schedule(f"discord:{number}", "a", float(number))
    seen: list[Deadline] = []
    while batch := await store.deadlines.claim(100.0, limit=7):
        assert len(batch) <= 7
        seen += batch
    assert sorted(deadline.due for deadline in seen) == [float(number) for number in range(50)]


async def test_several_workers_claim_each_deadline_once(store: Store) -> None:
    for number in range(100):
        await store.deadlines.schedule(f"discord:{number}", "a", 1.0)
    fired: list[str] = []

    async def worker() -> None:
        while claimed := await store.deadlines.claim(2.0, limit=3):
            for deadline in claimed:
                fired.append(deadline.channel)
                assert await store.deadlines.acknowledge(deadline)

    await asyncio.gather(*(worker() for _ in range(4)))
    assert sorted(fired) == sorted(f"discord:{number}" for number in range(100))


async def test_unwanted_deadlines_are_left_to_others(store: Store) -> None:
    for channel in ("discord:1", "telegram:-2", "web:3"):
        await store.deadlines.schedule(channel, "clock", 100.0)
    heard: dict[str, float] = {}

    def wanted(channel: str, late: float) -> bool:
        heard[channel] = late
        return channel.startswith("telegram:")

    (mine,) = await store.deadlines.claim(107.5, wanted=wanted)
    assert mine.channel == "telegram:-2"
    assert heard == {"discord:1": 7.5, "telegram:-2": 7.5, "web:3": 7.5}
    assert await store.deadlines.claim(107.5, wanted=wanted) == []
    assert await store.deadlines.acknowledge(mine)
    assert sorted(due.channel for due in await store.deadlines.claim(107.5)) == ["discord:1", "web:3"]


async def test_workers_that_choose_claim_everything_together(store: Store) -> None:
    for number in range(60):
        await store.deadlines.schedule(f"telegram:{number}", "clock", 100.0)

    def parity(rest: int) -> Callable[[str, float], bool]:
        return lambda channel, _: int(channel.removeprefix("telegram:")) % 2 == rest

    claims = [store.deadlines.claim(100.0, limit=16, wanted=parity(rest)) for rest in (0, 1, 0, 1)]
    claimed = [due.channel for found in await asyncio.gather(*claims) for due in found]
    assert max(Counter(claimed).values()) == 1
    while more := await store.deadlines.claim(100.0, wanted=lambda _, __: True):
        claimed += [due.channel for due in more]
    assert len(set(claimed)) == len(claimed) == 60


async def test_many_unwanted_deadlines_hide_no_wanted_one(
    server_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.redis.deadlines.PAGE", 5)
    for number in range(200):
        await server_store.deadlines.schedule(f"telegram:{number}", "clock", float(number))
    await server_store.deadlines.schedule("web:1", "clock", 500.0)

    def wanted(channel: str, _: float) -> bool:
        return channel == "web:1"

    for _ in range(20):
        if found := await server_store.deadlines.claim(1000.0, wanted=wanted):
            break
    assert [due.channel for due in found] == ["web:1"]


async def test_deadline_of_an_earlier_version_is_claimed(store: Store) -> None:
    """It stored a game's id beside the time."""
    await store.deadlines.schedule(CHANNEL, "clock", 100.0)
    (line,) = [line async for line in store.backup.dump()]
    await store.deadlines.cancel(CHANNEL)
    content = json.loads(line)
    values = next(values for part, _, _, values in content["keys"] if part == "what")
    values[1] = b64encode(b64decode(values[1]) + b" g1").decode()
    assert await store.backup.restore(json.dumps(content).encode())
    (claimed,) = await store.deadlines.claim(100.0)
    assert (claimed.name, claimed.due) == ("clock", 100.0)
