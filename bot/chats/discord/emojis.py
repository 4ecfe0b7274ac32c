"""Emoji of the application: our own small pictures in texts, made at the first start and used ever after."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.pictures.emoji_art import emoji_art
from bot.tasks import end

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

MOST = 2000  # of an application
LARGEST = 256 * 1024  # bytes

log = logging.getLogger(__name__)


class AppEmojis:
    """Uploads what is missing, by names that hold a hash of the picture; nothing is ever deleted.

    Texts keep the plain emoji until their pictures are there.
    """

    def __init__(self, chat: DiscordChat) -> None:
        self._chat = chat
        self._task: asyncio.Task[None] | None = None

    def begin(self, *, upload: bool) -> None:
        """Find the emoji in the background; `upload` what is missing."""
        if self._task is None or self._task.done():  # a second login begins it once more
            self._task = asyncio.create_task(self._find(upload=upload))

    async def known(self) -> None:
        """Wait until all are found or made."""
        if self._task is not None:
            await self._task

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            await end(self._task)

    async def _find(self, *, upload: bool) -> None:
        try:
            known = {emoji.name: emoji for emoji in await self._chat.fetch_application_emojis()}
            art = await asyncio.to_thread(emoji_art)
            for plain, (what, picture) in art.items():
                name = f"bastide_{what}_{hashlib.sha256(picture).hexdigest()[:8]}"
                if name not in known:
                    if not upload or len(known) >= MOST or len(picture) > LARGEST:
                        continue
                    known[name] = await self._chat.create_application_emoji(name=name, image=picture)
                self._chat.marker.emoji[plain] = str(known[name])
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("emojis_not_made error=%s", error)
        else:
            log.info("emojis_known number=%d", len(self._chat.marker.emoji))
