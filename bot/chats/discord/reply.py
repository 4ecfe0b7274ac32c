"""Where an answer goes: into the channel, or into a message that only the user can see."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord

from bot.chats.discord.acknowledgement import Acknowledgement
from bot.chats.discord.components import MessageLayout
from bot.chats.discord.markdown import PLATFORM
from bot.chats.discord.message import Draft
from bot.chats.discord.retries import sent
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.messages import Outgoing
from storage import StorageError

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

Interaction = discord.Interaction[Any]
PrivateMessage = discord.WebhookMessage | discord.InteractionMessage
T = TypeVar("T")
log = logging.getLogger(__name__)


class ReplyPlace(Enum):
    """Where the interaction came from: a command, a public button, or a private one."""

    COMMAND = auto()
    PUBLIC = auto()
    PRIVATE = auto()


class Answer:
    """The answer to one interaction."""

    def __init__(
        self, chat: DiscordChat, interaction: Interaction, place: ReplyPlace, response: Acknowledgement
    ) -> None:
        self.chat = chat
        self.interaction = interaction
        self.response = response
        self._place = place
        self._can_edit_first = place is not ReplyPlace.PUBLIC  # the user's private message is still there

    async def texts(self) -> Catalogue:
        """The catalogue in the user's language."""
        return await self.chat.service.repository.texts(self.chat.spoken(self.interaction).who)

    async def give(self, messages: list[Outgoing]) -> None:
        """Send every message to its place; what cannot be posted is shown to the user."""
        for message in messages:
            if message.unsure:
                self.chat.owed.owe(message.channel)
        public = [message for message in messages if message.to is None]
        private = [message for message in messages if message.to is not None]
        waiting = await self._queued(public)
        if not private:
            await self.acknowledge()
        for message in private:
            await self.whisper(message)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        posted = zip(public, results, strict=True)
        failed = [(message, result) for message, result in posted if isinstance(result, BaseException)]
        for message, result in failed:
            await self.chat.not_posted(message.channel, result)
        if failed:
            await self._tell_lost([message for message, _ in failed])
        elif not private:
            await self.clear()
        late = self.channel in self.chat.pending.unpaid
        refused = bool(private) and not public and all(message.harmless for message in private)
        if not failed and (late or (refused and self._place is not ReplyPlace.COMMAND)):
            await self._heal()

    async def _queued(self, public: list[Outgoing]) -> list[asyncio.Future[None]]:
        """Queue messages, each for its channel; a menu is reset before its message may be edited."""
        with self.chat.pending.held(self.channel):
            if public and self.response.resets:
                await self.acknowledge()
            return [self.chat.outbox.put(message) for message in public]

    async def acknowledge(self) -> None:
        """Respond: it is done. If "thinking" must be taken back later, the store knows of it."""
        await self.response.defer(listed=self._place is ReplyPlace.COMMAND)

    @property
    def channel(self) -> str:
        """The channel of the interaction."""
        return f"{PLATFORM}{self.interaction.channel_id}"

    async def whisper(self, message: Outgoing) -> None:
        """Show a message to the user alone."""
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
                await self.interaction.followup.send(
                    view=MessageLayout("…", rows=rows).view(), ephemeral=True
                )

    async def _send(self, draft: Draft) -> PrivateMessage | None:
        """Edit the user's private message, or send another one, which is returned."""
        if self.response.resets:
            await self.acknowledge()
        try:
            async with self.response.first() as first:
                if first:
                    return await self._respond(draft)
            if self._can_edit_first:
                self._can_edit_first = False
                await self._sent(
                    draft, lambda one: self.interaction.edit_original_response(**self._edit_of(one))
                )
                return None
            heard, send = replace(draft, quiet=False), self.interaction.followup.send
            found: discord.WebhookMessage = await self._sent(
                heard, lambda one: send(**one.to_send(), ephemeral=True, wait=True)
            )
        except discord.HTTPException as error:
            log.warning("private_reply_lost error=%s", error.text)
            return None
        return found

    async def _sent(self, draft: Draft, send: Callable[[Draft], Awaitable[T]]) -> T:
        return await sent(self.chat.marker, draft, send)

    async def _respond(self, draft: Draft) -> PrivateMessage | None:
        """Answer by the response itself."""
        can_edit, self._can_edit_first = self._can_edit_first, False
        response = self.interaction.response
        if self._place is ReplyPlace.PRIVATE and can_edit:
            await self._sent(draft, lambda one: response.edit_message(**self._edit_of(one)))
            return None
        heard = replace(draft, quiet=False)
        found = await self._sent(heard, lambda one: response.send_message(**one.to_send(), ephemeral=True))
        if self._place is ReplyPlace.PUBLIC and isinstance(found.resource, discord.InteractionMessage):
            return found.resource
        return None

    def _edit_of(self, draft: Draft) -> dict[str, Any]:
        """The arguments that put a draft into the user's private message."""
        alone = replace(draft, before=())
        return alone.to_edit_old() if self._edits_old_message() else alone.to_edit()

    def _edits_old_message(self) -> bool:
        """Whether the user's private message is of an earlier version, which had no layouts."""
        pressed = self.interaction.message
        return self._place is ReplyPlace.PRIVATE and pressed is not None and not pressed.flags.components_v2

    @property
    def _preview_key(self) -> tuple[int, int]:
        return self.interaction.user.id, int(self.interaction.channel_id or 0)

    async def _replace_preview(self, sent: PrivateMessage) -> None:
        """Keep one close-up for each user and channel: delete the one before."""
        key = self._preview_key
        before = self.chat.previews.pop(key, None)
        self.chat.previews[key] = sent
        if before is not None:
            with contextlib.suppress(discord.HTTPException):
                await before.delete()

    async def clear(self) -> None:
        """Delete the user's private message: it is not needed any more."""
        if self._can_edit_first:
            self._can_edit_first = False
            pressed, key = self.interaction.message, self._preview_key
            known = self.chat.previews.get(key)
            if known is not None and pressed is not None and known.id == pressed.id:
                del self.chat.previews[key]
            with contextlib.suppress(discord.HTTPException):
                await self.interaction.delete_original_response()

    async def show_choices(self, messages: list[Outgoing]) -> None:
        """Show all choices of a public message to the user: some had no room in it."""
        for message in messages:
            shown = replace(message, picture=None, alt="", to="", slot="", closes=(), notify=())
            await self.whisper(shown if message.to is None else message)

    async def _tell_lost(self, lost: list[Outgoing]) -> None:
        """Show the user what is saved but could not be posted, and why."""
        texts = await self.texts()
        note = texts.text("discord.not_posted")
        for message in lost:
            text = f"{note}\n{message.text}"
            await self.whisper(replace(message, text=text, to="", slot="", preview=False))

    async def _heal(self) -> None:
        """Post what the channel should show, if a crash or a missing permission has prevented it."""
        with contextlib.suppress(StorageError):
            await self.chat.show(self.channel)


async def apologise(answer: Answer, error: Exception) -> None:
    """Tell the user that something failed here."""
    chat, interaction = answer.chat, answer.interaction
    texts = catalogue(chat.service.repository.language_of(interaction.locale.value))
    text = chat.marker.write(texts.text("unavailable" if isinstance(error, StorageError) else "broken"))
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        async with answer.response.first() as first:
            if first:
                await interaction.response.send_message(text, ephemeral=True)
                return
        if interaction.type is discord.InteractionType.application_command:
            await interaction.edit_original_response(content=text)
        else:
            await interaction.followup.send(text, ephemeral=True)
