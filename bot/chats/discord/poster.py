"""Messages for everybody: a new one, an edit of the one that stands, and old buttons taken away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from bot.chats.discord.markdown import snowflake
from bot.chats.discord.message import Draft, Drafter
from bot.chats.discord.shown import Posted, Shown, mark_of
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.turn import asked_game

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TOO_OLD = 30046  # edits of messages older than an hour are limited
MISSING_PERMISSIONS, ARCHIVED = 50013, 50083
WAITS = (0.5, 2.0, 5.0)  # seconds between tries when Discord is not well
KEPT = 5000  # channels whose permissions are remembered

T = TypeVar("T")
log = logging.getLogger(__name__)


class CannotWrite(Exception):
    """The bot may not write there, or the channel is `gone`."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


async def persistent(do: Callable[[], Awaitable[T]]) -> T:
    """Do it, and again if Discord or the line to it has a bad moment."""
    for wait in WAITS:
        try:
            return await do()
        except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
            log.warning("Discord does not answer (%s), trying again", type(error).__name__)
            await asyncio.sleep(wait)
    return await do()


class Poster:
    """Writes into channels; needs nothing but their numbers."""

    def __init__(self, client: discord.Client, drafter: Drafter, shown: Shown) -> None:
        self._client = client
        self._drafter = drafter
        self._shown = shown
        self._allowed: OrderedDict[int, discord.Permissions] = OrderedDict()

    def note(self, channel: int, allowed: discord.Permissions) -> None:
        """Remember what the bot may do in a channel, as the last interaction there said."""
        self._allowed[channel] = allowed
        self._allowed.move_to_end(channel)
        while len(self._allowed) > KEPT:
            self._allowed.popitem(last=False)

    def knows(self, channel: int) -> bool:
        """Whether somebody has done something in a channel, and this worker heard of it."""
        return channel in self._allowed

    def in_words(self, channel: int) -> bool:
        """Whether pictures are known to be forbidden there."""
        allowed = self._allowed.get(channel)
        return allowed is not None and not allowed.attach_files

    async def stands(self, message: Outgoing) -> bool:
        """Whether the channel shows this message, with all that it offers."""
        posted = (await self._shown.all(message.channel)).get(message.key)
        return posted is not None and posted.mark == mark_of(message)

    async def last_question(self, channel: str) -> str:
        """The key of the last question that the channel shows; empty if there is none."""
        known = await self._shown.all(channel)
        return next((key for key in reversed(known) if asked_game(key)), "")

    async def post(self, message: Outgoing) -> None:
        """Post a message, or edit the one with its key; raises CannotWrite."""
        number = snowflake(message.channel)
        if number is None:
            raise CannotWrite(f"not a channel of Discord: {message.channel}")
        try:
            await self._post(number, message)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("cannot write in %s: %s", message.channel, error.text or error.code)
            raise CannotWrite(error.text, gone=error.code == UNKNOWN_CHANNEL) from None

    async def _post(self, number: int, message: Outgoing) -> None:
        known = await self._shown.all(message.channel)
        draft = await self._drafter.public(message, in_words=self.in_words(number))
        old = known[message.key].message if message.key in known else None
        if old is not None and not message.fresh and await self._edited(number, old, draft):
            sent = old
        else:
            sent = await self._send(number, message, draft)
        closed = {key for key in message.closes if key in known}
        posted = Posted(sent, mark_of(message))
        if message.key or closed:
            await self._shown.change(message.channel, gone=closed, key=message.key, posted=posted)
        faded = {known[key].message for key in closed} | ({old} if old is not None else set())
        for stale in faded - {sent}:
            await self._fade(number, stale)

    async def _send(self, number: int, message: Outgoing, draft: Draft) -> int:
        try:
            return await self._send_draft(number, draft)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not draft.files:
                raise
        return await self._send_draft(number, await self._drafter.public(message, in_words=True))

    async def _send_draft(self, number: int, draft: Draft) -> int:
        channel = self._client.get_partial_messageable(number)
        for part in draft.before:
            await persistent(lambda part=part: channel.send(part, silent=True))  # type: ignore[misc]
        nonce = secrets.token_hex(8)  # Discord drops the second of two with the same
        sent = await persistent(lambda: channel.send(**draft.to_send(), nonce=nonce))
        return sent.id

    async def _edited(self, number: int, old: int, draft: Draft) -> bool:
        """Edit a message; False if it cannot be edited and a new one is needed."""
        message = self._client.get_partial_messageable(number).get_partial_message(old)
        try:
            await persistent(lambda: message.edit(**draft.to_edit()))
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED, MISSING_PERMISSIONS):
                return False
            raise
        return True

    async def _fade(self, number: int, old: int) -> None:
        """Take the buttons of a message away; they would be refused politely anyway."""
        message = self._client.get_partial_messageable(number).get_partial_message(old)
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await message.edit(view=None)
