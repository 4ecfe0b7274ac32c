"""No acknowledged line is lost and none is applied twice, when a server dies or a connection is cut."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage import Conflict, Store, Unavailable
from storage.open import open_store
from storage.redis import address, keys
from storage.redis.scripts import CREATE, LOBBY_SAVE, SAVE
from tests.support.paths import ROOT
from tests.support.redis_proxy import Cut, at_random, cutting
from tests.support.redis_servers import Cluster, Server

CHANNEL = "discord:42"
GAME = "g1"


async def log_of(store: Store, channel: str = CHANNEL) -> list[bytes]:
    loaded = await store.tables.load(channel, known=(GAME, 0))
    assert loaded is not None
    assert loaded.ply == len(loaded.log)
    return list(loaded.log)


async def write(store: Store, channel: str, enough: Callable[[int], bool]) -> list[bytes]:
    """Append lines one by one; after `Unavailable` the writer retries with the same request id."""
    written: list[bytes] = []
    while not enough(ply := len(written)):
        line = b"%s:%d" % (channel.encode(), ply)
        while True:
            try:
                saved = await store.tables.save(
                    channel, game=GAME, expected=ply, log=[line], request=f"{channel}.{ply}"
                )
                break
            except Unavailable:
                continue
        assert saved == ply + 1
        written.append(line)
    return written


def writer(url: str, name: str, folder: Path, *lines: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.support.redis_writer", url, CHANNEL, name, str(folder), *lines]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)


def check(log: list[bytes], acknowledged: dict[str, list[list[bytes]]]) -> None:
    """The log and the acknowledgements agree, and each writer's lines are there once and in order."""
    for name, answers in acknowledged.items():
        for line, ply in answers:
            assert log[int(ply) - 1] == line
        mine = [line for line in log if line.startswith(f"{name}:".encode())]
        assert mine == [f"{name}:{number}".encode() for number in range(len(mine))]
        assert len(mine) >= len(answers)
    assert len(log) == sum(line.split(b":")[0].decode() in acknowledged for line in log)


@pytest.mark.parametrize("script", [CREATE, SAVE, LOBBY_SAVE], ids=lambda script: script.name)
@pytest.mark.parametrize("cut", ["before", "after"])
async def test_cut_connection_is_retried(emptied_server: Server, script: object, cut: Cut) -> None:
    left = 2

    def decide(chunk: bytes) -> Cut:
        nonlocal left
        if left and script.sha.encode() in chunk:  # type: ignore[attr-defined]
            left -= 1
            return cut
        return "pass"

    async with await open_store(emptied_server.url) as warm:  # the server knows the scripts from here on
        await warm.tables.create("warm", game=GAME, setup=b"")
        await warm.tables.save("warm", game=GAME, expected=0, log=[])
        await warm.lobbies.save("warm", expected=0, data=b"")
    async with cutting(emptied_server.port, decide) as (proxy, url), await open_store(url) as store:
        await store.tables.create(CHANNEL, game=GAME, setup=b"")
        assert await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"]) == 1
        assert await store.lobbies.save(CHANNEL, expected=0, data=b"lobby") == 1
        assert await log_of(store) == [b"one"]
        assert (await store.lobbies.load(CHANNEL)).version == 1
    assert proxy.cuts == 2


async def test_many_cuts_under_load_lose_nothing(emptied_server: Server) -> None:
    channels = [f"discord:{number}" for number in range(4)]
    async with (
        cutting(emptied_server.port, at_random(7, 0.1)) as (proxy, url),
        await open_store(url) as store,
    ):
        for channel in channels:
            await store.tables.create(channel, game=GAME, setup=b"")
        written = await asyncio.gather(
            *(write(store, channel, lambda ply: ply == 60) for channel in channels)
        )
        for channel, lines in zip(channels, written, strict=True):
            assert await log_of(store, channel) == lines
    assert proxy.cuts > 10


async def test_cancelled_request_does_not_disturb_others(store: Store) -> None:
    await store.tables.create(CHANNEL, game=GAME, setup=b"")
    dice = random.Random(3)
    for number in range(60):
        task = asyncio.create_task(store.lobbies.save("web:x", expected=0, data=b"x", request="r"))
        for _ in range(dice.randrange(12)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (
            await store.tables.save(CHANNEL, game=GAME, expected=number, log=[b"%d" % number]) == number + 1
        )
    assert await log_of(store) == [b"%d" % number for number in range(60)]


async def test_server_that_is_away_raises_unavailable(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        async with await open_store(server.url, patience=1.0) as store:
            await store.tables.create(CHANNEL, game=GAME, setup=b"")
            server.kill()
            with pytest.raises(Unavailable, match="does not answer"):
                await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"], request="r")
            server.start()
            assert await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"], request="r") == 1
    finally:
        server.stop()


async def test_server_that_hangs_raises_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "ANSWER_WITHIN", 0.3)
    server = Server(tmp_path)
    try:
        async with await open_store(server.url, patience=1.0) as store:
            await store.tables.create(CHANNEL, game=GAME, setup=b"")
            server.signal(signal.SIGSTOP)
            with pytest.raises(Unavailable):
                await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"], request="r")
            server.signal(signal.SIGCONT)  # now it reads what was sent to it, several times over
            while True:
                try:
                    assert (
                        await store.tables.save(CHANNEL, game=GAME, expected=0, log=[b"one"], request="r")
                        == 1
                    )
                    break
                except Unavailable:
                    continue
            assert await log_of(store) == [b"one"]
    finally:
        server.signal(signal.SIGCONT)
        server.stop()


async def test_killed_embedded_server_loses_nothing(tmp_path: Path) -> None:
    channels = [f"discord:{number}" for number in range(4)]
    dice = random.Random(11)
    kills = 0
    async with await open_store(folder=tmp_path) as store:
        for channel in channels:
            await store.tables.create(channel, game=GAME, setup=b"")
        load = asyncio.gather(*(write(store, channel, lambda _: kills == 6) for channel in channels))
        while kills < 6:
            await asyncio.sleep(dice.uniform(0.01, 0.15))
            kills += kill_server(tmp_path)
        written = await load
        for channel, lines in zip(channels, written, strict=True):
            assert await log_of(store, channel) == lines
    async with await open_store(folder=tmp_path) as store:
        for channel, lines in zip(channels, written, strict=True):
            assert await log_of(store, channel) == lines


def kill_server(folder: Path) -> bool:
    try:
        os.kill(int((folder / "server.pid").read_text()), signal.SIGKILL)
    except (FileNotFoundError, ValueError, ProcessLookupError):  # it is just being started
        return False
    return True


async def test_killed_cluster_node_loses_nothing(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    channels = [f"discord:{number}" for number in range(6)]
    try:
        async with await open_store(cluster.url) as store:
            for channel in channels:
                await store.tables.create(channel, game=GAME, setup=b"")
            over = asyncio.Event()
            load = asyncio.gather(*(write(store, channel, lambda _: over.is_set()) for channel in channels))
            for node in cluster.nodes:
                await asyncio.sleep(0.05)
                node.kill()
                await asyncio.to_thread(node.start)
            over.set()
            for channel, lines in zip(channels, await load, strict=True):
                assert await log_of(store, channel) == lines
            # The one who knows where the slot went is gone: the others are asked.
            cluster.migrate(keys.channel(channels[0], "game")).kill()
            plies = len((await load)[0])
            assert await store.tables.save(channels[0], game=GAME, expected=plies, log=[b"x"]) == plies + 1
    finally:
        cluster.stop()


async def test_four_workers_on_one_table_lose_nothing(emptied_server: Server, tmp_path: Path) -> None:
    async with await open_store(emptied_server.url) as store:
        await store.tables.create(CHANNEL, game=GAME, setup=b"")
        names = "abcd"
        with ExitStack() as stack:
            started = [writer(emptied_server.url, name, tmp_path, "50") for name in names]
            workers = [stack.enter_context(worker) for worker in started]
            outputs = await asyncio.gather(*(asyncio.to_thread(worker.communicate) for worker in workers))
            assert [worker.returncode for worker in workers] == [0] * 4
        log = await log_of(store)
    said = zip(names, outputs, strict=True)
    acknowledged = {name: [line.split() for line in out.splitlines()] for name, (out, _) in said}
    assert len(log) == 200
    assert all(len(answers) == 50 for answers in acknowledged.values())
    check(log, acknowledged)


async def test_killed_writers_leave_whole_saves(emptied_server: Server, tmp_path: Path) -> None:
    acknowledged: dict[str, list[list[bytes]]] = {"a": [], "b": []}
    dice = random.Random(5)

    def lives(name: str, delays: list[tuple[int, float]]) -> None:
        for answers, delay in delays:
            with writer(emptied_server.url, name, tmp_path) as process:
                assert process.stdout is not None
                for _ in range(answers):
                    acknowledged[name].append(process.stdout.readline().split())
                try:
                    process.wait(delay)
                except subprocess.TimeoutExpired:
                    process.kill()
                acknowledged[name] += [line.split() for line in process.stdout if line.endswith(b"\n")]

    async with await open_store(emptied_server.url) as store:
        await store.tables.create(CHANNEL, game=GAME, setup=b"")
        plans = {name: [(dice.randrange(1, 30), dice.uniform(0, 0.004)) for _ in range(6)] for name in "ab"}
        await asyncio.gather(*(asyncio.to_thread(lives, name, plan) for name, plan in plans.items()))
        check(await log_of(store), acknowledged)


async def test_repeated_saves_of_four_workers_are_applied_once(store: Store) -> None:
    """Each press is delivered twice, by two workers, and several presses compete for every ply."""
    await store.tables.create(CHANNEL, game=GAME, setup=b"")
    winners = []
    for ply in range(15):

        async def press(worker: int, ply: int = ply) -> bytes | None:
            line = b"%d by %d" % (ply, worker % 2)
            try:
                await store.tables.save(
                    CHANNEL, game=GAME, expected=ply, log=[line], request=f"{ply}.{worker % 2}"
                )
            except Conflict:
                return None
            return line

        said = await asyncio.gather(*(press(worker) for worker in range(4)))
        (winner,) = {line for line in said if line is not None}
        assert said.count(winner) == 2
        winners.append(winner)
    assert await log_of(store) == winners
