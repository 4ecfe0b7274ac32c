"""When things go wrong on Telegram: the game goes on, and users get a message."""

from __future__ import annotations

import asyncio
import random
import re
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.chats.telegram.connection import open_telegram
from bot.computers.pool import Computers
from bot.conversation.service import Service
from bot.pictures.painter import Painter
from bot.settings import Settings
from storage import Unavailable
from storage.open import open_store
from tests.support.redis_servers import free_ports
from tests.support.telegram.bot import BotProcess, telegram
from tests.support.telegram.people import (
    ANNA,
    BORIS,
    Group,
    Players,
    assert_pace,
    buttons,
    moves,
    text_of,
    waits,
)
from tests.support.telegram.stand_in import TOKEN, Chat, Drop, Refusal, StandIn

WRONG = "99:wrong-token-nobody-may-see"


def table(server: StandIn, number: int = -1001) -> Players:
    return Players(Group(server, Chat(number, admins=(ANNA.id,))), (ANNA, BORIS), number)


async def test_every_button_works_after_a_kill_of_bot_and_store(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        players = table(server)
        await players.open()
        for _ in range(2):
            await players.play(players.presses + 3)
            message = await players.ready()
            assert message is not None
            await bot.kill()
            await players.group.press(players.last, message, buttons(message)[0][1])  # while it is down
            await bot.start()
            await players.ready()
        # in the middle of a move: saved or not, the table is shown again and can be played on
        message = await players.ready()
        assert message is not None
        await players.group.press(players.last, message, random.Random(5).choice(moves(message)))
        await asyncio.sleep(0.02)
        await bot.kill()
        await bot.start()
        await players.play(players.presses + 6)
        assert all(query in server.answers for query in list(server.delivered)[-4:])


async def test_saved_move_that_was_not_shown_is_shown_after_a_restart(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        players = table(server)
        await players.open()
        server.trouble["sendPhoto"] += [Drop()] * 50  # moves are saved, but no new message gets through
        while len(server.trouble["sendPhoto"]) == 50:
            message = players.shown()
            if moves(message):
                for person in (ANNA, BORIS):
                    await players.group.press(person, message, moves(message)[0])
            await asyncio.sleep(0.2)
        shown = players.shown()["message_id"]
        await bot.kill()
        server.trouble.clear()
        await bot.start()
        await players.group.until(lambda: players.shown()["message_id"] > shown)
        await players.play(players.presses + 3)


async def test_saved_lobby_that_was_not_shown_is_shown_after_a_restart(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        group = Group(server, Chat(-1001, admins=(ANNA.id,)))
        server.trouble["sendMessage"] += [Drop()] * 50
        await group.say(ANNA, "/new")
        await group.until(lambda: len(server.trouble["sendMessage"]) < 50)
        await bot.kill()
        server.trouble.clear()
        await bot.start()
        await group.until(lambda: any("!start" in data for _, data in buttons(group.last)))


async def test_broken_connections_and_rate_limits_lose_nothing(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        players = table(server)
        await players.open()
        message = await players.ready()
        assert message is not None
        server.trouble["getUpdates"] += [Drop(), Refusal(502, "Bad Gateway"), Drop(after=True)]
        server.trouble["editMessageMedia"] += [
            Drop(),
            Refusal(429, "Too Many Requests: retry after 1", retry_after=1),
        ]
        server.trouble["sendPhoto"] += [
            Refusal(429, "Too Many Requests: retry after 1", retry_after=1),
            Drop(),
        ]
        server.trouble["answerCallbackQuery"] += [Drop(), Refusal(400, "Bad Request: query is too old")]
        start = len(server.calls)
        for _ in range(4):
            message = await players.ready()
            assert message is not None
            who = players.people.get(players.last.id, ANNA)
            for person in (who, *players.people.values()):
                await players.group.press(person, message, moves(message)[0])
            await players.group.until(lambda shown=message: players.shown() != shown)
        assert not any(server.trouble.values())
        photos = [at for at, method, _ in server.calls[start:] if method == "sendPhoto"]
        assert photos[1] - photos[0] >= 1.0  # it has waited as it was told


async def test_duplicate_updates_are_handled_once(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        server.twice = True
        group = Group(server, Chat(-1001, admins=(ANNA.id,)))
        await group.say(ANNA, "/new")
        await group.until(lambda: buttons(group.last))
        await group.say(ANNA, "/computer easy")
        await group.seen("Aimery")
        await group.say(ANNA, "/computer easy")
        lobby = await group.seen("Berenice")
        assert text_of(lobby).count("(easy computer)") == 2
        assert len(group.messages()) == 1
        await group.pressed(ANNA, "Start")
        players = Players(group, (ANNA,), 1)
        await players.play(6)


async def test_deleted_messages_and_forbidden_pictures_are_handled(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        players = table(server)
        await players.open()
        message = await players.ready()
        assert message is not None
        del players.group.chat.messages[message["message_id"]]  # it is deleted
        who = ANNA if "Anna" in text_of(message).splitlines()[0] else BORIS
        await players.group.press(who, message, moves(message)[0])
        shown = await players.ready()
        assert shown is not None
        assert shown["message_id"] > message["message_id"]
        players.group.chat.photos = False
        await players.group.say(ANNA, "/board")
        told = await players.group.until(lambda: "text" in players.group.last and players.group.last)
        assert moves(told)
        asked = any(re.search(r":[a-f]C", data) for data in moves(told))  # else it had but one place to go
        assert not asked or "1 = " in text_of(told)  # the numbered cells in words
        await players.play(4)


async def test_bot_is_removed_and_added_again(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        players = table(server)
        other = table(server, -1003)
        await players.open()
        await other.open()
        players.group.chat.kicked = True
        message = await players.ready()
        assert message is not None
        await players.group.press(ANNA, message, moves(message)[0])
        await players.group.press(BORIS, message, moves(message)[0])
        await other.play(3)
        await bot.says("chat_closed")
        players.group.chat.kicked = False
        await players.group.say(BORIS, "/board")
        await players.group.until(lambda: players.group.last["message_id"] > message["message_id"])
        await players.play(3)


async def test_a_group_is_upgraded(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        players = table(server, -77)
        old = players.group
        old.chat.kind = "group"
        await players.open("clock=1d computers=1_easy")
        await players.play(3)
        message = await players.ready()
        assert message is not None
        new = Group(server, Chat(-100_077, title=old.chat.title, admins=old.chat.admins))
        old.chat.upgraded = new.chat.id
        common = {"message_id": 1, "date": int(time.time()), "from": ANNA.data}
        await server.update(message={**common, "chat": old.chat.data, "migrate_to_chat_id": new.chat.id})
        await server.update(message={**common, "chat": new.chat.data, "migrate_from_chat_id": old.chat.id})
        await new.until(lambda: new.messages() and moves(new.last))
        assert len(new.messages()) == 1
        # a press on a message that stayed behind counts at the table's new place
        while not (await old.answer(await old.press(BORIS, message, "aaaa:1:a0"))).get("text"):
            await asyncio.sleep(1)  # a bot with much else to do answers without a word
        players.group = new
        await players.play(players.presses + 4)
        await bot.kill()
        await bot.start()
        await players.play(players.presses + 4)


async def test_an_upgrade_that_only_an_error_tells(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        players = table(server, -78)
        old = players.group
        await players.open()
        message = await players.ready()
        assert message is not None
        new = Group(server, Chat(-100_078))
        old.chat.upgraded = new.chat.id
        for person in (ANNA, BORIS):
            await old.press(person, message, moves(message)[0])
        players.group = new
        await players.ready()
        await players.play(4)


async def test_a_webhook(tmp_path: Path) -> None:
    port = free_ports(1)[0]
    url = f"http://127.0.0.1:{port}/telegram/hook"
    async with telegram(tmp_path, TELEGRAM_WEBHOOK_URL=url, TELEGRAM_WEBHOOK_PORT=str(port)) as (server, _):
        while server.webhook is None:
            await asyncio.sleep(0.02)
        assert server.webhook[0] == url
        assert len(server.webhook[1]) == 64
        assert TOKEN not in server.webhook[1]
        server.twice = True
        players = table(server)
        await players.open("computers=1_easy")
        await players.play(4)
        assert not any(method == "getUpdates" for _, method, _ in server.calls)

        # a request without the secret is refused
        forged = {"update_id": 1, "message": players.group.last}
        async with aiohttp.ClientSession() as session:
            for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "0" * 64}):
                async with session.post(url, json=forged, headers=headers) as response:
                    assert response.status == 403

        # a press overtakes the one before: whichever counts, nobody waits and the game goes on
        message = await players.ready()
        assert message is not None
        server.held = []
        for data in moves(message)[:2]:
            for person in (ANNA, BORIS):
                await players.group.press(person, message, data)
        server.release()
        await players.group.until(lambda: len(server.answers) == len(server.delivered) and not server.updates)
        await players.play(players.presses + 4)


async def test_the_limit_of_a_group_is_kept(tmp_path: Path) -> None:
    """Two people press as fast as they can: no minute has more than twenty messages and edits."""
    async with telegram(tmp_path, TELEGRAM_GROUP_PER_MINUTE="20") as (server, _):
        players = table(server)
        await players.open()
        asked: list[str] = []

        def enough() -> bool:
            """The burst is used up, and a press was told that its picture comes later."""
            told = any(waits(answer) for answer in server.answers.values())
            return told and len(asked) >= 60 and len(players.group.chat.requests) >= 8

        while not enough():
            message = players.shown()
            choices = [data for _, data in buttons(message) if "!" not in data]
            waiting = [query for query in asked if query not in server.answers]
            if len(waiting) > 4:  # on a busy machine all of too many would be answered late, without a word
                choices = []
            for person in (ANNA, BORIS) if choices else ():
                asked.append(await players.group.press(person, message, players.rng.choice(choices)))
            await asyncio.sleep(0.05)
        shown = len(players.group.chat.requests)
        for query in asked:
            await players.group.answer(query)
        assert len(players.group.chat.requests) - shown < len(asked) // 4  # presses do not wait for the limit
        assert_pace(players.group.chat, 20, spare=3)
        assert await players.ready() is not None  # and what is shown at last can be played


async def test_sigterm_stops_the_bot_and_keeps_what_is_owed(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, bot):
        players = table(server)
        await players.open()
        message = await players.ready()
        assert message is not None
        pressed = [await players.group.press(person, message, moves(message)[0]) for person in (ANNA, BORIS)]
        for query in pressed:  # it has taken note of both; the board may still have to be drawn
            await players.group.answer(query)
        assert await bot.stop() == 0
        assert players.shown() != message  # what was under way was finished
        await bot.start()
        await players.play(4)


async def test_refused_token_stops_the_program(tmp_path: Path) -> None:
    server = StandIn()
    await server.start()
    bot = BotProcess(server, tmp_path, TELEGRAM_TOKEN=WRONG)
    try:
        await bot.start()
    except AssertionError:
        assert bot.process is not None
        assert bot.process.returncode == 1
    assert "TELEGRAM_TOKEN" in bot.log
    assert "wrong-token" not in bot.log
    assert "Traceback" not in bot.log
    await server.stop()


async def test_store_that_takes_no_writes_at_the_start_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Boards can be looked at in the room meanwhile, so the program must not end."""
    server = StandIn()
    await server.start()
    settings = Settings(telegram_token=TOKEN, telegram_api_url=server.url)
    computers, painter = Computers(1), Painter()
    async with await open_store(folder=tmp_path) as store:
        write, failures = store.users.set_channel_setting, iter([Unavailable("read-only")])

        async def set_channel_setting(*args: Any, **more: Any) -> None:
            if (failure := next(failures, None)) is not None:
                raise failure
            await write(*args, **more)

        monkeypatch.setattr(store.users, "set_channel_setting", set_channel_setting)
        chat = await open_telegram(settings, Service.on(store, computers), store, painter)
        assert not chat.connected
        assert "telegram_waits_for_store" in caplog.text
        async with asyncio.timeout(60):
            while not chat.connected:
                await asyncio.sleep(0.05)
        await chat.close()
    painter.close()
    await computers.close()
    await server.stop()
