"""The server of our own: one bot in a folder, nothing left behind, nothing lost."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from storage import FolderInUse, FolderUnusable, NoServer
from storage.embedded import binary, folder
from storage.open import open_store
from tests.support.paths import ROOT
from tests.support.redis_servers import wait_for

CHANNEL = "web:garden"


def server_pid(place: Path) -> int:
    return int((place / "server.pid").read_text())


async def test_saved_table_survives_a_restart(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        await store.tables.create(CHANNEL, game="g1", setup=b"S")
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"])
    assert folder.is_free(tmp_path / "server.lock")
    async with await open_store(folder=tmp_path) as store:
        loaded = await store.tables.load(CHANNEL)
        assert loaded is not None
        assert loaded.log == (b"one",)


async def test_second_bot_in_a_folder_is_refused(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        with pytest.raises(FolderInUse, match="Another bot"):
            await open_store(folder=tmp_path)
        await store.ping()
    async with await open_store(folder=tmp_path):
        pass


async def test_server_of_a_killed_bot_is_stopped(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-m", "tests.support.redis_writer", "", CHANNEL, "a", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as bot:
        assert bot.stdout is not None
        acknowledged = [bot.stdout.readline().split() for _ in range(20)]
        bot.kill()
        acknowledged += [line.split() for line in bot.stdout if line.endswith(b"\n")]
    left = server_pid(tmp_path)
    assert not folder.is_free(tmp_path / "server.lock")
    request.addfinalizer(lambda: folder.is_free(tmp_path / "server.lock") or os.kill(left, signal.SIGKILL))
    async with await open_store(folder=tmp_path) as store:
        assert server_pid(tmp_path) != left
        loaded = await store.tables.load(CHANNEL, known=("g1", 0))
    assert loaded is not None
    for line, ply in acknowledged:
        assert loaded.log[int(ply) - 1] == line
    assert len(loaded.log) in (len(acknowledged), len(acknowledged) + 1)


async def test_note_about_the_socket_that_a_killed_bot_left_empty_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "server.socket").touch()
    async with await open_store(folder=tmp_path) as store:
        await store.ping()
    assert not (tmp_path / "server.socket").exists()


async def test_server_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "STOP_WITHIN", 0.2)
    lock = folder.lock(tmp_path / "server.lock")
    assert lock is not None
    script = "import signal as s, time; s.signal(s.SIGTERM, s.SIG_IGN); print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script], pass_fds=[lock], stdout=subprocess.PIPE) as hanging:
        os.close(lock)
        assert hanging.stdout is not None
        hanging.stdout.readline()
        (tmp_path / "server.pid").write_text(f"{hanging.pid}\n")
        async with await open_store(folder=tmp_path) as store:
            await store.ping()
        assert hanging.wait() == -signal.SIGKILL


async def test_killed_server_is_started_again(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        await store.tables.create(CHANNEL, game="g1", setup=b"S")
        for ply in range(3):
            os.kill(server_pid(tmp_path), signal.SIGKILL)
            assert await store.tables.save(CHANNEL, game="g1", expected=ply, log=[b"x"]) == ply + 1


async def test_long_path_and_path_with_spaces_work(tmp_path: Path) -> None:
    for place in (tmp_path / ("long" * 30), tmp_path / "Application Support %2F?#"):
        async with await open_store(folder=place) as store:
            await store.tables.create(CHANNEL, game="g1", setup=b"S")
            socket = Path((place / "server.socket").read_text())
            assert len(os.fsencode(socket)) <= folder.LONGEST_SOCKET_PATH
        assert not socket.exists()
        assert socket.parent == place or not socket.parent.exists()


async def test_files_are_private(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.mkdir(mode=0o755)
    (place / "server.log").touch(mode=0o644)  # of an earlier version
    async with await open_store(folder=place) as store:
        await store.tables.create(CHANNEL, game="g1", setup=b"S")
        found = [place, *place.rglob("*")]
        assert len(found) > 6
        assert {path: oct(path.stat().st_mode & 0o077) for path in found} == dict.fromkeys(found, "0o0")
        assert stat.S_IMODE((place / "server.sock").stat().st_mode) == 0o700


async def test_embedded_server_writes_before_it_answers(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        await store.tables.create(CHANNEL, game="g1", setup=b"S")
        await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"one"])
        files = sorted(tmp_path.glob("appendonlydir/*.incr.aof"))
        assert b"one" in b"".join(file.read_bytes() for file in files)


async def test_missing_server_program_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert binary.find_binary().name == "valkey-server"
    monkeypatch.setattr(binary, "find_spec", lambda _: None)
    with pytest.raises(NoServer, match=r"install .*REDIS_URL"):
        await open_store(folder=tmp_path)
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o700)
    with pytest.raises(NoServer, match="install"):
        await open_store(folder=tmp_path)
    broken.write_text("#!/bin/sh\nexit 0\n")
    assert binary.find_binary() == broken


async def test_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a folder")
    with pytest.raises(NoServer, match="does not start"):
        await open_store(folder=tmp_path)
    assert folder.is_free(tmp_path / "bot.lock")
    assert folder.is_free(tmp_path / "server.lock")


def test_data_folder_follows_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folder.data_folder() == tmp_path / "bastide"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder.data_folder() == tmp_path / ".local" / "share" / "bastide"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert folder.data_folder() == tmp_path / "Library" / "Application Support" / "bastide"


async def test_close_stops_the_server(tmp_path: Path) -> None:
    store = await open_store(folder=tmp_path)
    pid = server_pid(tmp_path)
    await store.close()
    await asyncio.sleep(0)
    wait_for(lambda: not Path(f"/proc/{pid}").exists() or not sys.platform.startswith("linux"), "the end")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "appendonlydir",
        "bot.lock",
        "server.lock",
        "server.log",
    ]


async def test_unusable_folder_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(
        FolderUnusable, match=r"cannot be written: Not a directory. Give it to .* BASTIDE_DATA"
    ):
        await open_store(folder=tmp_path / "file" / "games")
