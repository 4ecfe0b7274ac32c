"""Polling with an offset of our own: what is confirmed, and what comes again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Update

from bot.chats.telegram.api.library import LibraryBot
from bot.chats.telegram.api.polling import WINDOW, Polling
from tests.support.telegram.stand_in import TOKEN, StandIn


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    """The stand-in."""
    found = StandIn()
    await found.start()
    yield found
    await found.stop()


class Taker:
    """Handles updates at once, all but the first, which is held until it may go on."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.go_on = asyncio.Event()

    async def take(self, update: Update) -> bool:
        """Handle an update."""
        self.taken.append(update.update_id)
        if len(self.taken) == 1:
            await self.go_on.wait()
        return True


async def arrive(server: StandIn, count: int) -> list[int]:
    """So many messages arrive; their updates."""
    chat = {"id": 1, "type": "private"}
    return [
        await server.update(message={"message_id": number, "date": 0, "chat": chat})
        for number in range(count)
    ]


async def until_taken(taker: Taker, count: int) -> None:
    """Wait until so many updates were taken."""
    async with asyncio.timeout(60):
        while len(taker.taken) < count:
            await asyncio.sleep(0.01)


async def test_an_update_is_confirmed_when_it_and_those_before_are_handled(server: StandIn) -> None:
    taker = Taker()
    async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
        polling = Polling(bot, taker.take, ["message"])
        polling.start()
        numbers = await arrive(server, 3)
        await until_taken(taker, 3)
        assert [update["update_id"] for update in server.updates] == numbers, "the first is not handled yet"
        taker.go_on.set()
        await polling.close(60)
    assert taker.taken == numbers
    assert server.updates == []


async def test_an_update_that_takes_long_does_not_hold_up_the_others(server: StandIn) -> None:
    taker = Taker()
    async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
        polling = Polling(bot, taker.take, ["message"])
        polling.start()
        numbers = await arrive(server, 2 * WINDOW + 50)
        await until_taken(taker, len(numbers))
        taker.go_on.set()
        await polling.close(60)
    assert taker.taken == numbers, "each once, in order"


async def test_an_update_that_cannot_be_read_holds_up_no_other(
    server: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    taker = Taker()
    taker.go_on.set()
    async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
        polling = Polling(bot, taker.take, ["message"])
        polling.start()
        broken = await server.update(message={"message_id": 1, "text": "a secret"})  # no date, no chat
        numbers = [broken, *await arrive(server, 2)]
        await until_taken(taker, 3)
        await polling.close(60)
    assert taker.taken == numbers
    assert server.updates == [], "all are confirmed"
    assert f"update_unreadable update={broken}" in caplog.text
    assert "a secret" not in caplog.text


async def test_polling_goes_on_after_an_unexpected_error(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.chats.telegram.api.polling.FIRST_PAUSE", 0.01)
    taker = Taker()
    taker.go_on.set()
    async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
        read, failures = LibraryBot.updates_after, iter([RuntimeError("a bug")])

        async def updates_after(*args: Any) -> list[Update]:
            if (failure := next(failures, None)) is not None:
                raise failure
            return await read(*args)

        monkeypatch.setattr(LibraryBot, "updates_after", updates_after)
        polling = Polling(bot, taker.take, ["message"])
        polling.start()
        numbers = await arrive(server, 1)
        await until_taken(taker, 1)
        await polling.close(60)
    assert taker.taken == numbers
    assert "polling_crashed" in caplog.text


async def test_polling_ends_in_order_though_an_update_cannot_be_read(server: StandIn) -> None:
    taker = Taker()
    async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
        polling = Polling(bot, taker.take, ["message"])
        polling.start()
        numbers = await arrive(server, 1)
        await until_taken(taker, 1)
        closing = asyncio.create_task(polling.close(60))
        await asyncio.sleep(0.1)  # it asks no more, and waits for the update
        broken = await server.update(message={"message_id": 1})
        taker.go_on.set()
        await closing
    assert taker.taken == numbers
    assert [update["update_id"] for update in server.updates] == [broken], "it is left to the next start"
