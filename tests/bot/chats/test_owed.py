"""What is owed to a channel is shown: also what is owed while an earlier debt is being shown."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from bot.chats.common.owed import OwedChannels
from bot.chats.discord.client import DiscordChat
from bot.chats.discord.connection import DiscordRoom
from bot.chats.discord.outbox import DiscordOutbox
from bot.chats.telegram.connection import TelegramChat
from bot.chats.web.server import WebChat
from bot.conversation.protocol.durations import HOUR
from bot.conversation.protocol.messages import Outgoing
from storage import Unavailable
from tests.support.stage import CHANNEL, Stage


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


async def test_what_is_queued_while_it_is_read_is_not_replaced_by_what_was_saved_before() -> None:
    """A refused press has a channel shown anew; the table goes on at that moment."""
    old, new = (Outgoing(CHANNEL, text, slot=text) for text in ("paused", "your turn"))
    saved, posted = [old], []

    async def post(message: Outgoing) -> None:
        posted.append(message.text)

    async def missing(_: str) -> list[Outgoing]:
        told = list(saved)
        if saved == [old]:
            saved[:] = [new]
            chat.outbox.put(new)
        return told

    async def paid(_: str) -> None: ...

    notes = SimpleNamespace(began=lambda _: None, ended=lambda _: None, paid=paid)
    chat = SimpleNamespace(pending=notes, cards=SimpleNamespace(follow=lambda _: None), _missing=missing)
    chat.outbox = DiscordOutbox(post, notes)
    await DiscordChat.show(chat, CHANNEL)
    assert posted
    assert "paused" not in posted


@pytest.mark.parametrize("platform", [DiscordRoom, TelegramChat, WebChat])
async def test_move_of_the_clock_is_listed_with_its_save(platform: type) -> None:
    """A process may die before the post: a chat that settles the list finds the channel there."""
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="clock=1h rule=safe")
    assert await stage.store.owed.all() == []
    stage.service.repository.chats = [SimpleNamespace(prefix="web:", settles=platform.settles)]  # type: ignore[attr-defined,list-item]
    assert await stage.ring(10 * HOUR)
    assert await stage.store.owed.all() == ([] if platform is WebChat else [CHANNEL])
