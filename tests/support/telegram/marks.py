"""Pins and reactions of the stand-in, by the rules of the Bot API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from telegram.constants import ReactionEmoji

from tests.support.telegram.checks import Violation
from tests.support.telegram.refusals import Refusal

if TYPE_CHECKING:
    from tests.support.telegram.chats import Chat

EMOJI = frozenset(ReactionEmoji)


def pin(chat: Chat, bot: int, fields: dict[str, Any]) -> None:
    """Pin a message; in a group only with the right to do so, and never with a sound."""
    _check_right(chat, bot)
    if fields["message_id"] not in chat.messages:
        raise Refusal(400, "Bad Request: message to pin not found")
    if not fields.get("disable_notification"):
        raise Violation("a pin that rings at everybody")
    chat.pinned = [*(one for one in chat.pinned if one != fields["message_id"]), fields["message_id"]]
    chat.pins += 1


def unpin(chat: Chat, bot: int, fields: dict[str, Any]) -> bool:
    """Unpin one message."""
    _check_right(chat, bot)
    if fields.get("message_id") not in chat.pinned:
        raise Refusal(400, "Bad Request: message to unpin not found")
    chat.pinned.remove(fields["message_id"])
    return True


def _check_right(chat: Chat, bot: int) -> None:
    if chat.id < 0 and not (chat.may_pin and bot in chat.admins):
        raise Refusal(400, "Bad Request: not enough rights to manage pinned messages in the chat")


def react(chat: Chat, fields: dict[str, Any]) -> bool:
    """Set the bot's reaction; a chat may allow none."""
    found = fields.get("reaction", [])
    if len(found) > 1 or any(one["type"] != "emoji" or one["emoji"] not in EMOJI for one in found):
        raise Violation(f"REACTION_INVALID: {found}")
    if not chat.may_react:
        raise Refusal(400, "Bad Request: REACTION_INVALID")
    if fields["message_id"] not in chat.messages:
        raise Refusal(400, "Bad Request: message to react not found")
    chat.reactions[fields["message_id"]] = "".join(one["emoji"] for one in found)
    return True
