"""The adapter in this process, on an empty store, in front of the stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.chats.discord.connection import DiscordRoom
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.service import Service
from bot.conversation.table.repository import Policy, Repository
from bot.pictures.draw import Picture
from bot.settings import Settings
from tests.support.discord.stand_in import TOKEN, Discord
from tests.support.empty_store import empty_store
from tests.support.stage import QuickComputer


class NoPainter:
    """A painter whose pictures all fail."""

    async def paint(self, request: PictureRequest, **_: object) -> Picture:
        raise ValueError(request.kind)


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as discord:
        yield discord
        assert discord.world.breaches == []


@pytest.fixture
async def room(discord: Discord) -> AsyncIterator[DiscordRoom]:
    service = Service(Repository(empty_store(), QuickComputer(), Policy(burst=10**9)))
    settings = Settings(
        discord_token=TOKEN, discord_api_url=discord.api_url, discord_gateway_url=discord.gateway.url
    )
    room = DiscordRoom(settings, service, NoPainter())  # type: ignore[arg-type]
    await discord.world.until(lambda: ("GET", "/gateway/bot") in discord.world.log)
    await room.chat.wait_until_ready()
    yield room
    await room.close()
