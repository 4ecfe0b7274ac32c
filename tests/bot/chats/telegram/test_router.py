"""Updates at several workers: who handles them, and when they are acknowledged."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from telegram import Update

from bot.chats.telegram.api.webhook import FOR, SECRET
from bot.chats.telegram.workers import router
from bot.conversation.protocol.pictures import PictureRequest
from bot.operations.redaction import webhook_secret
from bot.pictures.draw import Picture
from bot.pictures.painter import Painter
from storage import CommandInput, Unavailable
from tests.support.redis_servers import Server
from tests.support.telegram.people import (
    ANNA,
    PATIENCE,
    Group,
    buttons,
    called,
    moves,
    text_of,
)
from tests.support.telegram.stand_in import TOKEN, Chat, StandIn
from tests.support.telegram.workers import (
    Workers,
    bot_of,
    router_of,
    store_of,
    turn_of,
    two_workers,
    webhook_of,
)
from tests.support.topology import HOOK

pytestmark = pytest.mark.usefixtures("quick_workers")


async def test_webhook_accepts_only_requests_with_the_secret(redis: Server) -> None:
    async with two_workers(redis) as (_, workers), aiohttp.ClientSession() as session:
        mine = workers.of(0, -1001)
        address, secret = workers.addresses[1], webhook_secret(TOKEN)
        assert address.endswith(HOOK)
        assert secret != TOKEN
        update: Any = {
            "update_id": 1,
            "message": {"message_id": 1, "date": 1, "chat": {"id": mine, "type": "group", "title": "T"}},
        }

        async def status(headers: dict[str, str], **content: Any) -> int:
            async with session.post(address, headers=headers, **content) as answer:
                return answer.status

        assert await status({}, json=update) == 403
        assert await status({SECRET: "ключ"}, json=update) == 403
        assert await status({SECRET: secret}, data=b"{") == 400
        assert await status({SECRET: secret}, json=[1]) == 400
        assert await status({SECRET: secret, FOR: "x"}, json=update) == 400
        assert await status({SECRET: secret}, json={"update_id": 2, "message": {}}) == 200  # not to be read
        assert await status({SECRET: secret}, json=update) == 200  # handed over
        assert await status({SECRET: secret, FOR: str(mine)}, json=update) == 503  # it is not this one's
        webhook_of(workers.chats[1]).open = False
        assert await status({SECRET: secret}, json=update) == 503
        webhook_of(workers.chats[1]).open = True


async def test_update_is_acknowledged_when_it_is_done(redis: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_workers(redis) as (server, workers), aiohttp.ClientSession() as session:
        group = Group(server, Chat(workers.of(0, -1001), admins=(ANNA.id,)))
        number = await group.say(ANNA, "/new")
        await group.until(lambda: buttons(group.last))
        update = {"update_id": 77, "message": {**group.chat.messages[number], "text": "/computer easy"}}
        worker = workers.chats[0]

        async def bring() -> int:
            headers = {SECRET: webhook_secret(TOKEN)}
            async with session.post(workers.addresses[1], headers=headers, json=update) as answer:
                return answer.status

        async def away(*_: object, **__: object) -> None:
            raise Unavailable("the store is away")

        with monkeypatch.context() as patched:
            patched.setattr(store_of(worker).commands, "read", away)
            assert await bring() == 503
        async with turn_of(worker, f"telegram:{group.chat.id}"):
            bringing = asyncio.create_task(bring())
            await asyncio.wait({bringing}, timeout=0.3)
            assert not bringing.done()  # a worker that is killed now has not said that it took it
        assert await bringing == 200
        await group.seen("Aimery")
        assert await bring() == 200  # again: it is known
        assert "Berenice" not in text_of(group.last)


async def test_press_is_acknowledged_when_its_close_up_is_shown(
    redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(redis) as (server, workers):
        players = workers.table(0, -6002)
        await players.open()
        message = await players.ready()
        assert message is not None
        paint, asked, may_draw = Painter.paint, asyncio.Event(), asyncio.Event()

        async def held(painter: Painter, request: PictureRequest, **more: Any) -> Picture:
            asked.set()
            await may_draw.wait()
            return await paint(painter, request, **more)

        monkeypatch.setattr(Painter, "paint", held)
        who = players.people[called(message)[-1]]
        query = await players.group.press(who, message, moves(message)[0])
        await players.group.answer(query)
        await asked.wait()
        await asyncio.sleep(0.3)  # in which a worker could say that it took it
        assert [update["callback_query"]["id"] for update in server.updates] == [query]
        may_draw.set()
        await players.group.until(lambda: not server.updates)
        assert players.group.last != message


async def command_without_store(
    server: StandIn, workers: Workers, monkeypatch: pytest.MonkeyPatch, lasting: float
) -> tuple[Group, Update]:
    """A command for the first worker, whose store fails three times, each after some seconds."""
    group = Group(server, Chat(workers.of(0, -1001), admins=(ANNA.id,)))
    number = await group.say(ANNA, "/new")
    await group.until(lambda: buttons(group.last))
    worker = workers.chats[0]
    read, failures = store_of(worker).commands.read, iter(range(3))

    async def away(*args: Any, **more: Any) -> CommandInput:
        if next(failures, None) is not None:
            await asyncio.sleep(lasting)
            raise Unavailable("the store is away")
        return await read(*args, **more)

    monkeypatch.setattr(store_of(worker).commands, "read", away)
    data = {"update_id": 77, "message": {**group.chat.messages[number], "text": "/computer easy"}}
    return group, Update.de_json(data, bot_of(worker))


async def test_polled_update_waits_for_the_store(redis: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_workers(redis) as (server, workers):
        group, update = await command_without_store(server, workers, monkeypatch, lasting=0)
        taken = [await router_of(workers.chats[0]).polled(update) for _ in range(5)]
        assert taken == [False, False, False, True, True]
        assert text_of(await group.seen("Aimery")).count("Aimery") == 1


async def test_update_that_is_acknowledged_early_is_tried_until_the_store_is_back(
    redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram does not send it again."""
    monkeypatch.setattr(router, "LONG", 0.05)
    monkeypatch.setattr(router, "AGAIN", 0.01)
    async with two_workers(redis) as (server, workers):
        group, update = await command_without_store(server, workers, monkeypatch, lasting=0.1)
        assert await router_of(workers.chats[0]).polled(update)
        assert text_of(await group.seen("Aimery")).count("Aimery") == 1


async def test_worker_that_stops_leaves_no_press_running(
    redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(redis) as (server, workers):
        players = workers.table(0, -1001)
        await players.open()
        message = await players.ready()
        assert message is not None
        began, ended = asyncio.Event(), asyncio.Event()

        async def hang(*_: object, **__: object) -> None:
            began.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        monkeypatch.setattr(store_of(workers.chats[0]).commands, "read", hang)
        await players.group.press(ANNA, message, moves(message)[0])
        async with asyncio.timeout(PATIENCE):
            await began.wait()
            await router_of(workers.chats[0]).finish(0.05)
            await ended.wait()
            assert server.updates, "it comes again"
            monkeypatch.undo()
            await players.group.until(lambda: not server.updates)
