"""Two webhook workers of Telegram in one process, behind one address, for the tests of how they share."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from telegram import Bot

from bot.chats.telegram.api.webhook import Webhook, worker_address
from bot.chats.telegram.connection import TelegramChat, open_telegram
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.workers.membership import Membership, chosen
from bot.chats.telegram.workers.router import Router
from bot.computers.pool import Computers
from bot.conversation.service import Service
from bot.conversation.table.repository import Policy
from bot.pictures.painter import Painter
from bot.settings import Settings
from storage import Store
from storage.open import open_store
from tests.support.redis_servers import Server, free_ports
from tests.support.telegram.people import (
    ANNA,
    BORIS,
    PATIENCE,
    Group,
    Players,
)
from tests.support.telegram.stand_in import TOKEN, Chat, StandIn
from tests.support.topology import Balancer


class Workers:
    """Two workers in this process behind one address, with all that they have for themselves."""

    def __init__(self, server: StandIn, redis: Server, ports: list[int], url: str) -> None:
        self.server = server
        self.settings = [
            Settings(
                telegram_token=TOKEN,
                telegram_api_url=server.url,
                telegram_webhook_url=url,
                telegram_webhook_port=port,
                telegram_group_per_minute=100_000,
                redis_url=redis.url,
            )
            for port in ports
        ]
        self.addresses = [worker_address(settings) for settings in self.settings]
        self.chats: dict[int, TelegramChat] = {}
        self.stores: dict[int, Store] = {}
        self.computers: dict[int, Computers] = {}
        self._parts: dict[int, AsyncExitStack] = {}

    async def start(self, number: int) -> None:
        cleanup = self._parts[number] = AsyncExitStack()
        store = self.stores[number] = await open_store(self.settings[number].redis_url)
        cleanup.push_async_callback(store.close)
        computers = self.computers[number] = Computers(1)
        cleanup.push_async_callback(computers.close)
        painter = Painter()
        cleanup.callback(painter.close)
        service = Service.on(store, computers, Policy(burst=100_000))
        chat = self.chats[number] = await open_telegram(self.settings[number], service, store, painter)
        cleanup.push_async_callback(chat.close)

    async def stop(self, number: int) -> None:
        del self.chats[number]
        await self._parts.pop(number).aclose()

    async def share(self) -> None:
        """Wait until all that are there have their share."""
        living = tuple(sorted(self.addresses[number] for number in self.chats))
        async with asyncio.timeout(PATIENCE):
            while any(shared_by(chat) != living for chat in self.chats.values()):
                await asyncio.sleep(0.02)

    def of(self, number: int, start: int) -> int:
        """A chat that one of the workers owns, counted from a number."""
        step = -1 if start < 0 else 1
        wanted = self.addresses[number]
        return next(chat for chat in itertools.count(start, step) if chosen(self.addresses, chat) == wanted)

    def table(self, number: int, start: int) -> Players:
        chat = Chat(self.of(number, start), admins=(ANNA.id,))
        return Players(Group(self.server, chat), (ANNA, BORIS), chat.id)


# A chat shows none of its parts; these tests are about how the parts of two workers fit together.


def ledgers_of(chat: TelegramChat) -> Ledgers:
    """The notes of a worker."""
    return chat._ledgers  # private: see above


def store_of(chat: TelegramChat) -> Store:
    """The store of a worker."""
    return chat._store  # private: see above


def channels_in_memory(chat: TelegramChat) -> set[str]:
    """The channels of which a worker holds notes."""
    return {channel for channel, _ in ledgers_of(chat)._known}  # private: see above


def router_of(chat: TelegramChat) -> Router:
    """What decides which worker handles an update."""
    return chat._router  # private: see above


def turn_of(chat: TelegramChat, channel: str) -> AbstractAsyncContextManager[None]:
    """The turn of a channel: while it is taken, updates of this channel wait."""
    return router_of(chat).updates._lock_of(channel)  # private: see above


def members_of(chat: TelegramChat) -> Membership:
    """The list of workers that a worker knows."""
    return chat._members  # private: see above


def shared_by(chat: TelegramChat) -> tuple[str, ...]:
    """The workers among which the chats are shared now."""
    return members_of(chat)._shares[-1][1]  # private: see above


def webhook_of(chat: TelegramChat) -> Webhook:
    """The webhook of a worker."""
    return chat._webhook  # private: see above


def sessions_of(chat: TelegramChat) -> list[bool]:
    """Whether each HTTP client of a worker is open."""
    wires = chat._wire, chat._updates  # private: see above
    return [wire._session is not None for wire in wires]  # private: see above


def bot_of(chat: TelegramChat) -> Bot:
    """The bot of the library."""
    return chat._bot  # private: see above


@asynccontextmanager
async def two_workers(redis: Server) -> AsyncIterator[tuple[StandIn, Workers]]:
    """The stand-in, a balancer and two workers that share the chats."""
    with redis.admin() as client:
        client.flushall()
    ports = free_ports(2)
    balancer, server = Balancer(ports), StandIn()
    await balancer.start()
    await server.start()
    workers = Workers(server, redis, ports, balancer.url)
    try:
        await workers.start(0)
        await workers.start(1)
        await workers.share()
        yield server, workers
        assert not server.violations, server.violations[:3]
    finally:
        for number in list(workers.chats):
            await workers.stop(number)
        await server.stop()
        await balancer.stop()
