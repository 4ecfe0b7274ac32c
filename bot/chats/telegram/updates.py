"""Updates become commands: one after the other in each channel, each once, every press answered at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import replace
from weakref import WeakValueDictionary

from telegram import Bot, CallbackQuery, Chat, Message, Update

from bot.chats.telegram import ids as places
from bot.chats.telegram.admins import People
from bot.chats.telegram.asking import Asking, Press
from bot.chats.telegram.ids import ANONYMOUS, Place
from bot.chats.telegram.keyboards import Pressed, Unfold, read_data
from bot.chats.telegram.ledger import Ledger, Ledgers
from bot.chats.telegram.outbox import Item, Outbox
from bot.chats.telegram.private_chat import PAYLOAD, Privacy
from bot.chats.telegram.replies import Answering
from bot.chats.telegram.upgrades import Migrating
from bot.conversation.commands.settings import COMMANDS
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.service import Service, is_thought_over
from storage import StorageError

PROMPT = 0.5  # seconds until a press is answered, whether its work is done or not
RECENT = 4096  # updates that are recognised at once

log = logging.getLogger(__name__)


class Receiving:
    """Takes updates in."""

    def __init__(
        self,
        bot: Bot,
        service: Service,
        answering: Answering,
        outbox: Outbox,
        ledgers: Ledgers,
        privacy: Privacy,
        people: People,
        migrating: Migrating,
    ) -> None:
        self._bot = bot
        self._service = service
        self._answering = answering
        self._outbox = outbox
        self._ledgers = ledgers
        self._privacy = privacy
        self._people = people
        self._migrating = migrating
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def take(self, update: Update, about: str = "") -> bool:
        """Do what an update asks for, in a private chat perhaps `about` a group; never raises.

        False if the store could not be reached: it should come again.
        """
        if update.update_id in self._recent:
            return True  # it has come twice
        self._recent[update.update_id] = None
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        try:
            if update.callback_query is not None:
                await self._pressed(update.update_id, update.callback_query, about)
            elif update.message is not None:
                await self._written(update.update_id, update.message, about)
        except StorageError as error:
            log.warning("update %d must wait for the store: %s", update.update_id, error)
            self._recent.pop(update.update_id, None)
            return False
        except Exception:  # one update that fails holds up no other
            log.exception("update %d failed", update.update_id)
        return True

    def _turn(self, channel: str) -> asyncio.Lock:
        """What happens in a channel happens in order, but for what is thought over and changes nothing."""
        return self._turns.setdefault(channel, asyncio.Lock())

    # -- presses ------------------------------------------------------------------------------------

    async def _pressed(self, update: int, query: CallbackQuery, about: str) -> None:
        press = Press(query.id)
        message, what = query.message, read_data(query.data or "")
        if message is None or what is None:
            await self._answering.reply(press)
            return
        place = places.place(message)
        if place.topic is None and what.topic is not None and not place.private:
            place = Place(place.chat, what.topic)  # of a message that is too old only the chat is told
        press.message = message.message_id
        press.photo = isinstance(message, Message) and bool(message.photo)
        if isinstance(what, Unfold):
            wish = message.message_id, what.menu, what.page
            await self._outbox.put(Item(place, unfold=wish, about=about))
            await self._answering.reply(press)
            return
        working = asyncio.create_task(self._press(update, query, message.chat, place, press, what, about))
        try:
            await asyncio.wait({working}, timeout=PROMPT)
            if not working.done():
                await self._answering.reply(press)
            asking, private = await working
            await self._answering.answer(asking, private)
        finally:
            await self._answering.reply(press)

    async def _press(
        self,
        update: int,
        query: CallbackQuery,
        chat: Chat,
        place: Place,
        press: Press,
        what: Pressed,
        about: str,
    ) -> tuple[Asking, list[Outgoing]]:
        async with self._turn(place.channel):
            ledger = await self._ledgers.of(place.channel, about)
            channel = about or ledger.moved or place.channel
            who = await self._people.person(query.from_user, chat)
            group = places.place_of(channel)
            if group is not None and group.chat != place.chat:  # pressed in private, about a group
                who = replace(who, admin=await self._people.is_admin(query.from_user.id, group.chat))
            asking = Asking(Command(who, channel, time.time(), token=what.token), place, press)
            if what.limits is not None:
                if update not in ledger.done:
                    await self._ledgers.begin(ledger)
                    await self._ledgers.did(ledger, update, 0)
                    await self._answering.ask(asking, *what.limits)
                return asking, []
            if not is_thought_over(asking.command):
                return asking, await self._carry_out(update, asking)
        return asking, await self._carry_out(update, asking)

    # -- messages -----------------------------------------------------------------------------------

    async def _written(self, update: int, message: Message, about: str) -> None:
        if message.migrate_to_chat_id is not None:
            await self._migrating.move(message.chat.id, message.migrate_to_chat_id)
            return
        if message.migrate_from_chat_id is not None:
            await self._migrating.move(message.migrate_from_chat_id, message.chat.id)
            return
        author = message.from_user
        if author is None or not message.text or (author.is_bot and author.id != ANONYMOUS):
            return
        place = places.place(message)
        async with self._turn(place.channel):
            who = await self._people.person(author, message.chat)
            news = place.private and await self._privacy.opened(who.id)
            ledger = await self._ledgers.of(place.channel, about)
            if update in ledger.done:
                return
            command = self._read(message, who, ledger)
            if command is not None and place.private and command.name == "start":
                command = await self._started(command, news=news)
            if command is None:
                return
            asking = Asking(command, place, message=message.message_id)
            private = None if is_thought_over(command) else await self._carry_out(update, asking)
        if private is None:
            private = await self._carry_out(update, asking)
        await self._answering.answer(asking, private)

    def _read(self, message: Message, who: Person, ledger: Ledger) -> Command | None:
        """The command that a message is, or None if it is not meant for us."""
        text, now = message.text or "", time.time()
        channel = ledger.moved or ledger.channel
        if text.startswith("/"):
            head, _, rest = text.partition("\n")[0].partition(" ")
            name, at, bot = head[1:].partition("@")
            if at and bot.lower() != self._bot.username.lower():
                return None
            if name.lower() not in COMMANDS and not at and message.chat.id < 0:
                return None  # some other bot's
            return Command.line(who, channel, now, f"/{name} {rest}".rstrip())
        answered = message.reply_to_message
        asked = ledger.asked.get(str(answered.message_id)) if answered else None
        if asked is not None:
            return Command(who, ledger.about or channel, now, token=asked, text=text.strip())
        ours = (
            answered is not None and answered.from_user is not None and answered.from_user.id == self._bot.id
        )
        if text.strip().isdecimal() and (ours or message.chat.id > 0):
            return Command(who, channel, now, text=text.strip())
        return None

    async def _started(self, command: Command, *, news: bool) -> Command:
        """`/start` in private: somebody comes for an answer, or for the first time, or starts a game."""
        if command.args[:1] == (PAYLOAD,):
            waiting = await self._privacy.fetch(command.who)
            return waiting or replace(command, name="help", args=())
        return replace(command, name="help", args=()) if news or command.args else command

    # -- what comes of it ---------------------------------------------------------------------------

    async def _carry_out(self, update: int, asking: Asking) -> list[Outgoing]:
        """Do it, once, and post what everybody may see; what is for the author alone is returned."""
        ledger = await self._ledgers.of(asking.command.channel)
        if update in ledger.done:
            return []
        await self._ledgers.begin(ledger)
        messages: list[Outgoing] = []
        try:
            about = places.place_of(asking.command.channel)
            group = Place(about.chat).channel if about else ""
            messages = await self._service.handle(replace(asking.command, group=group))
        finally:
            owing = sum(message.to is None for message in messages)
            await self._ledgers.did(ledger, update, owing)
        seen = [message for message in messages if message.to is None or (message.preview and message.key)]
        await self._answering.publish(seen, asking.press)
        return [message for message in messages if message not in seen]
