"""`bastide backup` and `bastide restore`: from one kind of server to another, and the game goes on."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import backup
from bot.conversation.table.earlier_games import take_in_once
from bot.conversation.table.polls.daily import DailyAnswer
from bot.conversation.table.polls.daily_store import answers_of, keep_answer, setting_of
from storage.open import open_store
from tests.support.redis_servers import Cluster, Server
from tests.support.stage import CHANNEL, Stage, play_once, play_to_end

COUNTS = "running tables 2, finished games 1, people 3, deadlines 3"
ANSWER = DailyAnswer("2026-11-17", "web:anna", "Anna", ("A place 1,0 2", "A pass"), 3)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setattr(backup, "set_up_logs", lambda _: None)  # the test's own log stays


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


def on_embedded(folder: Path) -> Stage:
    """A table in the middle of a game on the bot's own server, another with a clock, and a finished one."""

    async def play() -> Stage:
        async with await open_store(folder=folder, fsync="everysec") as store:
            stage = Stage(store)
            rng = random.Random(3)
            await play_to_end(stage, await stage.open("Anna", "Boris"), rng)
            message = await stage.open("Anna", "Boris", wishes="abbot")
            for _ in range(6):
                message = await play_once(stage, message, rng)
            for name in ("Anna", "Vera"):
                await stage.say(name, "/new clock=1d" if name == "Anna" else "/join", "web:other")
            await stage.say("Anna", "/start", "web:other")
            stage.person("Anna", admin=True)
            await stage.say("Anna", "/daily on 9 +3")
            await keep_answer(store, CHANNEL, ANSWER)
            stage.said.append(message)
            return stage

    return asyncio.run(play())


def goes_on(url: str, before: Stage) -> None:
    """The people press the buttons that they have seen on the other server, until the game is over."""

    async def play() -> None:
        async with await open_store(url) as store:
            stage = Stage(store)
            stage.people, stage.now = before.people, before.now
            end = await play_to_end(stage, before.said[-1], random.Random(5))
            assert end.slot == "g2.end"
            assert len(await store.archive.of_channel(CHANNEL)) == 2
            assert await store.deadlines.next_due() is not None
            assert (await store.statistics.of_user("web:anna"))["games"] == 2
            assert (await setting_of(store, CHANNEL)).zone == "+3"
            assert await answers_of(store, CHANNEL) == [ANSWER]

    asyncio.run(play())


def emptied(server: Server) -> str:
    with server.admin() as client:
        client.flushall()
    return server.url


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Stage]:
    """The folder of a server with games."""
    folder = tmp_path_factory.mktemp("kept")
    return folder, on_embedded(folder)


@pytest.fixture
def dump(kept: tuple[Path, Stage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(backup, "set_up_logs", lambda _: None)
    assert main(["backup", str(tmp_path / "games.jsonl"), "--data", str(kept[0])]) == 0
    return tmp_path / "games.jsonl"


def test_backup_moves_from_embedded_to_cluster_to_server(
    kept: tuple[Path, Stage],
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, stage = kept
    packed = str(tmp_path / "games.jsonl.gz")
    assert main(["backup", packed, "--data", str(folder)]) == 0
    assert f"Written: {COUNTS}" in capsys.readouterr().err
    assert Path(packed).stat().st_mode & 0o777 == 0o600
    cluster = Cluster(tmp_path / "cluster")
    try:
        monkeypatch.setenv("REDIS_URL", cluster.url)
        assert main(["restore", packed]) == 0
        assert f"Restored: {COUNTS}" in capsys.readouterr().err

        async def while_the_bot_runs() -> int:
            async with await open_store(cluster.url):
                return await asyncio.to_thread(main, ["backup", str(tmp_path / "again.jsonl")])

        assert asyncio.run(while_the_bot_runs()) == 0
        goes_on(cluster.url, stage)
    finally:
        cluster.stop()
    monkeypatch.setenv("REDIS_URL", emptied(server))
    assert main(["restore", str(tmp_path / "again.jsonl")]) == 0
    assert f"Restored: {COUNTS}" in capsys.readouterr().err
    goes_on(server.url, stage)


def test_file_of_the_first_version_is_restored(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`backups/first.jsonl.gz` is never written anew: it must be restored for ever."""
    monkeypatch.setenv("REDIS_URL", emptied(server))
    assert main(["restore", str(Path(__file__).parent / "backups" / "first.jsonl.gz")]) == 0
    assert "running tables 2, finished games 1, people 3, deadlines 2" in capsys.readouterr().err

    async def play() -> None:
        async with await open_store(server.url) as store:
            stage = Stage(store)
            for name in ("Anna", "Boris", "Vera"):
                stage.person(name)
            (message,) = await stage.say("Anna", "/board")
            end = await play_to_end(stage, message, random.Random(7))
            assert end.slot == "g2.end"
            assert len(await store.archive.of_channel(CHANNEL)) == 2
            due = await store.deadlines.claim(stage.now + 100 * 86400)
            assert "web:other" in {one.channel for one in due}
            lobby = (await stage.say("Boris", "/join", "web:hall"))[0].text
            assert "Vera" in lobby
            assert "Boris" in lobby

    asyncio.run(play())


def test_backup_through_a_pipe(kept: tuple[Path, Stage], server: Server) -> None:
    def bastide(*args: str, url: str = "", given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "bot", *args]
        environment = {**os.environ, "REDIS_URL": url}
        return subprocess.run(command, input=given, env=environment, capture_output=True, check=False)

    dumped = bastide("backup", "-", "--data", str(kept[0]))
    assert dumped.returncode == 0
    assert COUNTS in dumped.stderr.decode()
    restored = bastide("restore", "-", url=emptied(server), given=dumped.stdout)
    assert (restored.returncode, COUNTS in restored.stderr.decode()) == (0, True)
    cut = bastide("restore", "-", url=emptied(server), given=gzip.compress(dumped.stdout)[:-20])
    assert cut.returncode == 1
    assert "damaged or not complete; nothing is restored" in cut.stderr.decode()
    with server.admin() as client:
        assert client.dbsize() == 0


def test_restore_into_a_non_empty_store_needs_an_option(
    dump: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", emptied(server))

    async def change(expected: int) -> int:
        async with await open_store(server.url) as store:
            await store.users.set_channel_setting("web:new", "language", b"bg")
            await store.deadlines.schedule("web:new", "clock", 1.0)
            record = await store.tables.load(CHANNEL)
            if record is not None and expected:
                await store.tables.save(CHANNEL, game=record.game, expected=expected, log=[b"later"])
            return record.ply if record else 0

    asyncio.run(change(0))
    assert main(["restore", str(dump)]) == 1
    assert "Nothing is restored: the store is not empty." in capsys.readouterr().err
    assert asyncio.run(change(0)) == 0
    assert main(["restore", str(dump), "--into-non-empty"]) == 0
    assert COUNTS in capsys.readouterr().err  # also the clock of the table, though others have deadlines
    ply = asyncio.run(change(0))
    asyncio.run(change(ply))
    assert main(["restore", str(dump), "--into-non-empty"]) == 0
    assert "Left as they are, because they are there already: running tables 2" in capsys.readouterr().err
    assert asyncio.run(change(0)) == ply + 1
    assert main(["restore", str(dump), "--replace"]) == 0
    assert asyncio.run(change(0)) == ply


def test_a_store_on_which_a_bot_has_only_started_counts_as_empty(
    dump: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", emptied(server))

    async def start() -> None:
        async with await open_store(server.url) as store:
            await take_in_once(Stage(store).service.repository, "web:")

    asyncio.run(start())
    with server.admin() as client:
        assert client.dbsize() > 0
    assert main(["backup", str(dump.with_name("none.jsonl"))]) == 1
    assert "There is nothing to write" in capsys.readouterr().err
    assert main(["restore", str(dump)]) == 0
    assert COUNTS in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["cut", "changed", "line", "other", "empty"])
def test_damaged_file_is_refused(
    dump: Path,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: str,
) -> None:
    monkeypatch.setenv("REDIS_URL", emptied(server))
    text = dump.read_bytes()
    lines = text.splitlines(keepends=True)
    middle = len(text) // 2
    dump.write_bytes(
        {
            "cut": text[: len(text) * 2 // 3],
            "changed": text[:middle] + bytes([text[middle] ^ 1]) + text[middle + 1 :],
            "line": b"".join(lines[:2] + lines[3:]),
            "other": b'{"name": "something else"}\n',
            "empty": b"",
        }[damage]
    )
    assert main(["restore", str(dump)]) == 1
    assert "nothing is restored" in capsys.readouterr().err
    with server.admin() as client:
        assert client.dbsize() == 0


def test_old_file_stays_until_the_new_one_is_complete(
    kept: tuple[Path, Stage], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "games"
    old.write_text("old")
    assert main(["backup", str(old), "--data", str(tmp_path / "nothing")]) == 1
    assert "There is nothing to write" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "no" / "folder"), "--data", str(kept[0])]) == 1
    assert "no/folder: No such file" in capsys.readouterr().err

    async def while_the_bot_runs() -> int:
        async with await open_store(folder=kept[0]):
            return await asyncio.to_thread(main, ["backup", str(old), "--data", str(kept[0])])

    assert asyncio.run(while_the_bot_runs()) == 1
    assert "stop it" in (said := capsys.readouterr().err)
    assert "Only with REDIS_URL" in said
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["games"]


def test_partial_restore_reports_what_was_restored(
    dump: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", emptied(server))
    with server.admin() as client:
        client.execute_command(
            "ACL", "SETUSER", "default", "resetkeys", "~bastide:{user:*", "~bastide:{due:*"
        )
    assert main(["restore", str(dump)]) == 1
    with server.admin() as client:
        client.execute_command("ACL", "SETUSER", "default", "allkeys")
    said = capsys.readouterr().err
    assert "Restored before it failed: running tables 0, finished games 0, people 3, deadlines 3" in said
    assert "repeat it with --into-non-empty" in said
    assert main(["restore", str(dump), "--into-non-empty"]) == 0
