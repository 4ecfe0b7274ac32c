"""Discord as a chat of the program: connect, serve, disconnect."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.discord.client import DiscordChat
from bot.chats.discord.markdown import PLATFORM
from bot.chats.discord.permissions import invitation
from bot.chats.discord.threads import open_thread
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.platform import Platform
from bot.conversation.service import Service
from bot.operations.events import NO_WATCH, Watch
from bot.pictures.painter import Painter
from bot.settings import Settings
from bot.tasks import end

AGAIN = 5.0  # seconds until the next try to log in, twice as many after each ...
LONGEST_WAIT = 60.0  # ... up to this
PATIENCE = 5.0  # seconds for the connection to end by itself
NOT_WELL = (discord.DiscordServerError, discord.GatewayNotFound, aiohttp.ClientError, OSError)

log = logging.getLogger(__name__)


class DiscordRoom(Platform):
    """Bastide on Discord, connected in the background: the other chats do not wait for it."""

    settles = True
    prefix = PLATFORM

    def __init__(
        self, settings: Settings, service: Service, painter: Painter, watch: Watch = NO_WATCH
    ) -> None:
        if settings.discord_api_url:
            Route.BASE = settings.discord_api_url.rstrip("/")
        if settings.discord_gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
        self._token = settings.discord_token
        self.chat = DiscordChat(
            service,
            painter,
            own_gateway=bool(settings.discord_gateway_url),
            shards=settings.discord_shards,
            activity=settings.public and bool(settings.discord_client_secret),
            watch=watch,
        )
        self._serving = asyncio.create_task(self._serve())

    async def _serve(self) -> None:
        wait = AGAIN
        async with self.chat:
            while not self.chat.is_closed():
                try:
                    await self.chat.start(self._token)
                    return
                except discord.LoginFailure:
                    log.error("discord_token_refused setting=DISCORD_TOKEN")
                    return
                except NOT_WELL as error:
                    log.warning("discord_unreachable error=%s retry_in=%.0f", type(error).__name__, wait)
                    await self.chat.http.close()
                    self.chat.http.connector = discord.utils.MISSING  # closed too: the next try opens another
                    await asyncio.sleep(wait)
                    wait = min(LONGEST_WAIT, 2 * wait)
                except Exception:
                    log.exception("discord_connection_ended")
                    return

    @property
    def connected(self) -> bool:
        """Whether all shards are."""
        return self.chat.connected

    @property
    def waiting(self) -> int:
        """How many messages are still to be posted."""
        return self.chat.outbox.waiting

    @property
    def invitation(self) -> str:
        """The link that brings the bot into a server."""
        return invitation(self._token)

    async def post(self, messages: list[Outgoing]) -> None:
        """Post messages that no interaction asked for."""
        await self.chat.deliver(messages)

    async def group_of(self, channel: str) -> str:
        """The server of a channel."""
        return await self.chat.group_of(channel)

    async def tell(self, _channel: str, messages: Sequence[Outgoing]) -> None:
        """Post messages one after the other; raises Unreached."""
        await self.chat.tell(messages)

    async def open_places(self, channel: str, title: str, users: Sequence[str]) -> list[str]:
        """A thread beside a channel, with these users in it."""
        return await open_thread(self.chat, channel, title, users)

    def place_address(self, channel: str) -> str:
        """The channel itself: its name becomes a link."""
        return channel

    def rings(self, channel: str, late: float) -> bool:
        """Whether this worker handles an alarm."""
        return self.chat.rings(channel, late)

    async def close(self) -> None:
        """Finish running interactions, then disconnect."""
        was_there = self.chat.is_ready()
        await self.chat.stop()
        if was_there:
            await asyncio.wait({self._serving}, timeout=PATIENCE)
        await end(self._serving)
