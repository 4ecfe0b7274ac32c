"""The two numbers of a chat: a group that is upgraded gets a new one from Telegram, and its data stays.

The *home* of a chat is the number under which its data is kept, its *address* the number that Telegram knows.
"""

from __future__ import annotations

from bot.cache import LruCache
from bot.chats.telegram.ids import ChatTopic, place_of
from storage.port import Channels

KEPT = 4096  # chats in memory


class ChatNumbers:
    """Looks up homes and addresses, each chat once; only the worker of a chat relies on what it remembers."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._homes: LruCache[int, int] = LruCache(KEPT)
        self._addresses: LruCache[int, int] = LruCache(KEPT)

    async def home(self, chat: int) -> int:
        """The number under which the data of a chat is kept."""
        if chat > 0:  # only groups are upgraded
            return chat
        found = self._homes.get(chat)
        if found is None:
            found = _number(await self._channels.resolve(ChatTopic(chat).channel), chat)
            self._homes[chat] = found
        return found

    async def place(self, place: ChatTopic) -> ChatTopic:
        """The home of a chat or topic."""
        return ChatTopic(await self.home(place.chat), place.topic)

    async def address(self, home: int) -> int:
        """The number to which messages for a home are sent."""
        if home > 0:
            return home
        found = self._addresses.get(home)
        if found is None:
            found = _number((await self._channels.ids(ChatTopic(home).channel))[-1], home)
            self._addresses[home] = found
        return found

    async def alias(self, new: int, home: int) -> None:
        """Make a new number an alias; raises Conflict if it has a table or a lobby of its own."""
        await self._channels.alias(ChatTopic(new).channel, ChatTopic(home).channel)
        self._homes[new] = home
        self._addresses[home] = new

    def forget(self, chat: int) -> None:
        """Look a chat up again: another worker has changed it."""
        self._homes.pop(chat, None)
        self._addresses.pop(chat, None)

    def clear(self) -> None:
        """Look every chat up again: this worker may get chats of others."""
        for chat in {*self._homes, *self._addresses}:
            self.forget(chat)


def _number(channel: str, otherwise: int) -> int:
    place = place_of(channel)
    return place.chat if place is not None else otherwise
