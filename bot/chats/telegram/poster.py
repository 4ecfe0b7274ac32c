"""How a message becomes requests: a photo with a caption or a text, new or as an edit, with its keyboard."""

from __future__ import annotations

import logging
from dataclasses import replace

from telegram import (
    Bot,
    ForceReply,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
    Message,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.chats.telegram.html import CAPTION, TEXT, call, pieces, to_html
from bot.chats.telegram.ids import Place
from bot.chats.telegram.keyboards import Sheet, keyboard, sheet
from bot.chats.telegram.ledger import Ledger, Ledgers, Shown
from bot.chats.telegram.outbox import Item
from bot.chats.telegram.photos import Gallery, Photo
from bot.chats.telegram.rate_limit import Pace
from bot.conversation.protocol.markup import escape
from bot.conversation.protocol.messages import Outgoing

HTML = ParseMode.HTML
LONGEST_FILE = 1 << 20

log = logging.getLogger(__name__)


def is_unchanged(error: BadRequest) -> bool:
    """Whether an edit was refused because there is nothing to change."""
    return "not modified" in error.message.lower()


def no_pictures(error: BadRequest) -> bool:
    """Whether the chat does not allow pictures."""
    text = error.message.lower()
    return "not enough rights to send" in text or "chat_send_photos_forbidden" in text.replace(" ", "_")


class Poster:
    """Carries out what the outbox hands over. Raises what the library raises, but for what it can mend."""

    def __init__(self, bot: Bot, ledgers: Ledgers, gallery: Gallery) -> None:
        self._bot = bot
        self._ledgers = ledgers
        self._gallery = gallery

    async def do(self, item: Item, pace: Pace) -> list[Item]:
        """Do one thing; what should follow when there is time for it."""
        if item.close is not None:
            await self._close(item.place, item.close, pace)
            return []
        if item.unfold is not None:
            await self._unfold(item, item.unfold, pace)
            return []
        if item.message is None:
            return []
        return await self._post(item, item.message, pace)

    async def _post(self, item: Item, message: Outgoing, pace: Pace) -> list[Item]:
        ledger = await self._ledgers.of(item.place.channel, item.about)
        shown = ledger.find(message.key)
        if shown is None and message.preview and item.pressed is not None:
            shown = Shown(message.key, item.pressed, item.pressed_photo)
        photo = await self._gallery.photo(message.picture) if message.picture else None
        text = message.text
        if message.picture and photo is None:
            text = _in_words(text, message)
        after: list[Item] = []
        if shown is not None and not message.fresh:
            done = await self._edit(item, message, text, photo, shown, pace)
            if done is not None:
                return [*self._closings(item, message, ledger, done)]
        if shown is not None and (shown.pressable or shown.looking):
            after.append(Item(item.place, close=shown))
        done = await self._send(item, message, text, photo, pace)
        if item.passing:
            return []
        if message.key or done.sheet or item.about:
            ledger.note(done)
        if item.question:
            ledger.ask(done.id, item.question)
        return [*after, *self._closings(item, message, ledger, done)]

    @staticmethod
    def _closings(item: Item, message: Outgoing, ledger: Ledger, done: Shown) -> list[Item]:
        if message.key:
            ledger.note(done)
        old = [ledger.find(key) for key in message.closes]
        return [Item(item.place, close=one) for one in old if one and (one.pressable or one.looking)]

    def _keyboard(
        self, item: Item, message: Outgoing, shown: Shown | None
    ) -> tuple[Sheet, InlineKeyboardMarkup | None]:
        if item.keyboard is not None:
            return Sheet(), item.keyboard
        if not message.choices:
            return Sheet(), None
        arranged = sheet(message.choices, item.place.topic)
        menu = shown.menu if shown and shown.sheet and not message.fresh else 0
        return arranged, keyboard(arranged, item.place.topic, menu)

    async def _send(self, item: Item, message: Outgoing, text: str, photo: Photo | None, pace: Pace) -> Shown:
        """A new message; where pictures are not allowed it is told in words."""
        parts = pieces(text, (CAPTION if photo or message.attachment else TEXT) - len(message.notify))
        arranged, buttons = self._keyboard(item, message, None)
        for part in parts[:-1]:
            await self._text(item, to_html(part), pace, quiet=True)
        last = to_html(call(parts[-1], message.notify), message.notify)
        markup = ForceReply(selective=True) if item.question else buttons
        quiet = message.quiet
        if message.attachment is not None:
            await pace.take()
            file = InputFile(message.attachment.content[:LONGEST_FILE], message.attachment.name)
            sent = await self._bot.send_document(
                item.place.chat,
                file,
                caption=last,
                parse_mode=HTML,
                reply_markup=markup,
                message_thread_id=item.place.topic,
                disable_notification=quiet,
            )
        elif photo is not None:
            try:
                sent = await self._photo(item, photo, last, markup, pace, quiet=quiet)
            except BadRequest as error:
                if not no_pictures(error):
                    raise
                return await self._send(item, message, _in_words(text, message), None, pace)
        else:
            sent = await self._text(item, last, pace, quiet=quiet, markup=markup)
        return Shown(
            message.key,
            sent.message_id,
            bool(sent.photo),
            sent.photo[-1].file_id if sent.photo else "",
            last,
            pressable=buttons is not None,
            sheet=arranged if arranged.menus else None,
            about=item.about,
        )

    async def _text(
        self,
        item: Item,
        text: str,
        pace: Pace,
        *,
        quiet: bool,
        markup: InlineKeyboardMarkup | ForceReply | None = None,
    ) -> Message:
        await pace.take()
        return await self._bot.send_message(
            item.place.chat,
            text,
            parse_mode=HTML,
            reply_markup=markup,
            message_thread_id=item.place.topic,
            disable_notification=quiet,
            reply_parameters=_reply(item),
        )

    async def _photo(
        self,
        item: Item,
        photo: Photo,
        text: str,
        markup: InlineKeyboardMarkup | ForceReply | None,
        pace: Pace,
        *,
        quiet: bool,
    ) -> Message:
        await pace.take()
        if photo.moving:
            animation = photo.file or InputFile(photo.content, "game.gif")
            sent = await self._bot.send_animation(
                item.place.chat,
                animation,
                caption=text,
                parse_mode=HTML,
                reply_markup=markup,
                message_thread_id=item.place.topic,
                disable_notification=quiet,
            )
            if sent.animation:
                self._gallery.known(photo, sent.animation.file_id)
            return sent
        sent = await self._bot.send_photo(
            item.place.chat,
            photo.media,
            caption=text,
            parse_mode=HTML,
            reply_markup=markup,
            message_thread_id=item.place.topic,
            disable_notification=quiet,
            reply_parameters=_reply(item),
        )
        if sent.photo:
            self._gallery.known(photo, sent.photo[-1].file_id)
        return sent

    async def _edit(
        self, item: Item, message: Outgoing, text: str, photo: Photo | None, shown: Shown, pace: Pace
    ) -> Shown | None:
        """The message on screen becomes this one; None if it cannot be changed any more."""
        with_photo = photo is not None or shown.photo
        parts = pieces(text, (CAPTION if with_photo else TEXT) - len(message.notify))
        arranged, buttons = self._keyboard(item, message, shown)
        last = to_html(call(parts[-1], message.notify), message.notify)
        file = shown.file
        chat = item.place.chat
        for part in parts[:-1]:
            await self._text(item, to_html(part), pace, quiet=True)
        await pace.take()
        try:
            if photo is not None and (photo.file != shown.file or shown.looking or not photo.file):
                media = InputMediaPhoto(photo.media, caption=last, parse_mode=HTML)
                edited = await self._bot.edit_message_media(media, chat, shown.id, reply_markup=buttons)
                if isinstance(edited, Message) and edited.photo:
                    file = edited.photo[-1].file_id
                    self._gallery.known(photo, file)
            elif with_photo:
                await self._bot.edit_message_caption(
                    chat, shown.id, caption=last, parse_mode=HTML, reply_markup=buttons
                )
            else:
                await self._bot.edit_message_text(last, chat, shown.id, parse_mode=HTML, reply_markup=buttons)
        except BadRequest as error:
            if not is_unchanged(error):
                log.info("chat %d: a message cannot be edited: %s", chat, error.message)
                return None
        done = replace(
            shown,
            photo=with_photo,
            pressable=buttons is not None,
            sheet=arranged if arranged.menus else None,
            menu=shown.menu if arranged.menus else 0,
        )
        if message.preview:
            return replace(done, looking=True)
        return replace(done, looking=False, file=file, text=last)

    async def _close(self, place: Place, shown: Shown, pace: Pace) -> None:
        """Take the choices away; what a preview has covered is shown again."""
        await pace.take()
        try:
            if shown.looking and shown.file:
                media = InputMediaPhoto(shown.file, caption=shown.text, parse_mode=HTML)
                await self._bot.edit_message_media(media, place.chat, shown.id)
            else:
                await self._bot.edit_message_reply_markup(place.chat, shown.id)
        except BadRequest as error:
            log.debug("chat %d: nothing to close: %s", place.chat, error.message)
        ledger = await self._ledgers.of(place.channel, shown.about)
        ledger.forget(shown.id)
        await self._ledgers.keep(ledger)

    async def _unfold(self, item: Item, wish: tuple[int, int, int], pace: Pace) -> None:
        """Show a menu under a message, or all of them folded."""
        number, menu, page = wish
        ledger = await self._ledgers.of(item.place.channel, item.about)
        shown = ledger.message(number)
        if shown is None or shown.sheet is None:
            return
        await pace.take()
        buttons = keyboard(shown.sheet, item.place.topic, menu, page)
        try:
            await self._bot.edit_message_reply_markup(item.place.chat, number, reply_markup=buttons)
        except BadRequest as error:
            if not is_unchanged(error):
                raise
        current = ledger.message(number)
        if current is not None:
            ledger.note(replace(current, menu=menu))
            await self._ledgers.keep(ledger)


def _in_words(text: str, message: Outgoing) -> str:
    """A text with what its picture shows."""
    return f"{text}\n{escape(message.alt)}" if message.alt else text


def _reply(item: Item) -> ReplyParameters | None:
    if item.reply is None:
        return None
    return ReplyParameters(item.reply, allow_sending_without_reply=True)
