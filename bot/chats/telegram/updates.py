"""Updates become commands: in order within a channel, each once; every press is acknowledged at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from telegram import Bot, CallbackQuery, Chat, MaybeInaccessibleMessage, Message, Update, User

from bot.cache import LruCache
from bot.chats.telegram import ids
from bot.chats.telegram.admins import Admins
from bot.chats.telegram.api.library import KEYBOARD
from bot.chats.telegram.ephemeral import Reader
from bot.chats.telegram.html import number
from bot.chats.telegram.ids import ANONYMOUS, ChatTopic
from bot.chats.telegram.inline import InlineMode
from bot.chats.telegram.items import UnfoldMenu
from bot.chats.telegram.keyboards import Dismiss, Pressed, Unfold, read_data
from bot.chats.telegram.ledger import Ledger, Ledgers
from bot.chats.telegram.marks import tidy_pin
from bot.chats.telegram.numbers import ChatNumbers
from bot.chats.telegram.outbox import TelegramOutbox
from bot.chats.telegram.private_chat import (
    LINKS,
    PAYLOAD,
    STARTGROUP,
    PrivateChats,
)
from bot.chats.telegram.replies import CallbackPress, Incoming, Replies
from bot.chats.telegram.topics import PrivateTopics
from bot.chats.telegram.upgrades import Upgrades
from bot.conversation.commands.registry import COMMANDS, brings_table, is_back, is_slow, linked, row_of
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.service import Service
from storage import StorageError

ACKNOWLEDGE_WITHIN = 0.5  # seconds until a press is acknowledged, whether its command is done or not
OPENED = "start"  # Telegram sends it when a chat with the bot is opened; a link adds its payload
RECENT = 4096  # updates that are recognised without a look at the ledger

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Updates:
    """Reads updates and carries out what they ask for."""

    bot: Bot
    service: Service
    replies: Replies
    outbox: TelegramOutbox
    ledgers: Ledgers
    private: PrivateChats
    admins: Admins
    numbers: ChatNumbers
    upgrades: Upgrades
    inline: InlineMode
    topics: PrivateTopics
    owe: Callable[[str], None]  # called with a channel that may show less than is saved
    _recent: LruCache[int, None] = field(default_factory=lambda: LruCache(RECENT), init=False)
    _running: dict[int, asyncio.Future[bool]] = field(default_factory=dict, init=False)
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)

    async def take(self, update: Update, about: str = "") -> bool:
        """Do what an update asks for; in a private chat it may be `about` a group. Never raises.

        Returns False if the store is unavailable: the update should come again.
        """
        if update.update_id in self._recent:
            return True  # it has come twice
        if (same := self._running.get(update.update_id)) is not None:
            return await asyncio.shield(same)
        done = self._running[update.update_id] = asyncio.get_running_loop().create_future()
        taken = False
        try:
            taken = await self._take(update, about)
        finally:
            done.set_result(taken)
            del self._running[update.update_id]
        if taken:
            self._recent[update.update_id] = None
        return taken

    async def _take(self, update: Update, about: str) -> bool:
        try:
            if update.callback_query is not None:
                await self._pressed(update.update_id, update.callback_query, about)
            elif update.message is not None:
                await self._written(update.update_id, update.message, about)
            elif update.inline_query is not None:
                await self.inline.answer(update.inline_query)
        except StorageError as error:
            log.warning("update_waits_for_store update=%d error=%s", update.update_id, error)
            return False
        except Exception:  # the other updates go on
            log.exception("update_failed update=%d", update.update_id)
        return True

    def _lock_of(self, channel: str) -> asyncio.Lock:
        """The lock of a channel: its commands run in order, except slow ones that change nothing."""
        return self._locks.setdefault(channel, asyncio.Lock())

    # -- presses ------------------------------------------------------------------------------------

    async def _pressed(self, update: int, query: CallbackQuery, about: str) -> None:
        press = CallbackPress(query.id)
        message, what = query.message, read_data(query.data or "")
        if message is None or what is None:
            await self.replies.acknowledge(press)
            return
        place = await self.numbers.place(pressed_at(message, what))
        if place.private:
            await self.topics.note(place)
        reachable = await self.numbers.address(place.chat) == message.chat.id
        press.message = message.message_id if reachable else None
        press.photo = isinstance(message, Message) and bool(message.photo)
        press.keyboard, press.data = message.api_kwargs.get(KEYBOARD), query.data or ""
        ephemeral = message.api_kwargs.get("ephemeral_message_id")
        if ephemeral is not None:
            press.message, press.ephemeral = None, int(ephemeral)
        reader = Reader(
            place,
            message.chat.id,
            query.from_user.id,
            str(message.chat.type),
            query.id,
            time.monotonic(),
            press.ephemeral,
            press.photo,
        )
        if isinstance(what, Dismiss) or (press.ephemeral is not None and _leads_back(what)):
            await self.replies.acknowledge(press)
            await self.replies.ephemeral.dismiss(reader)
            return
        if isinstance(what, Unfold):
            if reachable and press.ephemeral is None:
                unfold = UnfoldMenu(place, message.message_id, what.menu, what.page, about=about)
                await self.outbox.put(unfold)
            await self.replies.acknowledge(press)
            return
        working = asyncio.create_task(self._press(update, query, message.chat, reader, press, what, about))
        try:
            await asyncio.wait({working}, timeout=ACKNOWLEDGE_WITHIN)
            if not working.done():
                await self.replies.acknowledge(press)
            incoming, private = await working
            await self._answer(update, incoming, private)
        finally:
            working.cancel()  # if the program ends
            await self.replies.acknowledge(press)

    async def _press(
        self,
        update: int,
        query: CallbackQuery,
        chat: Chat,
        reader: Reader,
        press: CallbackPress,
        what: Pressed,
        about: str,
    ) -> tuple[Incoming, list[Outgoing]]:
        place = reader.place
        async with self._lock_of(place.channel):
            ledger = await self.ledgers.of(place.channel, about)
            channel = await self._channel(about or place.channel)
            who = await self.admins.person(query.from_user, chat)
            command = await self._with_group_rights(
                Command(who, channel, time.time(), token=what.token), place
            )
            incoming = Incoming(command, place, press)
            if self.replies.ephemeral.reaches(reader):
                incoming.reader = reader
            if what.limits is not None:
                if update not in ledger.done:
                    await self.ledgers.begin(ledger)
                    await self.ledgers.did(ledger, update, 0)
                    await self.replies.ask(incoming, *what.limits)
                return incoming, []
            if not is_slow(incoming.command):
                return incoming, await self._carry_out(update, incoming)
        return incoming, await self._carry_out(update, incoming)

    async def _with_group_rights(self, command: Command, place: ChatTopic) -> Command:
        """A command from a private chat about a group: its author has their rights in the group."""
        group, user = ids.place_of(command.channel), number(command.who.id)
        if group is None or group.chat == place.chat or user is None:
            return command
        admin = await self.admins.is_admin(user, await self.numbers.address(group.chat))
        return replace(command, who=replace(command.who, admin=admin))

    # -- messages -----------------------------------------------------------------------------------

    async def _written(self, update: int, message: Message, about: str) -> None:
        if message.migrate_to_chat_id is not None:
            await self.upgrades.upgrade(message.chat.id, message.migrate_to_chat_id)
            return
        if message.migrate_from_chat_id is not None:
            await self.upgrades.upgrade(message.migrate_from_chat_id, message.chat.id)
            return
        if self._is_added(message):
            await self._welcome(message)
            return
        if message.pinned_message is not None:
            await tidy_pin(self.bot, message)
            return
        author = message.from_user
        if author is None or not message.text or (author.is_bot and author.id != ANONYMOUS):
            return
        place = await self.numbers.place(ids.place(message))
        async with self._lock_of(place.channel):
            who = await self.admins.person(author, message.chat)
            if place.private:
                await self.private.opened(who.id)
                await self.topics.note(place)
            ledger = await self.ledgers.of(place.channel, about)
            if update in ledger.done:
                return
            command = await self._read(message, who, ledger)
            if command is not None and command.name == OPENED:
                command = await self._started(command, private=place.private)
            if command is None:
                return
            row = row_of(command)
            if about and row is not None and row.about_group:
                command = replace(command, channel=await self._channel(about))
            elif place.private and command.channel == place.channel and brings_table(command):
                place = await self._new_topic(update, place, who)
                command = replace(command, channel=place.channel)
            command = await self._with_group_rights(command, place)
            if not place.private:
                await self.ledgers.note_title(place.channel, *ids.title_of(message))
            incoming = Incoming(command, place, message=message.message_id or None)
            incoming.reader = await self._reader(place, message, author)
            private = None if is_slow(command) else await self._carry_out(update, incoming)
        if private is None:
            private = await self._carry_out(update, incoming)
        await self._answer(update, incoming, private)

    async def _reader(self, place: ChatTopic, message: Message, author: User) -> Reader | None:
        """The author of a line, if something can be shown to them alone."""
        command = message.api_kwargs.get("ephemeral_message_id")
        by_right = place.chat < 0 and await self.admins.is_admin(self.bot.id, message.chat.id)
        chat = message.chat
        reader = Reader(place, chat.id, author.id, str(chat.type), command=command, by_right=by_right)
        return reader if self.replies.ephemeral.reaches(reader) else None

    async def _new_topic(self, update: int, place: ChatTopic, who: Person) -> ChatTopic:
        """A topic of its own for a table that is opened in a private chat; the chat if it has no topics."""
        if place.topic is not None or not self.topics.on:
            return place
        title = (await self.service.repository.texts(who)).label("telegram.table_topic", n="{n}")
        return await self.topics.opened(place.chat, update, title) or place

    async def _channel(self, name: str) -> str:
        """The channel that keeps the data of one of Telegram's."""
        place = ids.place_of(name)
        return (await self.numbers.place(place)).channel if place is not None else name

    async def _read(self, message: Message, who: Person, ledger: Ledger) -> Command | None:
        """The command that a message is, or None if it is not meant for us."""
        text, now = message.text or "", time.time()
        channel = ledger.channel
        if text.startswith("/"):
            head, _, rest = text.partition("\n")[0].partition(" ")
            name, at, bot = head[1:].partition("@")
            if at and bot.lower() != self.bot.username.lower():
                return None
            if name.lower() not in COMMANDS and not at and message.chat.id < 0:
                return None  # some other bot's
            return Command.line(who, channel, now, f"/{name} {rest}".rstrip())
        answered = message.reply_to_message
        asked = ledger.asked.get(str(answered.message_id)) if answered else None
        if asked is not None:
            about = await self._channel(ledger.about or channel)
            return Command(who, about, now, token=asked, text=text.strip())
        ours = (
            answered is not None and answered.from_user is not None and answered.from_user.id == self.bot.id
        )
        if text.strip().isdecimal() and (ours or message.chat.id > 0):
            return Command(who, channel, now, text=text.strip())
        return None

    def _is_added(self, message: Message) -> bool:
        """Whether a message says that the bot has come into a group."""
        new = [user.id for user in message.new_chat_members or ()]
        return self.bot.id in new or bool(message.group_chat_created)

    async def _welcome(self, message: Message) -> None:
        """Greet a group that the bot has just joined."""
        place = await self.numbers.place(ids.place(message))
        language = message.from_user.language_code if message.from_user else ""
        await self.replies.post(await self.service.welcome(place.channel, time.time(), language or ""))

    async def _started(self, command: Command, *, private: bool) -> Command | None:
        """`/start` with a payload: a table, a cup, a waiting answer, or what a link into a group leaves.

        In private it is also the first contact, or starts a game; an unknown payload is left out.
        """
        payload = command.args[0] if command.args else ""
        begins, mark, found = payload.partition("_")
        if begins + mark in LINKS:
            return linked(command, LINKS[begins + mark], found)
        if not private:
            return command if payload != STARTGROUP else None  # the group has its welcome already
        waiting = await self.private.fetch(command.who) if payload == PAYLOAD else None
        if waiting is not None:
            return replace(waiting, channel=await self._channel(waiting.channel))
        return replace(command, args=())

    # -- commands -----------------------------------------------------------------------------------

    async def _carry_out(self, update: int, incoming: Incoming) -> list[Outgoing]:
        """Carry out a command once and queue its public messages; returns those for its author alone."""
        ledger = await self.ledgers.of(incoming.command.channel)
        if update in ledger.done:
            return []
        await self.ledgers.expect(ledger)
        about = ids.place_of(incoming.command.channel)
        group = ChatTopic(about.chat).channel if about else ""
        private = about is not None and about.private
        shared = not incoming.place.private and incoming.reader is None
        command = replace(
            incoming.command, group=group, private=private, shared=shared, request=f"tg{update}", owed=True
        )
        try:
            messages = await self.service.handle(command)
        except StorageError:  # nothing was done: the update comes again
            ledger.pending -= 1
            raise
        if any(message.unsure for message in messages):
            self.owe(incoming.command.channel)
        seen = [message for message in messages if message.to is None or _replaces(message, incoming)]
        rest = [message for message in messages if message not in seen]
        incoming.decided = any(message.to is None for message in messages)
        owing = sum(message.to is None for message in messages)
        later = bool(seen) and all(message.preview for message in seen)  # by the one who shows it
        later |= bool(rest) and not owing
        await self.ledgers.did(ledger, 0 if rest else update, owing, kept_later=later)
        await self.replies.publish(seen, incoming)
        if incoming.decided and incoming.reader is not None:
            await self.replies.ephemeral.dismiss(incoming.reader)
        return rest

    async def _answer(self, update: int, incoming: Incoming, private: list[Outgoing]) -> None:
        """Answer the author; only then an update is done that asked for nothing else."""
        previews = [message for message in private if message.preview]
        if previews and await self.replies.show_ephemeral(incoming, previews):
            incoming.reader = None  # everybody sees it, in the language of the group
            await self._carry_out(update, incoming)
        await self.replies.answer(incoming, [message for message in private if not message.preview])
        if private:
            await self.ledgers.answered(await self.ledgers.of(incoming.command.channel), update)


def pressed_at(message: MaybeInaccessibleMessage, what: Pressed | Unfold | Dismiss | None) -> ChatTopic:
    """Where a button was pressed; of a message that is too old only the button knows the topic."""
    place = ids.place(message)
    topic = what.topic if what is not None and place.topic is None else place.topic
    return ChatTopic(place.chat, topic)


def _replaces(message: Outgoing, incoming: Incoming) -> bool:
    """Whether a preview takes the place of the message that everybody sees."""
    return message.preview and bool(message.slot) and incoming.reader is None


def _leads_back(what: Pressed | Unfold) -> bool:
    """Whether a press returns from a close-up."""
    return isinstance(what, Pressed) and is_back(what.token)
