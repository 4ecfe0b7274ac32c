"""The parts that watch: how late deadlines are, what was counted, and what a command costs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.__main__ import main
from bot.cli import play
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.service import Service
from bot.operations.health import Health
from bot.operations.instrumented import MeasuredComputers, MeasuredService
from bot.operations.lag import AGAIN, LATE, Lateness, measure_lag
from bot.operations.metrics import Metrics
from bot.settings import BadSetting, read
from engine.actions import Action
from engine.state import GameState
from storage import Conflict
from storage.open import open_store
from tests.support.stage import Stage


def value(metrics: Metrics, name: str, **labels: str) -> float:
    found = metrics.registry.get_sample_value(name, labels)
    assert found is not None, (name, labels)
    return found


def test_lag_is_logged_now_and_then_and_its_end_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    lateness = Lateness()
    for now in range(0, int(2 * AGAIN), 10):
        lateness.note(LATE + now, float(now))
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert f"deadlines_late seconds={LATE:.0f}" in caplog.text
    lateness.note(0.0, 2 * AGAIN)
    lateness.note(0.0, 2 * AGAIN + 10)
    assert caplog.messages[2:] == ["deadlines_on_time"]
    lateness.note(LATE, 2 * AGAIN + 20)
    assert len(caplog.records) == 4


async def test_lag_of_a_real_store_is_measured(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    async with await open_store(None, folder=tmp_path, watch=metrics.stored) as store:
        for number in range(3):
            await store.tables.create(f"web:{number}", game="g", setup=b"")
        await store.deadlines.schedule("web:1", "clock", time.time() - 100)
        looking = asyncio.create_task(measure_lag(store, metrics, count=True, pace=600))
        while value(metrics, "bastide_open_tables") != 3:
            await asyncio.sleep(0.01)
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        assert 100 <= value(metrics, "bastide_deadline_lag_seconds") < 200
        assert "deadlines_late" in caplog.text
        with pytest.raises(Conflict):
            await store.tables.create("web:1", game="other", setup=b"")
        assert value(metrics, "bastide_store_trouble_total", operation="create", outcome="conflict") == 1
        assert value(metrics, "bastide_store_seconds_count", operation="create") == 4


async def test_turn_is_timed_until_it_is_saved_and_shown(tmp_path: Path) -> None:
    clock = iter(range(1000)).__next__
    metrics = Metrics(clock=lambda: float(clock()))
    async with await open_store(None, folder=tmp_path, watch=metrics.stored) as store:
        await store.tables.create("web:x", game="g", setup=b"")

        class Saves(Service):
            async def handle(self, command: Command) -> list[Outgoing]:
                if command.name == "play":
                    await store.tables.save("web:x", game="g", expected=0, log=[b"1"])
                secret = Outgoing("web:x", "for one", to="web:1", slot="turn")
                return [Outgoing("web:x", "all see it", slot="turn"), Outgoing("web:x", "no key"), secret]

        class Measured(MeasuredService, Saves):
            """The wrapper around a service that saves."""

        service = Measured(Stage().service, metrics)
        who = Person("web:1", "Anna")
        looked = await service.handle(Command(who, "web:x", 0.0, name="board"))
        metrics.shown(looked[0].channel, looked[0].slot)
        assert value(metrics, "bastide_command_seconds_count", platform="web") == 1
        assert not metrics.registry.get_sample_value("bastide_turn_shown_seconds_count", {"platform": "web"})

        played = await service.handle(Command(who, "web:x", 0.0, name="play"))
        assert value(metrics, "bastide_turn_saved_seconds_sum", platform="web") == 1
        metrics.shown(played[1].channel, played[1].slot)
        assert not metrics.registry.get_sample_value("bastide_turn_shown_seconds_count", {"platform": "web"})
        metrics.shown(played[0].channel, played[0].slot)
        metrics.shown(played[0].channel, played[0].slot)
        assert value(metrics, "bastide_turn_shown_seconds_count", platform="web") == 1
        assert value(metrics, "bastide_turn_shown_seconds_sum", platform="web") == 3


async def test_waiting_questions_are_counted() -> None:
    answer = asyncio.Event()

    class Slow:
        async def choose(self, view: GameState, seat: int, level: str) -> Action:
            await answer.wait()
            raise LookupError((view, seat, level))

    metrics = Metrics()
    computers = MeasuredComputers(Slow(), 2, metrics)
    asked = [asyncio.create_task(computers.choose(None, 0, "lost")) for _ in range(5)]  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert computers.waiting == 3
    answer.set()
    await asyncio.gather(*asked, return_exceptions=True)
    assert computers.waiting == 0
    assert value(metrics, "bastide_computer_seconds_count", level="other") == 5


async def test_health_covers_every_part(tmp_path: Path) -> None:
    class Room:
        prefix = "web:"
        connected = True

    room = Room()
    request = make_mocked_request("GET", "/healthz")
    async with await open_store(None, folder=tmp_path) as store:
        health = Health(store, [room])
        assert (await health.answer(request)).status == 503  # it has not started
        health.started = True
        assert (await health.answer(request)).status == 200
        room.connected = False
        assert (await health.answer(request)).status == 503
        assert await health.report() == {"ok": False, "started": True, "store": True, "chats": {"web": False}}


@pytest.mark.parametrize("name", ["LOG_FORMAT", "BASTIDE_ROOM", "BASTIDE_METRICS_PORT"])
def test_invalid_settings_are_named(name: str) -> None:
    with pytest.raises(BadSetting, match=name):
        read({name: "perhaps"})


def test_unusable_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("REDIS_URL", "DISCORD_TOKEN", "TELEGRAM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(play, "set_up_logs", lambda _: None)  # the test's own log stays
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "games"
    assert main(["play", "--no-browser", "--port", "0", "--data", str(folder)]) == 1
    assert (
        f"Bastide cannot start. The data folder {folder} cannot be written: Not a directory"
        in capsys.readouterr().err
    )
