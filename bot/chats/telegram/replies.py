"""What comes out of a command goes its way: to the channel, to a private chat, or into a press's answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from telegram.error import BadRequest, NetworkError, TelegramError

from bot.chats.telegram.asking import Asking, Press
from bot.chats.telegram.html import TOAST, length, number
from bot.chats.telegram.ids import Place, place_of
from bot.chats.telegram.outbox import Item, Outbox
from bot.chats.telegram.private_chat import Privacy
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.repository import Room

if TYPE_CHECKING:
    from telegram import Bot

LOOK = 90  # characters that can be read while a toast is shown; longer ones stay until they are dismissed
ANSWERS = 3  # tries when the connection breaks

log = logging.getLogger(__name__)


def is_toast(message: Outgoing) -> bool:
    """Whether a message is nothing but a few words."""
    bare = not (message.choices or message.picture or message.attachment or message.preview)
    return bare and length(markup.plain(message.text)) <= TOAST


class Answering:
    """Sends out what the conversation says."""

    def __init__(self, bot: Bot, room: Room, outbox: Outbox, privacy: Privacy) -> None:
        self._bot = bot
        self._room = room
        self._outbox = outbox
        self._privacy = privacy

    async def publish(self, messages: Sequence[Outgoing], press: Press | None = None) -> None:
        """Post what everybody may see, and previews in their place; each was counted as owed before."""
        for message in messages:
            place = place_of(message.channel)
            if place is None:
                log.error("%s is no channel of Telegram", message.channel)
                continue
            item = Item(place, message, owed=not message.preview)
            if press is not None and message.preview:
                item = replace(item, pressed=press.message, pressed_photo=press.photo)
            await self._outbox.put(item)

    async def answer(self, asking: Asking, messages: Sequence[Outgoing]) -> None:
        """Give somebody what is for them alone, as privately as the place allows."""
        rest = list(messages)
        press = asking.press
        if press is not None and not press.answered:
            toast = next((message for message in rest if is_toast(message)), None)
            if toast is not None:
                rest.remove(toast)
                await self.reply(press, markup.plain(toast.text))
        if not rest:
            if press is not None:
                await self.reply(press)
            return
        if asking.place.private:
            if press is not None:
                await self.reply(press)
            await self._privately(asking, rest)
            return
        spoken = [message for message in rest if message.harmless and is_toast(message)]
        if press is None:  # too late for a press: its author has seen that nothing came of it
            for message in spoken:
                await self._aloud(asking, message)
        await self._apart(asking, [message for message in rest if message not in spoken])

    async def _aloud(self, asking: Asking, message: Outgoing) -> None:
        """Answer in the group, as a reply; of several to one person that wait, the last is enough."""
        key = f"aside.{asking.command.who.id}"
        said = replace(message, to=None, key=key, fresh=True, quiet=True)
        await self._outbox.put(Item(asking.place, said, reply=asking.message))

    async def _apart(self, asking: Asking, messages: list[Outgoing]) -> None:
        """Answer a question from a group in the private chat, or show the way there."""
        press, who = asking.press, asking.command.who
        if not messages:
            return
        texts = await self._room.texts(who)
        if await self._privacy.is_open(who.id):
            if press is not None:
                await self.reply(press, texts.label("telegram.private_sent"))
            await self._privately(asking, messages)
            return
        await self._privacy.wait(asking.command)
        if press is not None and not press.answered:
            await self.reply(press, url=self._privacy.link)
        else:
            await self.invite(asking)

    async def invite(self, asking: Asking) -> None:
        """Show somebody in a group the way to the private chat."""
        who = asking.command.who
        await self._privacy.note(who.id, asking.place.channel)
        texts = await self._room.texts(who)
        text = texts.text("telegram.private_link", player=markup.person(who.id, who.name))
        message = Outgoing(
            asking.place.channel, text, notify=(who.id,), key=f"private.{who.id}", fresh=True, quiet=True
        )
        button = self._privacy.button(texts)
        await self._outbox.put(Item(asking.place, message, reply=asking.message, keyboard=button))

    async def _privately(self, asking: Asking, messages: list[Outgoing]) -> None:
        chat = number(asking.command.who.id)
        if chat is None:
            return
        about = asking.command.channel if asking.command.channel != f"telegram:{chat}" else ""
        for message in messages:
            await self._outbox.put(
                Item(Place(chat), replace(message, notify=()), about=about, asking=asking if about else None)
            )

    async def whisper(self, messages: Sequence[Outgoing]) -> None:
        """Send people what is for them alone and nobody has asked for, if they can be written to."""
        for message in messages:
            chat = number(message.to or "")
            if chat is not None and message.to and await self._privacy.is_open(message.to):
                await self._outbox.put(Item(Place(chat), replace(message, notify=()), about=message.channel))

    async def refused(self, item: Item) -> None:
        """A private chat is closed to us: the person must come by the link."""
        asking = item.asking
        if asking is None:
            return
        await self._privacy.shut(asking.command.who.id)
        await self._privacy.wait(asking.command)
        if not asking.place.private:
            await self.invite(asking)

    async def ask(self, asking: Asking, least: int, most: int) -> None:
        """Ask for a number: whoever replies to the question has said it."""
        who = asking.command.who
        texts = await self._room.texts(who)
        text = f"{markup.person(who.id, who.name)}: {texts.text('amount.range', least=least, most=most)}"
        here = asking.place.channel
        about = asking.command.channel if asking.place.private and asking.command.channel != here else ""
        message = Outgoing(here, text, notify=(who.id,))
        await self._outbox.put(Item(asking.place, message, question=asking.command.token, about=about))
        if asking.press is not None:
            await self.reply(asking.press)

    async def reply(self, press: Press, text: str = "", url: str | None = None) -> None:
        """Answer a press, if it has not been answered."""
        if press.answered:
            return
        press.answered = True
        for _ in range(ANSWERS):
            try:
                await self._bot.answer_callback_query(
                    press.query, text or None, show_alert=length(text) > LOOK or None, url=url
                )
            except BadRequest as error:  # too old: nobody is looking any more
                log.debug("a press cannot be answered: %s", error.message)
            except NetworkError as error:
                log.info("a press was not answered: %s", type(error).__name__)
                continue
            except TelegramError as error:
                log.info("a press was not answered: %s", type(error).__name__)
            return
