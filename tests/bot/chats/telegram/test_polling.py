"""Polling with an offset of our own: what is confirmed, and what comes again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Update

from bot.chats.telegram.library import LibraryBot
from bot.chats.telegram.polling import WINDOW, Polling
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
