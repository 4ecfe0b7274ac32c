"""Play where the bot is no member: a user who has installed it plays in the private chat with it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import discord

from bot.chats.discord.components import Interaction
from bot.chats.discord.markdown import PLATFORM
from bot.conversation.protocol.messages import Outgoing

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat
    from bot.chats.discord.reply import Answer


def is_foreign(interaction: Interaction) -> bool:
    """Whether the bot cannot write in the channel: a user brought it there, or it is a chat of others."""
    elsewhere = interaction.guild_id is not None or interaction.context.private_channel
    return bool(elsewhere) and interaction.is_user_integration() and not interaction.is_guild_integration()


def home_of(interaction: Interaction) -> int:
    """The channel in which the table of an interaction is."""
    chat = interaction.user.dm_channel if is_foreign(interaction) else None
    return chat.id if chat else int(interaction.channel_id or 0)


async def open_chat(chat: DiscordChat, interaction: Interaction) -> None:
    """Open the private chat with the user, if it is not known."""
    if interaction.user.dm_channel is None:
        with contextlib.suppress(discord.HTTPException):
            await chat.create_dm(interaction.user)


async def give(answer: Answer, said: list[Outgoing]) -> None:
    """Give the answers, and say where the board is."""
    if any(message.to is None for message in said):
        place, user = f"{PLATFORM}{home_of(answer.interaction)}", answer.interaction.user.id
        text = (await answer.texts()).text("discord.in_private")
        said = [*said, Outgoing(place, text, to=f"{PLATFORM}{user}")]
    await answer.give(said)
