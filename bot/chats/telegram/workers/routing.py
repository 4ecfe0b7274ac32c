"""Which chat an update is for: its own, or the group that something in a private chat is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chats.telegram.ids import Place, place_of
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.private_chat import PAYLOAD, Privacy

if TYPE_CHECKING:
    from telegram import Update


class Routing:
    """Reads updates as far as is needed to know who should see to them."""

    def __init__(self, ledgers: Ledgers, privacy: Privacy) -> None:
        self._ledgers = ledgers
        self._privacy = privacy

    async def about(self, update: Update) -> str:
        """The group that an update from a private chat is about; empty for all others."""
        query, message = update.callback_query, update.message
        found = ""
        if query is not None and query.message is not None and query.message.chat.id > 0:
            found = await self._ledgers.about(Place(query.message.chat.id).channel, query.message.message_id)
        elif message is not None and message.chat.id > 0 and message.from_user is not None:
            answered, text = message.reply_to_message, message.text or ""
            if text.split() == ["/start", PAYLOAD]:
                found = await self._privacy.awaited(f"telegram:{message.from_user.id}")
            elif answered is not None and not text.startswith("/"):
                found = await self._ledgers.about(Place(message.chat.id).channel, answered.message_id)
        place = place_of(found)
        return found if place is not None and not place.private else ""


def chat_of(update: Update, about: str) -> int | None:
    """The chat whose worker should see to an update; of a group that gets another number, the new one."""
    place = place_of(about)
    if place is not None:
        return place.chat
    if update.message is not None and update.message.migrate_to_chat_id is not None:
        return update.message.migrate_to_chat_id
    return update.effective_chat.id if update.effective_chat is not None else None
