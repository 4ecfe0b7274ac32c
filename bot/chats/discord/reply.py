"""Where an answer goes: into the channel, or to whoever asked, where only they can see it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.chats.discord.components import view_of
from bot.chats.discord.message import Draft
from bot.chats.discord.poster import CannotWrite, persistent
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.messages import Outgoing
from storage import StorageError

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

PREVIEWS = 2000  # close-ups that may still be taken away

Interaction = discord.Interaction[Any]
log = logging.getLogger(__name__)


class Place(Enum):
    """What was used: a command, a button that all can see, or one that only the presser sees."""

    COMMAND = auto()
    PUBLIC = auto()
    PRIVATE = auto()


class Answer:
    """The answer to one interaction, which has been acknowledged."""

    def __init__(self, chat: DiscordChat, interaction: Interaction, place: Place) -> None:
        self.chat = chat
        self.interaction = interaction
        self._place = place
        self._first_is_open = place is not Place.PUBLIC  # a private message stands there and can be changed

    async def texts(self) -> Catalogue:
        """The words for whoever asked."""
        return await self.chat.service.room.texts(self.chat.spoken(self.interaction).who)

    async def give(self, messages: list[Outgoing]) -> None:
        """Send every message to where it belongs; what cannot be posted is shown to whoever asked."""
        public = [message for message in messages if message.to is None]
        private = [message for message in messages if message.to is not None]
        waiting = [self.chat.outbox.put(message) for message in public]
        for message in private:
            await self.whisper(message)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        posted = zip(public, results, strict=True)
        failed = [(message, result) for message, result in posted if isinstance(result, BaseException)]
        for message, result in failed:
            if not isinstance(result, CannotWrite):
                self.chat.retelling.owe(message.channel)
        if failed:
            await self._tell_lost([message for message, _ in failed])
        elif not private:
            await self.clear()
        if private and not public and self._place is not Place.COMMAND:
            await self._heal(private)

    async def whisper(self, message: Outgoing) -> None:
        """Show a message to whoever asked."""
        in_words = bool(self.interaction.channel_id) and self.chat.poster.in_words(
            int(self.interaction.channel_id or 0)
        )
        draft = await self.chat.drafter.private(message, in_words=in_words)
        for part in draft.before:
            await self._send(Draft(part))
        sent = await self._send(draft)
        if message.preview and sent is not None:
            await self._replace_preview(sent)
        for rows in draft.more:
            with contextlib.suppress(discord.HTTPException):
                await self.interaction.followup.send("…", view=view_of(rows), ephemeral=True)

    async def _send(self, draft: Draft) -> discord.WebhookMessage | None:
        """Change the private message that stands there, or send another; None if it was the former."""
        try:
            if self._first_is_open:
                self._first_is_open = False
                alone = replace(draft, before=())
                await persistent(lambda: self.interaction.edit_original_response(**alone.to_edit()))
                return None
            heard = replace(draft, quiet=False)
            sent: discord.WebhookMessage = await persistent(
                lambda: self.interaction.followup.send(**heard.to_send(), ephemeral=True, wait=True)
            )
        except discord.HTTPException as error:
            log.warning("a private answer was lost: %s", error.text)
            return None
        return sent

    @property
    def _preview_key(self) -> tuple[int, int]:
        return self.interaction.user.id, int(self.interaction.channel_id or 0)

    async def _replace_preview(self, sent: discord.WebhookMessage) -> None:
        """One close-up for each person and channel: the one before goes."""
        key = self._preview_key
        before = self.chat.previews.pop(key, None)
        self.chat.previews[key] = sent
        while len(self.chat.previews) > PREVIEWS:
            self.chat.previews.popitem(last=False)
        if before is not None:
            with contextlib.suppress(discord.HTTPException):
                await before.delete()

    async def clear(self) -> None:
        """Take away the private message that has done its work."""
        if self._first_is_open:
            self._first_is_open = False
            pressed, key = self.interaction.message, self._preview_key
            known = self.chat.previews.get(key)
            if known is not None and pressed is not None and known.id == pressed.id:
                del self.chat.previews[key]
            with contextlib.suppress(discord.HTTPException):
                await self.interaction.delete_original_response()

    async def show_choices(self, messages: list[Outgoing]) -> None:
        """All choices of a public message, for whoever wants those that had no room in it."""
        for message in messages:
            shown = replace(message, picture=None, alt="", to="", key="", closes=(), notify=())
            await self.whisper(shown if message.to is None else message)

    async def _tell_lost(self, lost: list[Outgoing]) -> None:
        """It is saved, but the channel did not see it: show it to whoever asked, and say why."""
        texts = await self.texts()
        note = texts.text("discord.not_posted")
        for message in lost:
            await self.whisper(replace(message, text=f"{note}\n{message.text}", to="", key="", preview=False))

    async def _heal(self, private: list[Outgoing]) -> None:
        """If what stands in the channel was never posted (a crash came between), post it now."""
        if any(message.choices or message.picture for message in private):
            return
        for message in await self.chat.service.handle(self.chat.spoken(self.interaction, name="board")):
            if message.to is None and not await self.chat.poster.stands(message):
                with contextlib.suppress(CannotWrite):
                    await self.chat.outbox.put(replace(message, fresh=False))


async def apologise(chat: DiscordChat, interaction: Interaction, error: Exception) -> None:
    """Say that something failed on our side: whoever was promised an answer must not wait for it."""
    if not interaction.response.is_done():
        return
    texts = catalogue(chat.service.room.language_of(interaction.locale.value))
    text = chat.marker.write(texts.text("unavailable" if isinstance(error, StorageError) else "broken"))
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        if interaction.type is discord.InteractionType.application_command:
            await interaction.edit_original_response(content=text)
        else:
            await interaction.followup.send(text, ephemeral=True)
