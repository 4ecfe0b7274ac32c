"""Forum channels: a post for each table, with a tag that says whether it is open, running or finished."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.conversation.protocol.catalogue import catalogue
from bot.locales.languages import LANGUAGES

WEEK: Any = 10080  # minutes without a message until Discord archives a post
STATES = ("open", "running", "finished")
MOST_TAGS = 20  # of a forum
MOST_APPLIED = 5  # of a post

log = logging.getLogger(__name__)


def forum_of(channel: object) -> discord.ForumChannel | None:
    """The forum of a post; None for other channels."""
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    return parent if isinstance(parent, discord.ForumChannel) else None


async def new_post(forum: discord.ForumChannel, name: str, opening: dict[str, Any]) -> discord.Thread | None:
    """A post for a new table; its first message becomes the table's card. None if there may be none."""
    try:
        tag = await _tag(forum, "open")
        posted = await forum.create_thread(
            name=name, auto_archive_duration=WEEK, applied_tags=[tag] if tag else [], **opening
        )
    except discord.HTTPException as error:
        log.info("post_not_created channel=%d error=%s", forum.id, error.text)
        return None
    return posted.thread


async def mark(post: object, state: str) -> None:
    """Give a post the tag of its table's state, and keep the tags of others."""
    forum = forum_of(post)
    if forum is None or not isinstance(post, discord.Thread):
        return
    tag = await _tag(forum, "finished" if state == "closed" else state)
    others = [one for one in post.applied_tags if not _state_of(one)]
    wanted = [*others, *([tag] if tag else [])][-MOST_APPLIED:]
    if [one.id for one in wanted] != [one.id for one in post.applied_tags]:
        await post.edit(applied_tags=wanted)


def _names(state: str) -> list[str]:
    return [catalogue(language).label(f"forum.{state}") for language in LANGUAGES]


def _state_of(tag: discord.ForumTag) -> str:
    """The state that a tag stands for, in any of our languages; empty if it is about something else."""
    return next((state for state in STATES if tag.name.casefold() in _names(state)), "")


async def _tag(forum: discord.ForumChannel, state: str) -> discord.ForumTag | None:
    """The forum's tag for a state; it is made if the bot may manage the channel."""
    found = next((tag for tag in forum.available_tags if _state_of(tag) == state), None)
    if found is not None or len(forum.available_tags) >= MOST_TAGS:
        return found
    if not forum.permissions_for(forum.guild.me).manage_channels:
        return None
    language = forum.guild.preferred_locale.value
    return await forum.create_tag(name=catalogue(language).label(f"forum.{state}"))
