"""A message in Discord's form: text, files with a description, buttons, mentions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.chats.common.text import short
from bot.chats.discord.components import BOARD, MessageLayout, more_id, view_of, window_id
from bot.chats.discord.markdown import CONTENT, CUT, PLATFORM, Marker, is_own, snowflake
from bot.chats.discord.rows import BUTTONS, ROWS, ButtonRow, fitting, lay_out, pages
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.markup import Span
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.pictures.painter import Painter

DESCRIPTION = 1024  # characters of the text that describes a picture
LARGEST = 10 * 1024 * 1024  # bytes of a file
SEAT_COLOURS = (0xD0281E, 0x1C4CC4, 0xFCD024, 0x242028, 0xFCFAF6, 0xF67CD6)  # as in the pictures
PICTURE = "bastide."  # how the names of pictures begin
MOST_SECTIONS = 7  # with a lobby's rows and menus: at most 39 of Discord's 40 components

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Draft:
    """A message ready to be sent, also more than once; `before` are parts that did not fit into it."""

    content: str
    before: tuple[str, ...] = ()
    rows: tuple[ButtonRow, ...] = ()
    files: tuple[tuple[str, bytes, str], ...] = ()  # name, content, description
    called: tuple[int, ...] = ()
    quiet: bool = False
    more: tuple[tuple[ButtonRow, ...], ...] = ()  # rows for further messages, where only one reads
    colour: int | None = None
    sections: tuple[tuple[str, Choice], ...] = ()  # texts with a button beside them

    def view(self) -> ui.LayoutView:
        """The whole message in one piece."""
        pictures = tuple((name, about) for name, _, about in self.files if name.startswith(PICTURE))
        files = tuple(name for name, _, _ in self.files if not name.startswith(PICTURE))
        return MessageLayout(self.content, pictures, files, self.rows, self.colour, self.sections).view()

    def bare(self) -> Draft:
        """The same without the emoji of the application on buttons and in menus."""
        rows = tuple(row.with_icons(lambda icon: "" if is_own(icon) else icon) for row in self.rows)
        return replace(self, rows=rows)

    def faded(self) -> ui.LayoutView:
        """The same without buttons and menus, for a message whose files stay as they are."""
        return replace(self, rows=(), sections=()).view()

    def _files(self) -> list[discord.File]:
        return [
            discord.File(BytesIO(content), name, description=description or None)
            for name, content, description in self.files
        ]

    def _mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.called]
        return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)

    def to_send(self) -> dict[str, Any]:
        """The arguments of a new message."""
        sent: dict[str, Any] = {"view": self.view(), "allowed_mentions": self._mentions()}
        if self.files:
            sent["files"] = self._files()
        if self.quiet:
            sent["silent"] = True
        return sent

    def to_edit(self) -> dict[str, Any]:
        """The arguments of an edit: what was there before is replaced, files too."""
        whole = replace(self, content=CUT + self.content) if self.before else self
        return {"attachments": self._files(), "view": whole.view(), "allowed_mentions": self._mentions()}

    def to_edit_old(self) -> dict[str, Any]:
        """The arguments of an edit of a message of an earlier version, which stays in its form."""
        return {
            "content": short(CUT + self.content if self.before else self.content, CONTENT),
            "attachments": self._files(),
            "view": view_of(self.rows) if self.rows else None,
            "allowed_mentions": self._mentions(),
        }


class Drafter:
    """Makes drafts."""

    def __init__(self, marker: Marker, painter: Painter) -> None:
        self.marker = marker
        self.painter = painter
        self.with_board = False  # whether the live board can be opened

    async def public(self, message: Outgoing, *, in_words: bool) -> Draft:
        """The draft of a message for everybody; without pictures if they are not allowed."""
        more = Choice(_more_label(message), more_id(message.more)) if message.more else None
        beside = _with_sections(message.choices)
        rows = fitting([one for one in message.choices if one not in beside], more, _menu_name(message))
        windows = [replace(one, token=window_id(one.token)) for one in message.choices if one.window]
        rows[1:1] = [ButtonRow(tuple(windows))] if windows else []
        if self.with_board and message.shows_game:
            rows = _with_board(rows, message)
        called = tuple(number for user in message.notify if (number := snowflake(user)) is not None)
        draft = await self._draft(message, tuple(rows), called, in_words=in_words)
        sections = tuple((self.marker.write(choice.beside), choice) for choice in beside)
        return replace(draft, sections=sections)

    async def private(self, message: Outgoing, *, in_words: bool) -> Draft:
        """The draft of a message for one person; rows that have no room follow in further messages."""
        bundles = pages(lay_out(message.choices, _menu_name(message)))
        first = tuple(bundles[0]) if bundles else ()
        more = tuple(tuple(rows) for rows in bundles[1:])
        return await self._draft(message, first, (), in_words=in_words, more=more)

    async def _draft(
        self,
        message: Outgoing,
        rows: tuple[ButtonRow, ...],
        called: tuple[int, ...],
        *,
        in_words: bool,
        more: tuple[tuple[ButtonRow, ...], ...] = (),
    ) -> Draft:
        runs = markup.spans(message.text)
        named = {span.user for span in runs}
        mentions = [Span("@", user=f"{PLATFORM}{number}") for number in called]
        unnamed = [part for one in mentions if one.user not in named for part in (one, Span(" "))]
        if unnamed:
            runs = [*unnamed[:-1], Span("\n"), *runs]
        files = [] if in_words else await self._files(message)
        if message.picture is not None and not any(name.startswith(PICTURE) for name, _, _ in files):
            runs = [Span(f"{message.alt}\n"), *runs]
        *before, content = self.marker.pieces(runs)
        rows = tuple(row.with_icons(self.marker.own) for row in rows)
        colour = None if message.seat is None else SEAT_COLOURS[message.seat % len(SEAT_COLOURS)]
        return Draft(content, tuple(before), rows, tuple(files), called, message.quiet, more, colour)

    async def _files(self, message: Outgoing) -> list[tuple[str, bytes, str]]:
        found: list[tuple[str, bytes, str]] = []
        if message.attachment is not None and len(message.attachment.content) <= LARGEST:
            found.append((message.attachment.name, message.attachment.content, ""))
        if message.picture is None:
            return found
        try:
            picture = await self.painter.paint(message.picture, video=True)
        except Exception:  # the message is sent without it
            log.exception("picture_failed kind=%s", message.picture.kind)
            return found
        if len(picture.content) <= LARGEST:
            name = f"{PICTURE}{picture.mime.rpartition('/')[2]}"
            found.append((name, picture.content, short(message.alt, DESCRIPTION)))
        return found


def _with_sections(choices: Sequence[Choice]) -> list[Choice]:
    """The choices with a thing beside them: players before expansions, all of a menu or none of it."""
    found: list[Choice] = []
    for menu in reversed(dict.fromkeys(choice.menu for choice in choices if choice.beside)):
        listed = [choice for choice in choices if choice.beside and choice.menu == menu]
        found += listed if len(found) + len(listed) <= MOST_SECTIONS else []
    return found


def _with_board(rows: list[ButtonRow], message: Outgoing) -> list[ButtonRow]:
    """The rows with a button that opens the live board, if there is room for it."""
    button = Choice(catalogue(_language(message)).label("door.open"), BOARD)
    if len(rows) < ROWS:
        return [*rows, ButtonRow((button,))]
    last = rows[-1]
    if last.menu or len(last.choices) == BUTTONS:
        return rows
    return [*rows[:-1], ButtonRow((*last.choices, button))]


def _language(message: Outgoing) -> str:
    return message.picture.language if message.picture else "en"


def _more_label(message: Outgoing) -> str:
    return catalogue(_language(message)).label("discord.more")


def _menu_name(message: Outgoing) -> str:
    return catalogue(_language(message)).label("menu.options")
