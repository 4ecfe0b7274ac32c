"""The permissions that the bot needs in a channel."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass

import discord

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.formats import listed

WANTED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
SCOPES = ("bot", "applications.commands")
THREADED = (discord.ChannelType.text, discord.ChannelType.news)  # channels in which a thread can begin


@dataclass(frozen=True, slots=True)
class Missing:
    """Permissions that a table needs and that the bot lacks: without `must` there is no table."""

    must: tuple[str, ...] = ()
    thread: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()

    def refusal(self, texts: Catalogue) -> str:
        """Why no table can be opened."""
        return texts.text("discord.cannot_open", permissions=_named(texts, self.must))

    def remarks(self, texts: Catalogue) -> list[str]:
        """How the table will be played, and what would change that."""
        found = []
        if self.pictures:
            found.append(texts.text("discord.in_words", permissions=_named(texts, self.pictures)))
        if self.thread:
            found.append(texts.text("discord.no_thread", permissions=_named(texts, self.thread)))
        return found


def invitation(token: str) -> str:
    """The link that brings the bot into a server; empty if the token does not begin with the bot's number."""
    try:
        number = int(b64decode(token.partition(".")[0] + "=="))
    except ValueError:
        return ""
    return discord.utils.oauth_url(number, permissions=WANTED, scopes=SCOPES)


def _named(texts: Catalogue, names: tuple[str, ...]) -> str:
    return listed(texts, [texts.text(f"discord.permission.{name}") for name in names])


def missing(
    allowed: discord.Permissions, kind: discord.ChannelType | None, *, thread_wanted: bool
) -> Missing:
    """What is missing in a channel of this kind."""
    if kind in (None, discord.ChannelType.private, discord.ChannelType.group):
        return Missing()
    inside = kind in (
        discord.ChannelType.public_thread,
        discord.ChannelType.private_thread,
        discord.ChannelType.news_thread,
    )
    must = ("view_channel", "send_messages_in_threads" if inside else "send_messages")
    thread = ("create_public_threads", "send_messages_in_threads")
    wanted = thread if thread_wanted and kind in THREADED else ()
    return Missing(_lacking(allowed, must), _lacking(allowed, wanted), _lacking(allowed, ("attach_files",)))


def _lacking(allowed: discord.Permissions, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if not getattr(allowed, name))
