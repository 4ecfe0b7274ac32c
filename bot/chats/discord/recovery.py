"""What an earlier process has left behind: messages that were not posted, presses that were not answered."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.chats.discord.markdown import PLATFORM, snowflake
from bot.chats.discord.pending import PendingPress
from bot.conversation.protocol.catalogue import catalogue
from bot.tasks import end
from storage import StorageError

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

TOKEN_LIFE = 890.0  # seconds in which an interaction can be answered, a little less than Discord gives

log = logging.getLogger(__name__)


class Recovery:
    """Shows what is saved in the channels on the store's list, and answers the presses that were left."""

    def __init__(self, chat: DiscordChat) -> None:
        self._chat = chat
        self._left: dict[str, list[PendingPress]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def read(self) -> None:
        """Read the list before anything new can come onto it."""
        pending = self._chat.pending
        try:
            for channel in await pending.listed():
                if channel.startswith(PLATFORM):
                    self._left[channel] = await pending.left(channel)
        except StorageError as error:
            log.warning("owed_channels_unknown error=%s", error)

    def begin(self) -> None:
        """The chat is connected: show what was left, and what could not be posted, in the background."""
        task = asyncio.create_task(self._catch_up())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Stop."""
        await end(*self._running)

    def permissions_changed(self, guild: discord.Guild) -> None:
        """Try again where the bot could not write: it may be allowed now."""
        known = {channel.id for channel in (*guild.channels, *guild.threads)}
        for channel in self._chat.pending.unpaid:
            if snowflake(channel) in known:
                self._chat.owed.owe(channel)

    async def _catch_up(self) -> None:
        for channel in self._chat.pending.unpaid:
            self._chat.owed.owe(channel)
        found = len(self._left)
        while self._left:
            await self._settle(*self._left.popitem())
        log.info("discord_caught_up channels=%d", found)

    async def _settle(self, channel: str, presses: list[PendingPress]) -> None:
        """Show a channel what it is owed, unless that is for another worker to do."""
        mine = [press for press in presses if self._is_mine(press)]
        if not mine and not self._chat.rings(channel, 0.0):
            return
        self._chat.pending.unpaid.add(channel)
        self._chat.owed.owe(channel)
        try:
            await self._chat.owed.settle(channel)
        except Exception as error:  # it is tried again, and again
            log.info("channel_still_owed channel=%s error=%s", channel, error)
        for press in mine:
            await self._answer(press)
            await self._chat.pending.drop(channel, press)

    def _is_mine(self, press: PendingPress) -> bool:
        shards = self._chat.shard_ids
        return shards is None or press.shard in shards

    async def _answer(self, press: PendingPress) -> None:
        """Tell a user that the press may not have been played."""
        if time.time() - press.at > TOKEN_LIFE:
            return
        text = catalogue(self._chat.service.repository.language_of(press.locale)).text("discord.again")
        hook = self._chat.hook(press.token)
        try:
            if not press.command:
                await hook.send(self._chat.marker.write(text), ephemeral=True)
                return
            original: Any = "@original"  # the path takes it in the place of a number
            if (await hook.fetch_message(original)).flags.loading:
                await hook.edit_message(original, content=self._chat.marker.write(text))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:  # it was never acknowledged
            log.info("press_not_answered id=%d error=%s", press.id, error)
