"""The button that opens the live board: a Mini App in the private chat, a link to it in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chats.common.door_links import DoorLinks
from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.keyboards import Labelled
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.settings import Settings

if TYPE_CHECKING:
    from telegram import Bot


class BoardButton:
    """Stands under the question of a turn, where the settings have an address for it."""

    def __init__(self, settings: Settings, bot: Bot) -> None:
        self._bot = bot
        self._app = settings.telegram_app
        self.page = f"{settings.web_url}/app/telegram" if settings.public else ""  # empty: no button
        self._links = DoorLinks("telegram:", settings.telegram_token)

    def under(self, message: Outgoing, place: ChatTopic) -> Labelled | None:
        """The label of the button and the address that it opens; None if the message has none."""
        address = self._address(message.channel, place) if message.shows_game else ""
        if not address:
            return None
        language = message.picture.language if message.picture else "en"
        return Labelled(catalogue(language).label("door.open"), address)

    def _address(self, channel: str, place: ChatTopic) -> str:
        if not self.page:
            return ""
        key = self._links.key(channel)
        if place.private:
            return f"{self.page}?table={key}"
        me = self._bot.bot
        if self._app:
            return f"https://t.me/{me.username}/{self._app}?startapp={key}"
        return f"https://t.me/{me.username}?startapp={key}" if me.has_main_web_app else ""
