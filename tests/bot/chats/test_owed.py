"""What is owed to a channel is shown: also what is owed while an earlier debt is being shown."""

from __future__ import annotations

import asyncio

from bot.chats.common.owed import OwedChannels
from storage import Unavailable

CHANNEL = "web:tower"


async def test_debt_made_while_another_is_shown_is_shown_too() -> None:
    shown: list[int] = []
    reading, go_on = asyncio.Event(), asyncio.Event()

    async def show(_: str) -> None:
        shown.append(len(shown))
        reading.set()
        await go_on.wait()

    owed = OwedChannels(show, waits=(0.0,) * 3)
    owed.owe(CHANNEL)
    await reading.wait()  # what is saved has been read ...
    owed.owe(CHANNEL)  # ... before this was saved
    page = asyncio.create_task(owed.settle(CHANNEL))  # a page that is opened waits for both
    await asyncio.sleep(0)
    assert not page.done()
    go_on.set()
    await page
    assert shown == [0, 1]
    await owed.close()


async def test_debt_stays_until_it_could_be_shown() -> None:
    failures = iter((True, True, False))
    shown = asyncio.Event()

    async def show(_: str) -> None:
        if next(failures):
            raise Unavailable("it does not answer")
        shown.set()

    owed = OwedChannels(show, waits=(0.0,) * 5)
    owed.owe(CHANNEL)
    async with asyncio.timeout(60):
        await shown.wait()
    await owed.settle(CHANNEL)  # nothing is owed any more: `show` would raise StopIteration
    await owed.close()
