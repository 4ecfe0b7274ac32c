"""Opening a table: permissions first, then a thread of its own if there may be one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import discord

from bot.chats.common.text import short
from bot.chats.discord.markdown import PLATFORM, snowflake
from bot.chats.discord.permissions import THREADED, Missing, missing
from bot.chats.discord.reply import Answer
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.tokens import PressCommand, read

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

WEEK: Literal[10080] = 10080  # minutes without a message until Discord archives a thread
THREAD_NAME = 100
OPENING = ("new", "practice", "invite")  # commands that open a table

log = logging.getLogger(__name__)


def opens(token: str) -> bool:
    """Whether a button opens a table where none is."""
    press = read(token)
    return isinstance(press, PressCommand) and press.name in OPENING


async def open_table(chat: DiscordChat, answer: Answer, command: Command, *, here: bool) -> None:
    """Open a table, in a thread if possible, and say which permissions would help."""
    interaction = answer.interaction
    texts = await answer.texts()
    kind = interaction.channel.type if interaction.channel else None
    lacks = missing(interaction.app_permissions, kind, thread_wanted=not here)
    if lacks.must:
        await answer.whisper(_private(interaction, lacks.refusal(texts)))
        return
    thread = None
    if not here and not lacks.thread:
        thread = await _thread(interaction, texts)
    if thread:
        chat.poster.note(thread.id, interaction.app_permissions)
        command = replace(command, channel=f"{PLATFORM}{thread.id}")
    async with chat.pending.posting(command.channel):
        await _opened(chat, answer, command, lacks, thread)


async def _opened(
    chat: DiscordChat, answer: Answer, command: Command, lacks: Missing, thread: discord.Thread | None
) -> None:
    interaction, texts = answer.interaction, await answer.texts()
    said = await chat.service.handle(command)
    opened = any(message.to is None for message in said)
    if thread is not None and not opened:
        await _fold(thread)
    remarks = lacks.remarks(texts) if opened else []
    if thread is not None and opened:
        remarks.insert(0, texts.text("discord.thread", channel=f"{PLATFORM}{thread.id}"))
    if remarks:
        said.append(_private(interaction, "\n".join(remarks)))
    await answer.give(said)


def _private(interaction: discord.Interaction, text: str) -> Outgoing:
    return Outgoing(f"{PLATFORM}{interaction.channel_id}", text, to=f"{PLATFORM}{interaction.user.id}")


async def _thread(interaction: discord.Interaction, texts: Catalogue) -> discord.Thread | None:
    """A thread for a table with its opener in it, or None if there cannot be one."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.type not in THREADED:
        return None
    name = texts.label("discord.thread_name", player=interaction.user.display_name.replace("<", ""))
    public = channel.type is discord.ChannelType.text
    type_ = discord.ChannelType.public_thread if public else discord.ChannelType.news_thread
    try:
        thread = await channel.create_thread(
            name=short(name, THREAD_NAME),
            type=type_,
            auto_archive_duration=WEEK,
        )
    except discord.HTTPException as error:
        log.info("thread_not_created channel=%d error=%s", channel.id, error.text)
        return None
    with contextlib.suppress(discord.HTTPException):
        await thread.add_user(discord.Object(interaction.user.id))
    return thread


async def open_thread(chat: DiscordChat, channel: str, title: str, users: Sequence[str]) -> list[str]:
    """A thread for these users; none if the bot may not open one."""
    number = snowflake(channel) or 0
    try:
        found = chat.get_channel(number) or await chat.fetch_channel(number)
        parent = found.parent if isinstance(found, discord.Thread) else found
        if not isinstance(parent, discord.TextChannel):
            return []
        public = parent.type is discord.ChannelType.text
        type_ = discord.ChannelType.public_thread if public else discord.ChannelType.news_thread
        thread = await parent.create_thread(
            name=short(title, THREAD_NAME), type=type_, auto_archive_duration=WEEK
        )
    except discord.HTTPException as error:
        log.info("thread_not_created channel=%d error=%s", number, error.text)
        return []
    chat.poster.note(thread.id, parent.permissions_for(parent.guild.me))
    for user in filter(None, map(snowflake, users)):
        with contextlib.suppress(discord.HTTPException):
            await thread.add_user(discord.Object(user))
    return [f"{PLATFORM}{thread.id}"]


async def _fold(thread: discord.Thread) -> None:
    """Delete a thread in which no table was opened; without that permission, archive it."""
    try:
        await thread.delete()
    except discord.HTTPException:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(archived=True)
