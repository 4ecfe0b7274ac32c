"""The first response to an interaction: its answer, or a deferral that the store knows of."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord

from bot.chats.discord import components
from bot.chats.discord.markdown import PLATFORM
from bot.chats.discord.pending import PendingAnswers, PendingPress

ACKNOWLEDGE_WITHIN = 1.0  # seconds until an interaction without an answer is deferred; Discord gives three

REFUSED = (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError)
Interaction = discord.Interaction[Any]
log = logging.getLogger(__name__)


class Acknowledgement:
    """What takes less than ACKNOWLEDGE_WITHIN is answered directly: if this process dies, Discord says so.

    What takes longer is deferred, and stands on the store's list before: a later process tells its user.
    """

    def __init__(self, interaction: Interaction, pending: PendingAnswers, shards: int) -> None:
        self._interaction = interaction
        self._pending = pending
        self._shards = shards
        self._channel = f"{PLATFORM}{interaction.channel_id}"
        self._turn = asyncio.Lock()
        self._press: PendingPress | None = None  # while it stands on the list
        self._timer = asyncio.get_running_loop().call_later(ACKNOWLEDGE_WITHIN, self._acknowledge_late)
        self._late: asyncio.Task[bool] | None = None

    @property
    def resets(self) -> bool:
        """Whether the response edits the pressed message: a menu that all see has nothing chosen again."""
        menu = components.pressed_id(self._interaction)[1]
        return menu and self._interaction.message is not None and not self.private

    @property
    def private(self) -> bool:
        """Whether the pressed message is private."""
        pressed = self._interaction.message
        return pressed is not None and pressed.flags.ephemeral

    @contextlib.asynccontextmanager
    async def first(self) -> AsyncIterator[bool]:
        """Yields whether there was no response yet: then it is to be sent inside."""
        async with self._turn:
            yield not self._interaction.response.is_done()

    async def defer(self, *, listed: bool) -> bool:
        """Respond without an answer, unless there is a response; False if Discord does not take it."""
        async with self.first() as first:
            if not first:
                return True
            if listed:
                self._press = _pending_press(self._interaction, self._shards)
                await self._pending.begin(self._channel, self._press)
            try:
                await self._respond()
            except REFUSED as error:
                log.info("interaction_not_acknowledged id=%d error=%s", self._interaction.id, error)
                return False
            return True

    async def _respond(self) -> None:
        pressed, response = self._interaction.message, self._interaction.response
        if self.resets and pressed is not None:
            await response.edit_message(view=components.reset(pressed))
        elif self._interaction.type is discord.InteractionType.application_command:
            await response.defer(ephemeral=True, thinking=True)
        else:
            await response.defer()

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self.defer(listed=True))

    async def close(self) -> None:
        """The interaction is answered: it is taken off the list."""
        self._timer.cancel()
        if self._late is not None:
            await asyncio.wait({self._late})
        if self._press is not None:
            await self._pending.end(self._channel, self._press)


def _pending_press(interaction: Interaction, shards: int) -> PendingPress:
    """What a later process must know of an interaction."""
    command = interaction.type is discord.InteractionType.application_command
    shard = ((interaction.guild_id or 0) >> 22) % shards
    return PendingPress(
        interaction.id, interaction.token, command, interaction.locale.value, shard, time.time()
    )
