"""Computer players in processes, pictures on request, alarms: what the wiring adds to the conversation."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import app
from bot.chats.discord.client import DiscordChat
from bot.chats.web.files import PictureFiles
from bot.chats.web.rooms import Tools
from bot.computers.pool import Computers
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.table.repository import Policy
from bot.operations.health import Health
from bot.pictures.draw import Picture
from bot.pictures.painter import Painter
from bot.scheduler import ring_alarms
from bot.settings import Settings
from bot.tasks import end
from engine import notation, players, record
from engine.game import GAMES, new_game, pending, safe_answer, view_for
from engine.setup import Setup
from engine.state import GameState
from storage import Deadline, Unavailable
from tests.support.stage import Stage, option_choices


def test_policy_follows_the_settings() -> None:
    policy = app.policy_of(
        Settings(
            tables_per_user=3,
            commands_per_minute=5,
            channel_commands_per_minute=7,
            keep_finished_days=1,
            keep_lobby_days=2,
            keep_idle_days=0,
            computer_pace=9,
            language="bg",
        )
    )
    assert policy == Policy(3, 5, 60.0, 7, 86400, 2 * 86400, None, 9, "bg")


async def test_a_started_program_looks_for_garbage_in_what_is_new_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = asyncio.Event()
    monkeypatch.setattr(app.gc, "freeze", settled.set)
    monkeypatch.setattr(app.gc, "set_threshold", lambda objects: bounds.append(objects))
    bounds: list[int] = []
    settings = Settings(data_folder=tmp_path, web_port=0, room=False)
    program = asyncio.create_task(app.run(settings, lambda _web, _chats: None))
    async with asyncio.timeout(60):
        await settled.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    await program
    assert bounds == [app.GARBAGE]


async def test_taken_port_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings, health = Settings(web_port=port), Health(stage.store, ())
        painter: Any = None
        tools = Tools(stage.service, stage.store, painter, PictureFiles(tmp_path))
        web = await app.open_web(settings, tools, health)
        await web.close()
        assert port < web.port < port + app.MOST_PORTS
        monkeypatch.setattr(app, "MOST_PORTS", 1)
        with pytest.raises(OSError, match="in use"):
            await app.open_web(settings, tools, health)


def _view() -> tuple[GameState, int]:
    state = new_game(Setup(players=2, seed="a", salt="b")).state
    return view_for(state, state.player), state.player


async def test_computers_answer_concurrently() -> None:
    computers = Computers(2)
    view, seat = _view()
    try:
        answers = await asyncio.gather(
            *(computers.choose(view, seat, level) for level in ("easy", "normal", "lost"))
        )
        assert all(answer in pending(view)[0].options for answer in answers)
    finally:
        await computers.close()


async def test_master_thinks_in_several_processes_and_answers_as_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "seed")
    computers = Computers(2, patience=60.0)
    view, seat = _view()
    shares = [players.think_share(view, seat, "seed", share) for share in range(players.SHARES)]
    try:
        assert await computers.choose(view, seat, "master") == players.settle(shares)
    finally:
        await computers.close()


@pytest.mark.parametrize("level", ["hard", "master"])
@pytest.mark.parametrize("how", ["stuck", "gone", "error", "illegal", "noise"])
async def test_failing_computer_plays_the_safe_answer(
    how: str, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("BAD_WORKER", how)
    computers = Computers(1, patience=1.5, worker="tests.support.bad_worker")
    view, seat = _view()
    try:
        assert await computers.choose(view, seat, level) == safe_answer(view, pending(view)[0])
        assert await computers.choose(view, seat, level) == safe_answer(view, pending(view)[0])
    finally:
        await computers.close()
    assert len(caplog.records) == 2


async def test_positions_of_the_day_come_from_a_worker_process() -> None:
    computers = Computers(1)
    try:
        assert await computers.position("day0") == players.find_position("day0")
    finally:
        await computers.close()


async def test_hints_and_reviews_come_from_worker_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computers.pool.HINT_PATIENCE", 60.0)  # a process must be started first
    computers = Computers(1, patience=60.0)
    view, seat = _view()
    first = safe_answer(view, pending(view)[0])
    game = record.Record(Setup(players=2, seed="a", salt="b"), (notation.write(first),))
    try:
        shares: list[float] = []
        asked = computers.hint(view, seat), computers.review(game, shares.append)
        hint, review = await asyncio.gather(*asked)
        assert hint == players.hint(view, seat)
        assert review == players.review(game)
        assert shares == [1.0]
    finally:
        await computers.close()


@pytest.mark.parametrize("how", ["stuck", "gone", "error", "illegal", "noise"])
async def test_failing_hint_or_review_raises_no_answer(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", how)
    monkeypatch.setattr("bot.computers.pool.REVIEW_PATIENCE", 1.5)
    computers = Computers(1, patience=1.5, worker="tests.support.bad_worker")
    view, seat = _view()
    game = record.Record(Setup(players=2, seed="a", salt="b"))
    try:
        answers = await asyncio.gather(
            computers.hint(view, seat),
            computers.review(game),
            computers.position("day0"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [NoAnswer] * 3
    finally:
        await computers.close()


async def test_review_does_not_block_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "stuck")
    computers = Computers(1, worker="tests.support.bad_worker")
    view, seat = _view()
    try:
        game = record.Record(Setup(players=2, seed="a", salt="b"))
        task = asyncio.create_task(computers.review(game))
        while not computers.running:
            await asyncio.sleep(0.01)
        computers.worker = "bot.computers.worker"
        assert await computers.choose(view, seat, "normal") in pending(view)[0].options
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(computers.running) == 1
    finally:
        await computers.close()


async def test_dead_process_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    computers = Computers(1, patience=60.0)
    view, seat = _view()
    try:
        await computers.choose(view, seat, "normal")
        (first,) = computers.running
        os.kill(first.pid, signal.SIGKILL)
        await first.wait()
        assert await computers.choose(view, seat, "normal") == players.choose("normal", view, seat)
        (second,) = computers.running
        assert second.pid != first.pid
    finally:
        await computers.close()
    assert not caplog.records


async def test_question_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "stuck")
    computers = Computers(1, worker="tests.support.bad_worker")
    view, seat = _view()
    try:
        task = asyncio.create_task(computers.choose(view, seat, "normal"))
        while not computers.running:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)  # and a while into its thoughts
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        computers.worker = "bot.computers.worker"
        assert await computers.choose(view, seat, "normal") in pending(view)[0].options
    finally:
        await computers.close()


@pytest.mark.parametrize("box", ["", *[box.key for box in GAMES["carcassonne"].boxes]])
async def test_every_requested_picture_is_drawn(box: str) -> None:
    stage = Stage()
    rng = random.Random(box)
    painter = Painter()
    message = await stage.open("Anna", "Boris", wishes=box)
    for _ in range(10):
        choices = option_choices(message)
        if not choices:
            break
        choice = rng.choice(choices)
        live = await stage.service.repository.load(message.channel)
        assert live is not None
        name = stage.name_of(live.table.seats["abcdef".index(choice.token.split(":")[2][0])].player)
        answers = await stage.press(name, choice.token)
        while answers[0].preview:
            answers = await stage.press(name, rng.choice(option_choices(answers[0])).token)
        message = answers[0]
    for line in ("/tiles", "/fields", "/score", "/why M20", *([] if box else ["/replay"])):
        await stage.say("Anna", line)
    kinds = set()
    try:
        for said in stage.said[-40:]:
            if said.picture is not None and (said.picture.kind not in kinds or said.preview):
                kinds.add(said.picture.kind)
                picture = await painter.paint(said.picture)
                assert isinstance(picture, Picture)
                assert picture.content
                assert picture.width + picture.height <= 10_000
                for at in picture.cells:
                    left, top, width, height = at.box
                    assert at.label
                    assert 0 <= left < left + width <= 1
                    assert 0 <= top < top + height <= 1
                assert await painter.paint(said.picture) is picture
    finally:
        painter.close()
    assert {"board", "tiles", "fields", "score_sheet", "feature"} <= kinds
    assert box or {"animation", "chart", "close_up"} <= kinds


async def test_failing_alarm_does_not_block_others(caplog: pytest.LogCaptureFixture) -> None:
    due = [Deadline(channel, "clock", 0.0, "lease") for channel in ("web:bad", "web:slow", "web:good")]
    acknowledged: list[str] = []
    said: list[Outgoing] = []

    def wanted(channel: str, _: float) -> bool:
        return channel.startswith("web:")

    async def claim(
        now: float,
        *,
        lease: float,
        limit: int,
        wanted: Callable[[str, float], bool],
    ) -> list[Deadline]:
        assert wanted("web:bad", 0.0)
        assert abs(now - time.time()) < 60
        assert lease > 60
        return [due.pop(0) for _ in range(min(limit, len(due)))]

    async def acknowledge(deadline: Deadline) -> bool:
        acknowledged.append(deadline.channel)
        return True

    async def alarm(channel: str, *_: object) -> list[Outgoing]:
        if channel == "web:bad":
            raise RuntimeError("broken")
        if channel == "web:slow":
            await asyncio.sleep(600)
        return [Outgoing(channel, "ring")]

    async def post(messages: list[Outgoing]) -> None:
        said.extend(messages)

    deadlines = SimpleNamespace(claim=claim, acknowledge=acknowledge)
    store, service = SimpleNamespace(deadlines=deadlines), SimpleNamespace(alarm=alarm)
    loop = asyncio.create_task(ring_alarms(service, store, post, wanted, pace=0.01))  # type: ignore[arg-type]
    async with asyncio.timeout(60):
        while not (acknowledged and "web:bad" in caplog.text):
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # nothing else comes
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    assert acknowledged == ["web:good"]
    assert [message.channel for message in said] == ["web:good"]
    assert "web:bad" in caplog.text


async def test_what_follows_from_no_table_is_acknowledged_when_it_stands_there() -> None:
    due = [Deadline("web:1", name, 0.0, "lease") for name in ("clock", "season:1:web:1")]
    order: list[str] = []
    done = asyncio.Event()

    async def claim(*_: float, **__: object) -> list[Deadline]:
        return [due.pop()] if due else []

    async def acknowledge(deadline: Deadline) -> bool:
        order.append(f"done {deadline.name}")
        if len(order) == 4:
            done.set()
        return True

    async def alarm(_: str, __: float, name: str) -> list[Outgoing]:
        return [Outgoing("web:1", name)]

    async def post(messages: list[Outgoing]) -> None:
        order.append(f"queued {messages[0].text}")

    async def deliver(messages: list[Outgoing]) -> None:
        order.append(f"stands {messages[0].text}")

    deadlines = SimpleNamespace(claim=claim, acknowledge=acknowledge)
    store, service = SimpleNamespace(deadlines=deadlines), SimpleNamespace(alarm=alarm)
    ringing = ring_alarms(service, store, post, lambda *_: True, pace=0.01, deliver=deliver)  # type: ignore[arg-type]
    loop = asyncio.create_task(ringing)
    await asyncio.wait_for(done.wait(), 60)
    await end(loop)
    assert order == ["stands season:1:web:1", "done season:1:web:1", "queued clock", "done clock"]


async def test_many_due_alarms_are_claimed_without_a_pause() -> None:
    due = [Deadline(f"web:{number}", "clock", 0.0, "lease") for number in range(300)]
    acknowledged: list[str] = []
    done = asyncio.Event()

    async def claim(*_: float, limit: int, **__: object) -> list[Deadline]:
        return [due.pop(0) for _ in range(min(limit, len(due)))]

    async def acknowledge(deadline: Deadline) -> bool:
        acknowledged.append(deadline.channel)
        if len(acknowledged) == 300:
            done.set()
        return True

    async def alarm(*_: object) -> list[Outgoing]:
        await asyncio.sleep(0)
        return []

    async def post(_: list[Outgoing]) -> None:
        pass

    deadlines = SimpleNamespace(claim=claim, acknowledge=acknowledge)
    store, service = SimpleNamespace(deadlines=deadlines), SimpleNamespace(alarm=alarm)
    loop = asyncio.create_task(ring_alarms(service, store, post, lambda *_: True, pace=3600.0))  # type: ignore[arg-type]
    await asyncio.wait_for(done.wait(), 60)
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    assert acknowledged == [f"web:{number}" for number in range(300)]


async def test_alarm_loop_survives_errors_and_cancels_its_tasks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    due = [Deadline("web:1", "clock", 0.0, "lease")]
    ringing, ended = asyncio.Event(), asyncio.Event()

    async def claim(*_: float, **__: object) -> list[Deadline]:
        if not caplog.records:
            raise RuntimeError("nobody has thought of this")
        return [due.pop()] if due else []

    async def alarm(*_: object) -> list[Outgoing]:
        ringing.set()
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0)  # it has to tidy up
            ended.set()
        return []

    async def post(_: list[Outgoing]) -> None:
        pass

    store, service = SimpleNamespace(deadlines=SimpleNamespace(claim=claim)), SimpleNamespace(alarm=alarm)
    loop = asyncio.create_task(ring_alarms(service, store, post, lambda *_: True, pace=0.01))  # type: ignore[arg-type]
    await asyncio.wait_for(ringing.wait(), 60)
    await end(loop)
    assert ended.is_set()
    assert "nobody has thought of this" in caplog.text


def test_alarms_of_other_platforms_are_left_to_other_workers() -> None:
    chats: list[Any] = [
        SimpleNamespace(prefix="web:", rings=lambda _, __: True),
        SimpleNamespace(prefix="telegram:", rings=lambda channel, _: channel == "telegram:-1"),
        SimpleNamespace(prefix="discord:", rings=lambda _, late: late > 15),
    ]
    wanted = app.wanted_by(chats)
    assert wanted("web:1", 0.0)
    assert wanted("telegram:-1", 0.0)
    assert not wanted("telegram:-2", 99.0)
    assert not wanted("discord:1", 1.0)
    assert wanted("discord:1", 16.0)
    assert not app.wanted_by(chats[:1])("discord:1", 99.0)


async def test_shard_handles_alarms_of_its_channels_and_late_ones_of_all() -> None:
    service: Any = SimpleNamespace(repository=SimpleNamespace(store=SimpleNamespace(users=None, owed=None)))
    painter: Any = None
    alone = DiscordChat(service, painter)
    assert alone.rings("discord:42", 0.0)
    one = DiscordChat(service, painter, shards="1-2/4")
    assert (one.shard_ids, one.shard_count) == ([1, 2], 4)
    assert not one.rings("discord:42", 1.0)
    assert one.rings("discord:42", 60.0)
    one.poster.note(42, discord.Permissions.none())  # an interaction came from there
    assert one.rings("discord:42", 0.0)


async def test_alarm_is_tried_again_when_the_store_is_back(caplog: pytest.LogCaptureFixture) -> None:
    """Not after its lease: a computer's move would be two minutes late."""
    due = [Deadline("web:1", "clock", 0.0, "lease")]
    failures = iter((True, True, False))
    done = asyncio.Event()

    async def claim(*_: float, **__: object) -> list[Deadline]:
        return [due.pop()] if due else []

    async def acknowledge(_: Deadline) -> bool:
        done.set()
        return True

    async def alarm(*_: object) -> list[Outgoing]:
        if next(failures):
            raise Unavailable("redis://store does not answer")
        return []

    async def post(_: list[Outgoing]) -> None:
        pass

    deadlines = SimpleNamespace(claim=claim, acknowledge=acknowledge)
    store, service = SimpleNamespace(deadlines=deadlines), SimpleNamespace(alarm=alarm)
    loop = asyncio.create_task(ring_alarms(service, store, post, lambda *_: True, pace=0.01))  # type: ignore[arg-type]
    await asyncio.wait_for(done.wait(), 60)
    await end(loop)
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["alarm_waits_for_store channel=web:1 error=redis://store does not answer"] * 2
    assert not any(record.exc_info for record in caplog.records)
