"""Public messages: sent or edited; outdated buttons are removed."""

from __future__ import annotations

import contextlib
import logging
import secrets
from dataclasses import replace

import aiohttp
import discord

from bot.cache import LruCache
from bot.chats.common.shown import find
from bot.chats.discord.components import faded
from bot.chats.discord.markdown import snowflake
from bot.chats.discord.message import Draft, Drafter
from bot.chats.discord.pending import PendingAnswers
from bot.chats.discord.retries import persistent, sent
from bot.chats.discord.shown import Posted, PostedMessages, mark_of
from bot.conversation.protocol.messages import Outgoing

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TOO_OLD = 30046  # edits of messages older than an hour are limited
MISSING_PERMISSIONS, ARCHIVED = 50013, 50083
KEPT = 5000  # channels whose permissions are remembered

log = logging.getLogger(__name__)


class CannotWrite(Exception):
    """The bot may not write there, or the channel is `gone`."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class DiscordPoster:
    """Writes into channels, known by their ids alone."""

    def __init__(
        self, client: discord.Client, drafter: Drafter, shown: PostedMessages, pending: PendingAnswers
    ) -> None:
        self._client = client
        self._drafter = drafter
        self._shown = shown
        self._pending = pending
        self._allowed: LruCache[int, discord.Permissions] = LruCache(KEPT)
        self._drafts: LruCache[int, Draft] = LruCache(KEPT)  # without the contents of files

    def note(self, channel: int, allowed: discord.Permissions) -> None:
        """Remember the bot's permissions in a channel, as the last interaction there named them."""
        self._allowed[channel] = allowed

    def knows(self, channel: int) -> bool:
        """Whether this worker has seen an interaction in a channel."""
        return channel in self._allowed

    def in_words(self, channel: int) -> bool:
        """Whether pictures are known to be forbidden there."""
        allowed = self._allowed.get(channel)
        return allowed is not None and not allowed.attach_files

    async def stands(self, message: Outgoing) -> bool:
        """Whether the channel shows this message, with all that it offers."""
        posted = find(await self._shown.all(message.channel), message.slot)
        return posted is not None and posted.mark == mark_of(message)

    async def offering(self, channel: str) -> list[str]:
        """The slots of the messages there that can be pressed, the oldest first."""
        return [posted.key for posted in await self._shown.all(channel) if posted.mark]

    async def post(self, message: Outgoing) -> None:
        """Post a message, or edit the one with its key; raises CannotWrite."""
        number = snowflake(message.channel)
        if number is None:
            raise CannotWrite(f"not a channel of Discord: {message.channel}")
        try:
            await self._post(number, message)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("channel_closed channel=%s error=%s", message.channel, error.text or error.code)
            raise CannotWrite(error.text, gone=error.code == UNKNOWN_CHANNEL) from None

    async def _post(self, number: int, message: Outgoing) -> None:
        known = await self._shown.all(message.channel)
        draft = await self._drafter.public(message, in_words=self.in_words(number))
        old = find(known, message.slot)
        editable = old is not None and old.layout and not message.fresh
        if old is not None and editable and await self._edited(number, old.id, draft):
            shown = old.id
        else:
            shown = await self._send(number, message, draft)
        closed = [one for one in known if one.key in message.closes]
        posted = Posted(message.slot, shown, mark_of(message), layout=True)
        async with self._pending.settling(message.channel) as settled:
            await self._shown.change(message.channel, known, gone=message.closes, new=posted, settled=settled)
        self._drafts[shown] = replace(
            draft, files=tuple((name, b"", about) for name, _, about in draft.files)
        )
        for outdated in {one.id: one for one in (*closed, *([old] if old else []))}.values():
            if outdated.id != shown:
                await self._fade(number, outdated)

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
            await persistent(lambda part=part: channel.send(**Draft(part, quiet=True).to_send()))  # type: ignore[misc]
        nonce = secrets.token_hex(8)  # Discord drops the second of two with the same
        message = await sent(
            self._drafter.marker, draft, lambda draft: channel.send(**draft.to_send(), nonce=nonce)
        )
        return message.id

    async def _edited(self, number: int, old: int, draft: Draft) -> bool:
        """Edit a message; False if it cannot be edited and a new one is needed."""
        message = self._client.get_partial_messageable(number).get_partial_message(old)
        try:
            await sent(self._drafter.marker, draft, lambda draft: message.edit(**draft.to_edit()))
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED, MISSING_PERMISSIONS):
                return False
            raise
        return True

    async def _fade(self, number: int, old: Posted) -> None:
        """Remove the buttons of an outdated message; one of an earlier process is read first."""
        message = self._client.get_partial_messageable(number).get_partial_message(old.id)
        draft = self._drafts.pop(old.id, None)
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            if not old.layout:
                await message.edit(view=None)
            elif draft is not None:
                await message.edit(view=draft.faded())
            else:
                await message.edit(view=faded(await message.fetch()))
