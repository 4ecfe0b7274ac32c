"""Requests that are tried again: after errors of the server, and without emoji that are gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from bot.chats.discord.markdown import Marker
from bot.chats.discord.message import Draft

WAITS = (0.5, 2.0, 5.0)  # seconds between tries
INVALID = 50035  # a form that Discord does not take

T = TypeVar("T")
log = logging.getLogger(__name__)


async def persistent(do: Callable[[], Awaitable[T]]) -> T:
    """Run a request, and again after a server or network error."""
    for wait in WAITS:
        try:
            return await do()
        except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
            log.warning("discord_request_failed error=%s retry_in=%.1f", type(error).__name__, wait)
            await asyncio.sleep(wait)
    return await do()


async def sent(marker: Marker, draft: Draft, send: Callable[[Draft], Awaitable[T]]) -> T:
    """Send a draft. Discord refuses buttons with deleted emoji: from then on plain ones are used."""
    try:
        return await persistent(lambda: send(draft))
    except discord.HTTPException as error:
        if error.code != INVALID or draft.bare() == draft:
            raise
        log.warning("own_emojis_refused error=%s", error.text)
    marker.emoji.clear()
    return await persistent(lambda: send(draft.bare()))
