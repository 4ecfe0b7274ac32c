"""Where the answer to a command goes: to the channel, to a private chat, or into the answer to a press."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from telegram.error import BadRequest, NetworkError, TelegramError

from bot.chats.telegram.ephemeral import Ephemeral, Reader
from bot.chats.telegram.html import TOAST, length, number
from bot.chats.telegram.ids import ChatTopic, place_of
from bot.chats.telegram.items import (
    CloseMessage,
    Invitation,
    NumberQuestion,
    Post,
    PreviewPost,
    PrivatePost,
    PublicPost,
    ReplyPost,
)
from bot.chats.telegram.keyboards import disabled
from bot.chats.telegram.ledger import Ledgers, ShownMessage
from bot.chats.telegram.outbox import TelegramOutbox
from bot.chats.telegram.private_chat import PrivateChats
from bot.chats.telegram.topics import PrivateTopics
from bot.conversation.commands.registry import row_of
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.ports import Unreached
from bot.conversation.table.repository import Repository

if TYPE_CHECKING:
    from telegram import Bot

LOOK = 90  # characters that can be read while a toast is shown; longer ones stay until they are dismissed
AT_ONCE = 1.0  # seconds that nobody notices
ANSWERS = 3  # tries when the connection breaks

log = logging.getLogger(__name__)


@dataclass(slots=True)
class CallbackPress:
    """A press; it is answered once. `message` is the one under which it was made."""

    query: str
    message: int | None = None
    photo: bool = False
    answered: bool = False
    ephemeral: int | None = None  # the number of that message, if it is ephemeral
    keyboard: Mapping[str, Any] | None = None  # the buttons under that message
    data: str = ""  # what the pressed one carries


@dataclass(slots=True)
class Incoming:
    """A command and where it came from: a press, or a message that can be replied to."""

    command: Command
    place: ChatTopic
    press: CallbackPress | None = None
    message: int | None = None
    reader: Reader | None = None  # its author, if something can be shown to them alone
    decided: bool = False  # it has changed what everybody sees
    posted: list[asyncio.Future[None]] = field(default_factory=list)  # of its answers and previews


def is_text(message: Outgoing) -> bool:
    """Whether a message is only text, with or without choices."""
    return not (message.picture or message.attachment or message.preview)


def is_toast(message: Outgoing) -> bool:
    """Whether a message is only a few words; choices are in the way there."""
    bare = is_text(message) and (message.fleeting or not message.choices)
    return bare and length(markup.plain(message.text)) <= TOAST


@dataclass(eq=False)
class Replies:
    """Sends the messages that the conversation returns."""

    bot: Bot
    repository: Repository
    outbox: TelegramOutbox
    private: PrivateChats
    ledgers: Ledgers
    ephemeral: Ephemeral
    topics: PrivateTopics

    async def post(self, messages: Sequence[Outgoing]) -> None:
        """Queue messages that no update has asked for; private ones only where the private chat is open."""
        public = [message for message in messages if message.to is None]
        for message in public:
            await self.ledgers.begin(await self.ledgers.of(message.channel))
        await self.publish(public)
        for message in messages:
            chat = number(message.to or "")
            if chat is not None and message.to and await self.private.is_open(message.to):
                place = await self._reading_place(chat, message.channel)
                post = PrivatePost(place, replace(message, notify=()), None, about=message.channel)
                await self.outbox.put(post)

    async def _reading_place(self, user: int, channel: str) -> ChatTopic:
        """Where a user reads in private what is about a channel."""
        place = place_of(channel)
        return place if place and place.chat == user else await self.topics.about(user, channel)

    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Send messages one after the other, and wait until each is shown; raises Unreached."""
        place = place_of(channel)
        if place is None:
            raise Unreached("not a channel of Telegram", gone=True)
        for message in messages:
            await self.ledgers.begin(await self.ledgers.of(channel))
            posted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            await self.outbox.put(PublicPost(place, message, posted=posted))
            await posted

    async def publish(self, messages: Sequence[Outgoing], incoming: Incoming | None = None) -> None:
        """Queue messages for everybody, and previews in their place; each was counted as owed before."""
        for message in messages:
            place = place_of(message.channel)
            if place is None:
                log.error("not_a_telegram_channel channel=%s", message.channel)
            elif message.preview and incoming is not None:
                press = incoming.press
                pressed, photo = (press.message, press.photo) if press else (None, False)
                await self._put(incoming, PreviewPost(place, message, pressed, photo))
            else:
                await self.outbox.put(PublicPost(place, message))

    async def answer(self, incoming: Incoming, messages: Sequence[Outgoing]) -> None:
        """Answer the author of a command, as privately as the place allows.

        Returns when the answer is shown, and so is a preview that was published for the author.
        """
        rest = list(messages)
        press = incoming.press
        if press is not None and not press.answered:
            toast = next((message for message in rest if is_toast(message)), None)
            if toast is not None and await self.acknowledge(press, markup.plain(toast.text)):
                rest.remove(toast)
        if press is not None and incoming.place.private:
            await self._retire(incoming, press)
        if press is not None and (not rest or incoming.place.private):
            await self.acknowledge(press, await self._delay(incoming))
        rest = await self.show_ephemeral(incoming, rest)
        if incoming.place.private and rest:
            await self._post_in_private_chat(incoming, rest)
        else:
            spoken = [message for message in rest if message.harmless and is_text(message)]
            for message in spoken:
                await self._answer_in_group(incoming, message)
            secret = [message for message in rest if message not in spoken]
            await self._answer_in_private_chat(incoming, secret)
        await asyncio.gather(*incoming.posted, return_exceptions=True)

    async def _delay(self, incoming: Incoming) -> str:
        """How long the rate limit keeps the answer to a command back, if that is long."""
        seconds = self.outbox.delay(incoming.place.chat)
        if seconds <= AT_ONCE or (incoming.press is not None and incoming.press.answered):
            return ""
        texts = await self.repository.texts(incoming.command.who)
        return texts.text("telegram.waits", n=math.ceil(seconds))

    async def show_ephemeral(self, incoming: Incoming, messages: list[Outgoing]) -> list[Outgoing]:
        """Show messages to the author alone, in the group; returns those for which that does not work."""
        reader = incoming.reader
        if reader is None or len(messages) != 1:  # a reader sees one at a time: the next takes its place
            return messages
        back = (await self.repository.texts(incoming.command.who)).label("button.back")
        left = [message for message in messages if not await self.ephemeral.show(reader, message, back)]
        if incoming.press is not None and len(left) < len(messages):
            await self.acknowledge(incoming.press)
        return left

    async def _retire(self, incoming: Incoming, press: CallbackPress) -> None:
        """A button in a private chat that has decided something in a group says so, and goes."""
        row = row_of(incoming.command)
        once = row is not None and row.once
        if press.message is None or not (once or (incoming.decided and self._is_about(incoming))):
            return
        if incoming.decided:
            texts = await self.repository.texts(incoming.command.who)
            await self.acknowledge(press, texts.label("telegram.done"))
        about = incoming.command.channel if self._is_about(incoming) else ""
        shown = ShownMessage("", press.message, press.photo, pressable=True, about=about)
        left = disabled(press.keyboard, press.data) if press.keyboard and self.ephemeral.supported else None
        await self.outbox.put(CloseMessage(incoming.place, shown, left, about=about))

    @staticmethod
    def _is_about(incoming: Incoming) -> bool:
        """Whether a command from a private chat is about a group."""
        return incoming.command.channel != incoming.place.channel

    async def _put(self, incoming: Incoming, post: Post) -> None:
        """Queue an answer to a command."""
        posted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        incoming.posted.append(posted)
        await self.outbox.put(replace(post, posted=posted))

    async def _answer_in_group(self, incoming: Incoming, message: Outgoing) -> None:
        """Answer in the group: a press by a toast, all else as a reply, of which only the last is sent."""
        who, press = incoming.command.who, incoming.press
        choices = () if message.fleeting else message.choices
        words = replace(message, choices=())
        if press is not None and is_toast(words) and await self.acknowledge(press, markup.plain(words.text)):
            return
        text = message.text if press is None else f"{markup.person(who.id, who.name)}: {message.text}"
        said = replace(
            words, text=text, choices=choices, to=None, slot=f"aside.{who.id}", fresh=True, quiet=True
        )
        reply = incoming.message if press is None else press.message
        await self._put(incoming, ReplyPost(incoming.place, said, reply))

    async def _answer_in_private_chat(self, incoming: Incoming, messages: list[Outgoing]) -> None:
        """Answer a command from a group in the private chat, or show the way there."""
        press, who = incoming.press, incoming.command.who
        if not messages:
            return
        if await self.private.is_open(who.id):
            if press is not None:
                texts = await self.repository.texts(who)
                await self.acknowledge(press, texts.label("telegram.private_sent"))
            await self._post_in_private_chat(incoming, messages)
            return
        await self.private.wait(incoming.command)
        if press is not None and not press.answered:
            await self.acknowledge(press, url=self.private.link)
        else:
            await self._invite(incoming)

    async def _invite(self, incoming: Incoming) -> None:
        """Show the author of a command in a group the way to the private chat."""
        who, channel = incoming.command.who, incoming.place.channel
        await self.private.note(who.id, channel)
        texts = await self.repository.texts(who)
        text = texts.text("telegram.private_link", player=markup.person(who.id, who.name))
        key = f"private.{who.id}"
        message = Outgoing(channel, text, notify=(who.id,), slot=key, fresh=True, quiet=True)
        button = self.private.button(texts)
        reply = incoming.press.message if incoming.press else incoming.message
        await self._put(incoming, Invitation(incoming.place, message, reply, button))

    async def _post_in_private_chat(self, incoming: Incoming, messages: list[Outgoing]) -> None:
        chat = number(incoming.command.who.id)
        if chat is None:
            return
        channel, here = incoming.command.channel, incoming.place
        asked = place_of(channel)
        about = channel if asked is None or asked.chat != chat else ""
        refused = partial(self._refused, incoming) if about else None
        if about:
            await self.private.point(incoming.command)
        place = here if here.private else await self._reading_place(chat, channel)
        for message in messages:
            post = PrivatePost(place, replace(message, notify=()), refused, about=about)
            await self._put(incoming, post)

    async def _refused(self, incoming: Incoming) -> None:
        """The private chat is closed to us: its owner must come by the link."""
        await self.private.shut(incoming.command.who.id)
        await self.private.wait(incoming.command)
        if not incoming.place.private:
            await self._invite(incoming)

    async def ask(self, incoming: Incoming, least: int, most: int) -> None:
        """Ask for a number; a reply to the question answers it."""
        who, here, channel = incoming.command.who, incoming.place.channel, incoming.command.channel
        texts = await self.repository.texts(who)
        text = f"{markup.person(who.id, who.name)}: {texts.text('amount.range', least=least, most=most)}"
        about = channel if incoming.place.private and channel != here else ""
        message = Outgoing(here, text, notify=(who.id,))
        question = NumberQuestion(incoming.place, message, incoming.command.token, about=about)
        await self.outbox.put(question)
        if incoming.press is not None:
            await self.acknowledge(incoming.press)

    async def acknowledge(self, press: CallbackPress, text: str = "", url: str | None = None) -> bool:
        """Answer a press, if it has not been answered; whether the text is shown."""
        if press.answered:
            return False
        press.answered = True
        for _ in range(ANSWERS):
            try:
                await self.bot.answer_callback_query(
                    press.query, text or None, show_alert=length(text) > LOOK or None, url=url
                )
            except BadRequest as error:  # too old: nobody is looking any more
                log.debug("press_not_acknowledged error=%s", error.message)
                return False
            except NetworkError as error:
                log.info("press_not_acknowledged error=%s", type(error).__name__)
            except TelegramError as error:
                log.info("press_not_acknowledged error=%s", type(error).__name__)
                return False
            else:
                return True
        return False
