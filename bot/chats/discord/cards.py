"""The card of a table in the channel where it was opened: one message, which follows the table by edits.

The thread of a table begins at its card, so both have the same number. In a forum the card is the first
message of the post.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.cache import LruCache
from bot.chats.discord.components import card_id
from bot.chats.discord.forums import mark as mark_post
from bot.chats.discord.markdown import PLATFORM, snowflake
from bot.chats.discord.message import Draft
from bot.chats.discord.poster import TOO_OLD, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.chats.discord.retries import persistent
from bot.conversation.protocol.messages import TableCard
from bot.tasks import end
from storage import StorageError

if TYPE_CHECKING:
    from bot.chats.discord.client import DiscordChat

NAME = "discord.card"  # of the setting of a table's channel: the channel that shows the card
PACE = 3.0  # seconds between two edits of a card
TOO_OFTEN = 90.0  # seconds until an old message may be edited again
KEPT = 5000  # tables whose cards are remembered

log = logging.getLogger(__name__)


class TableCards:
    """Edits the card of a table after its channel was shown something; never two at a time for a table."""

    def __init__(self, chat: DiscordChat) -> None:
        self._chat = chat
        self._places: LruCache[str, int] = LruCache(KEPT)  # the channel with the card of a table; 0: none
        self._marks: LruCache[str, int] = LruCache(KEPT)  # what the card of a table shows
        self._changed: set[str] = set()  # tables that have gone on since their card was read
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()

    async def put(self, table: str, place: int) -> None:
        """The message with a table's number is its card."""
        self._places[table] = place
        await self._chat.service.repository.store.users.set_channel_setting(table, NAME, str(place).encode())
        self.follow(table)

    def follow(self, table: str) -> None:
        """The table has gone on: its card will show it."""
        if self._places.get(table) == 0:
            return
        self._changed.add(table)
        if table not in self._tasks and not self._stopping.is_set():
            task = self._tasks[table] = asyncio.create_task(self._edit_while_changed(table))
            task.add_done_callback(lambda _: self._tasks.pop(table))

    async def close(self, patience: float) -> None:
        """Show what is pending, now, but not for longer than `patience` seconds."""
        self._stopping.set()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=patience)
        await end(*self._tasks.values())

    async def _edit_while_changed(self, table: str) -> None:
        try:
            place = await self._place(table)
            if not place:
                return
            async with self._chat.pending.posting(table):  # another process goes on if this one dies
                while table in self._changed:
                    self._changed.discard(table)
                    await self._pause(await self._edit(table, place))
        except (StorageError, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("card_not_shown channel=%s error=%s", table, error)
        finally:
            self._changed.discard(table)

    async def _place(self, table: str) -> int:
        place = self._places.get(table)
        if place is None:
            kept = await self._chat.service.repository.store.users.channel_setting(table, NAME)
            place = self._places[table] = int(kept) if kept and kept.isdigit() else 0
        return place

    async def _pause(self, seconds: float) -> None:
        """Wait until the next edit; not while the bot stops."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _edit(self, table: str, place: int) -> float:
        """Show the table as it is; returns the seconds until the next edit."""
        card = await self._chat.service.card(table, time.time())
        if card is None:
            return 0.0
        draft = await self._draft(card, place)
        mark = zlib.crc32(repr((draft.content, draft.rows, draft.colour)).encode())
        if self._marks.get(table) == mark:
            return 0.0
        message = self._chat.get_partial_messageable(place).get_partial_message(snowflake(table) or 0)
        try:
            await persistent(lambda: message.edit(**draft.to_edit()))
        except discord.HTTPException as error:
            return self._refused(table, error)
        self._marks[table] = mark
        if place == snowflake(table):  # a post of a forum
            await mark_post(self._chat.get_channel(place), card.state)
        return PACE

    def _refused(self, table: str, error: discord.HTTPException) -> float:
        if error.code == TOO_OLD and not self._stopping.is_set():
            self._changed.add(table)
            return TOO_OFTEN
        if error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):  # someone deleted it
            self._places[table] = 0
        log.info("card_not_edited channel=%s error=%s", table, error.text)
        return 0.0

    async def _draft(self, card: TableCard, place: int) -> Draft:
        """The card; its buttons are pressed in one channel and belong to the table in another."""
        number = snowflake(card.message.channel) or 0
        choices = tuple(
            replace(choice, token=card_id(number, choice.token)) for choice in card.message.choices
        )
        message = replace(card.message, channel=f"{PLATFORM}{place}", choices=choices)
        return await self._chat.drafter.public(message, in_words=self._chat.poster.in_words(place))
