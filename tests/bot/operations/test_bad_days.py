"""Bad days of an operator: each is one clear line, and where possible the program goes on or waits."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import play
from bot.operations import health
from bot.operations.health import Health
from bot.operations.lag import JUMP, WallClock
from storage import AccessDenied, Rate, Unavailable
from storage.open import open_store
from tests.support.redis_servers import Server, free_ports, wait_for
from tests.support.running_bot import PATIENCE, RunningBot


class Operated(RunningBot):
    """The program as an operator starts it; ready as soon as it runs."""

    from_nothing = True

    def ready(self) -> bool:
        return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "redis", "--enable-protected-configs", "yes")
    yield running
    running.kill()


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **settings: str) -> str:
    """What the program says when it does not start."""
    for name in ("REDIS_URL", "DISCORD_TOKEN", "TELEGRAM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(play, "set_up_logs", lambda _: None)  # the test's own log stays
    assert main(["play", "--no-browser", "--port", "0"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


# -- the store ----------------------------------------------------------------------------------------


async def test_store_that_is_away_at_the_start_is_waited_for(tmp_path: Path) -> None:
    port = free_ports(1)[0]
    bot = Operated(tmp_path / "bot", REDIS_URL=f"redis://:hush@127.0.0.1:{port}")
    await bot.start()
    try:
        await bot.says(f"store_not_there error=redis://127.0.0.1:{port} does not answer (ConnectionError)")
        assert await bot.stop() == 0  # also while it waits
        await asyncio.sleep(0)
        assert "stopped_while_starting" in bot.log
        assert "Traceback" not in bot.log
        assert "hush" not in bot.log
    finally:
        await bot.kill()


async def test_stop_during_the_start_ends_it(tmp_path: Path) -> None:
    """A container's first process has no default for SIGTERM: it must be handled from the first line on."""
    for pause in (0.05, 0.3, 0.8):
        bot = Operated(tmp_path / str(pause))
        await bot.start()
        assert bot.process is not None
        await asyncio.sleep(pause)
        bot.process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(bot.process.wait(), PATIENCE)
        assert code in (0, -signal.SIGTERM), bot.log  # the latter: before Python ran our first line
        assert "Traceback" not in bot.log


def test_wrong_password_is_named(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with server.admin() as client:
        client.config_set("requirepass", "right")
    url = f"redis://:wrong@127.0.0.1:{server.port}"
    said = refused(monkeypatch, capsys, REDIS_URL=url, BASTIDE_DATA=str(tmp_path / "data"))
    assert said.startswith("Bastide cannot start. redis://127.0.0.1:")
    assert "refuses the user or the password" in said
    assert "wrong" not in said


async def test_health_sees_refused_writes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", -1.0)
    async with await open_store(server.url, patience=0.2) as store:
        looked = Health(store, ())
        looked.started = True
        assert (await looked.report())["ok"] is True
        with server.admin() as client:
            client.config_set("maxmemory", "1")
            assert (await looked.report())["store"] is False
            with pytest.raises(Unavailable, match="has no memory left for writes: raise its maxmemory"):
                await store.users.set_setting("u", "a", b"b")
            client.config_set("maxmemory", "0")
            assert (await looked.report())["store"] is True
            client.replicaof("127.0.0.1", 1)
            assert (await looked.report())["store"] is False
            with pytest.raises(Unavailable, match="is a read-only replica"):
                await store.ping()
            client.replicaof("NO", "ONE")
            assert (await looked.report())["store"] is True


async def test_disk_that_takes_no_writes_is_named(server: Server, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    async with await open_store(server.url, patience=0.2) as store:
        with server.admin() as client:
            client.config_set("save", "3600 1")
            client.config_set("dir", str(gone))
            shutil.rmtree(gone)
            client.bgsave()
            wait_for(lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err", "a failed save")
        with pytest.raises(Unavailable, match="cannot write to its disk, which may be full"):
            await store.ping()


async def test_wrong_password_is_not_waited_for(server: Server) -> None:
    with server.admin() as client:
        client.config_set("requirepass", "right")
    with pytest.raises(AccessDenied):
        await open_store(server.url)


# -- the computer -------------------------------------------------------------------------------------


async def test_two_bots_on_one_folder_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(folder=tmp_path):
        said = await asyncio.to_thread(start_here, monkeypatch, capsys, tmp_path)
    assert said == (
        f"Bastide cannot start. Another bot works in {tmp_path}: stop it, or choose another data folder.\n"
    )


def start_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> str:
    """Start in another thread, where no signal can be handled."""
    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", lambda *_: None)
    return refused(monkeypatch, capsys, BASTIDE_DATA=str(folder))


def test_taken_port_of_the_metrics_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(monkeypatch, capsys, BASTIDE_DATA=str(tmp_path), BASTIDE_METRICS_PORT=str(port))
    assert said.startswith("Bastide cannot start: ")
    assert str(port) in said
    assert "in use" in said


def test_jump_of_the_clock_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    clock = WallClock(1000.0, 10.0)
    clock.note(1010.0, 20.0)
    clock.note(1020.0 + 3600.0, 30.0)
    clock.note(1030.0 + 3600.0, 40.0)
    clock.note(1040.0 - JUMP, 50.0)
    assert [record.getMessage() for record in caplog.records] == [
        "clock_jumped seconds=+3600",
        "clock_jumped seconds=-3660",
    ]


async def test_clock_set_back_does_not_lock_people_out(server: Server) -> None:
    async with await open_store(server.url) as store:

        async def wait(now: float) -> float:
            found = await store.commands.read(
                "u", "web:x", now=now, user_rate=Rate(2, 60.0), channel_rate=Rate(100, 60.0), group="web:x",
                group_setting="bans",
            )  # fmt: skip
            return found.wait

        now = time.time()
        assert [await wait(now) for _ in range(3)] == [0.0, 0.0, 30.0]
        yesterday = now - 86400
        assert await wait(yesterday) > 0
        assert await wait(yesterday + 31) == 0.0


# -- the platforms ------------------------------------------------------------------------------------


async def test_unreachable_discord_is_one_line_a_try(tmp_path: Path) -> None:
    nowhere = f"127.0.0.1:{free_ports(1)[0]}"
    bot = Operated(
        tmp_path,
        DISCORD_TOKEN="MTIz.of.nobody",  # noqa: S106  # it opens nothing
        DISCORD_API_URL=f"http://{nowhere}/api/v10",
        DISCORD_GATEWAY_URL=f"ws://{nowhere}/",
    )
    await bot.start()
    try:
        await bot.says("discord_unreachable error=ClientConnectorError retry_in=10")
        assert await bot.stop() == 0
    finally:
        await bot.kill()
    assert "Unclosed" not in bot.log
    assert "Traceback" not in bot.log
    assert "client_id=123&scope=bot+applications.commands&permissions=309237746688" in bot.log
