"""What can be queued for a chat, one class for each kind, and what a new item makes useless."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING

from bot.chats.common.outbox import Merged
from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.ledger import ShownMessage
from bot.conversation.protocol.messages import Outgoing

if TYPE_CHECKING:
    from telegram import InlineKeyboardMarkup


@dataclass(frozen=True, slots=True, eq=False)
class OutboxItem:
    """One thing to do in a chat; `about` is the group that something in a private chat belongs to."""

    place: ChatTopic
    _: KW_ONLY
    about: str = ""
    address: int = 0  # the chat's number at Telegram, once it is looked up


@dataclass(frozen=True, slots=True, eq=False)
class CloseMessage(OutboxItem):
    """Take the choices of a message away. It can wait until there is nothing else to do."""

    shown: ShownMessage
    left: InlineKeyboardMarkup | None = None  # disabled buttons in their place, where the server knows them


@dataclass(frozen=True, slots=True, eq=False)
class UnfoldMenu(OutboxItem):
    """Show a page of a menu under a message."""

    message: int
    menu: int
    page: int


@dataclass(frozen=True, slots=True, eq=False)
class Post(OutboxItem):
    """Send a message, or edit the one of its slot."""

    message: Outgoing
    _: KW_ONLY
    rounds: int = 0  # of tries that all failed
    outside: bool = False  # its topic is gone from a private chat: it stands in the chat itself
    posted: asyncio.Future[None] | None = None  # of a caller that waits until it is shown


@dataclass(frozen=True, slots=True, eq=False)
class PublicPost(Post):
    """A message for the whole channel; the ledger counts it as owed until it is sent."""

    _: KW_ONLY
    owed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class PreviewPost(Post):
    """A preview, in the place of the message under which it was asked for; or that message again."""

    pressed: int | None
    pressed_photo: bool


@dataclass(frozen=True, slots=True, eq=False)
class PrivatePost(Post):
    """A message in the private chat with its reader."""

    refused: Callable[[], Awaitable[None]] | None  # called if the reader has closed the chat


@dataclass(frozen=True, slots=True, eq=False)
class NumberQuestion(Post):
    """A question for a number: the reply to it is the amount of this token."""

    token: str


@dataclass(frozen=True, slots=True, eq=False)
class ReplyPost(Post):
    """A one-off reply to a line in a group; it is never edited."""

    reply: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Invitation(ReplyPost):
    """A reply with a button that leads to the private chat."""

    keyboard: InlineKeyboardMarkup


def finish(item: OutboxItem, error: Exception | None = None) -> None:
    """Tell the caller who waits for an item that it is done, or why it is not."""
    posted = item.posted if isinstance(item, Post) else None
    if posted is None or posted.done():
        return
    if error is None:
        posted.set_result(None)
    else:
        posted.set_exception(error)


def without_numbers(item: Post) -> Post:
    """The item for a chat whose earlier messages cannot be reached any more."""
    if isinstance(item, PreviewPost):
        return replace(item, pressed=None)
    return replace(item, reply=None) if isinstance(item, ReplyPost) else item


def merged(queue: list[OutboxItem], new: OutboxItem) -> Merged[OutboxItem]:
    """A queue after a new item came.

    Of two unfoldings of one message only the later is shown. A message that is replaced before it was sent is
    left out. One whose choices are gone before it was sent is sent without picture and choices.
    """
    kept: list[OutboxItem] = []
    dropped: list[OutboxItem] = []
    for old in queue:
        left: OutboxItem | None = old
        if isinstance(old, UnfoldMenu) and isinstance(new, UnfoldMenu):
            left = None if (old.place, old.message) == (new.place, new.message) else old
        elif isinstance(old, Post) and isinstance(new, Post) and _same_readers(old, new):
            left, new = _updated(old, new)
        if left is None:
            dropped.append(old)
        else:
            kept.append(left)
    return Merged(kept, dropped, new)


def _same_readers(old: Post, new: Post) -> bool:
    before, after = old.message, new.message
    return old.place == new.place and bool(before.slot) and (before.to == after.to or before.preview)


def _updated(old: Post, new: Post) -> tuple[Post | None, Post]:
    """What is left of a queued post when a new one comes, and the new one with what it takes over."""
    before, after = old.message, new.message
    if before.preview and before.slot in (after.slot, *after.closes):
        return None, new
    if before.slot == after.slot and not after.preview:
        notify = tuple(dict.fromkeys((*before.notify, *after.notify)))
        closes = tuple(dict.fromkeys((*before.closes, *after.closes)))
        fresh = before.fresh or after.fresh
        return None, replace(new, message=replace(after, notify=notify, closes=closes, fresh=fresh))
    if before.slot in after.closes:
        return replace(old, message=replace(before, choices=(), picture=None, notify=())), new
    return old, new
