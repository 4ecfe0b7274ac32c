"""Opening a table: permissions first, then a thread of its own if there may be one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import discord

from bot.chats.common.text import short
from bot.chats.discord.forums import forum_of, new_post
from bot.chats.discord.markdown import PLATFORM, snowflake
from bot.chats.discord.message import Draft
from bot.chats.discord.permissions import THREADED, Missing, missing
from bot.chats.discord.reply import Answer
from bot.conversation.commands.registry import row_of
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Command, Outgoing

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

WEEK: Literal[10080] = 10080  # minutes without a message until Discord archives a thread
THREAD_NAME = 100

log = logging.getLogger(__name__)


def opens(command: Command) -> bool:
    """Whether a command opens a table where none is."""
    row = row_of(command)
    return row is not None and row.opens_table


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
        thread = await _thread(chat, interaction, texts)
    if thread:
        chat.poster.note(thread.id, interaction.app_permissions)
        command = replace(command, channel=f"{PLATFORM}{thread.id}")
    async with chat.pending.working(command.channel):
        said = await _opened(chat, answer, command, lacks, thread)
    await answer.give(said)


async def _opened(
    chat: DiscordChat, answer: Answer, command: Command, lacks: Missing, thread: discord.Thread | None
) -> list[Outgoing]:
    interaction, texts = answer.interaction, await answer.texts()
    said = await chat.service.handle(command)
    opened = any(message.to is None for message in said)
    if thread is not None and not opened:
        await _discard(thread)
    if thread is not None and opened:
        await chat.cards.put(command.channel, thread.id if forum_of(thread) else thread.parent_id)
    remarks = lacks.remarks(texts) if opened else []
    if thread is not None and opened:
        remarks.insert(0, texts.text("discord.thread", channel=f"{PLATFORM}{thread.id}"))
    if remarks:
        said.append(_private(interaction, "\n".join(remarks)))
    return said


def _private(interaction: discord.Interaction, text: str) -> Outgoing:
    return Outgoing(f"{PLATFORM}{interaction.channel_id}", text, to=f"{PLATFORM}{interaction.user.id}")


async def _thread(
    chat: DiscordChat, interaction: discord.Interaction, texts: Catalogue
) -> discord.Thread | None:
    """A thread for a table, which begins at the table's card, with its opener in it; None if it cannot be."""
    channel, user = interaction.channel, interaction.user.display_name
    name = short(texts.label("discord.thread_name", player=user.replace("<", "")), THREAD_NAME)
    opening = chat.marker.write(texts.text("card.opening", player=markup.escape(user)))
    if (forum := forum_of(channel)) is not None:
        return await new_post(forum, name, {"view": Draft(opening).view()})
    if not isinstance(channel, discord.TextChannel) or channel.type not in THREADED:
        return None
    try:
        card = await channel.send(**Draft(opening, quiet=True).to_send())
    except discord.HTTPException as error:
        log.info("card_not_posted channel=%d error=%s", channel.id, error.text)
        return None
    try:
        thread = await card.create_thread(name=name, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        log.info("thread_not_created channel=%d error=%s", channel.id, error.text)
        with contextlib.suppress(discord.HTTPException):
            await card.delete()
        return None
    await _let_in(thread, interaction.user.id)
    return thread


async def _let_in(thread: discord.Thread, user: int) -> None:
    with contextlib.suppress(discord.HTTPException):
        await thread.add_user(discord.Object(user))


async def led_there(answer: Answer, pressed: Command, said: Sequence[Outgoing]) -> list[Outgoing]:
    """Adds a user who joined from a card to the thread, and says where it is."""
    row, number = row_of(pressed), snowflake(pressed.channel)
    refused = any(message.to is not None for message in said)
    if refused or number is None or row is None or not row.gives_seat:
        return []
    with contextlib.suppress(discord.HTTPException):
        await answer.chat.http.add_user_to_thread(number, answer.interaction.user.id)
    text = (await answer.texts()).text("card.joined", channel=pressed.channel)
    return [_private(answer.interaction, text)]


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
        await _let_in(thread, user)
    return [f"{PLATFORM}{thread.id}"]


async def _discard(thread: discord.Thread) -> None:
    """Delete a thread in which no table was opened, and its card; without that permission, archive it."""
    if isinstance(thread.parent, discord.TextChannel):
        with contextlib.suppress(discord.HTTPException):
            await thread.parent.get_partial_message(thread.id).delete()
    try:
        await thread.delete()
    except discord.HTTPException:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(archived=True)
