"""How an item of the queue becomes requests: a photo with a caption or a text, sent or edited."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, replace
from typing import Any

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

from bot.chats.telegram.board_button import BoardButton
from bot.chats.telegram.html import CAPTION, TEXT, call, pieces, to_html
from bot.chats.telegram.inline import share_button
from bot.chats.telegram.items import (
    CloseMessage,
    Invitation,
    NumberQuestion,
    OutboxItem,
    Post,
    PreviewPost,
    PublicPost,
    ReplyPost,
    UnfoldMenu,
)
from bot.chats.telegram.keyboards import Sheet, keyboard, sheet
from bot.chats.telegram.ledger import Ledger, Ledgers, ShownMessage
from bot.chats.telegram.marks import Marks
from bot.chats.telegram.numbers import ChatNumbers
from bot.chats.telegram.photos import Photo, PhotoCache
from bot.chats.telegram.rate_limit import ChatRate
from bot.conversation.protocol.markup import escape
from bot.conversation.protocol.messages import Outgoing
from bot.operations.events import NO_WATCH, Watch

HTML = ParseMode.HTML

log = logging.getLogger(__name__)


def is_unchanged(error: BadRequest) -> bool:
    """Whether an edit was refused because there is nothing to change."""
    return "not modified" in error.message.lower()


def no_pictures(error: BadRequest) -> bool:
    """Whether the chat does not allow pictures."""
    text = error.message.lower()
    return "not enough rights to send" in text or "chat_send_photos_forbidden" in text.replace(" ", "_")


def is_topic_gone(error: BadRequest) -> bool:
    """Whether a message was refused because its topic was deleted, or topics are switched off."""
    text = error.message.lower()
    return "thread not found" in text or "topic_deleted" in text or "topic_closed" in text


@dataclass(eq=False)
class TelegramPoster:
    """Carries out the items of the queue. Raises what the library raises, unless it can help itself."""

    bot: Bot
    numbers: ChatNumbers
    ledgers: Ledgers
    photos: PhotoCache
    board: BoardButton
    marks: Marks
    watch: Watch = NO_WATCH

    async def send(self, item: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
        """Carry out an item; returns what should follow when there is time for it."""
        item = replace(item, address=await self.numbers.address(item.place.chat))
        if isinstance(item, CloseMessage):
            await self._close(item, rate)
        elif isinstance(item, UnfoldMenu):
            await self._unfold(item, rate)
        elif isinstance(item, Post):
            later = await self._post_in_topic(item, rate)
            if item.message.to is None:
                self.watch.shown(item.message.channel, item.message.slot)
            return later
        return []

    async def done(self, item: OutboxItem) -> None:
        """Record that an item is sent, or not needed any more."""
        if isinstance(item, Post):
            ledger = await self.ledgers.of(item.place.channel, item.about)
            owed = isinstance(item, PublicPost) and item.owed
            await (self.ledgers.paid(ledger) if owed else self.ledgers.keep(ledger))
            if isinstance(item, PublicPost):
                address = await self.numbers.address(item.place.chat)
                if await self.marks.follow(replace(item, address=address), ledger):
                    await self.ledgers.keep(ledger)

    async def _post_in_topic(self, item: Post, rate: ChatRate) -> list[OutboxItem]:
        """Post; below the others if the user has deleted the topic of a private chat."""
        try:
            return await self._post(item, rate)
        except BadRequest as error:
            if not (item.place.private and item.place.topic and is_topic_gone(error)):
                raise
            return await self._post(replace(item, outside=True), rate)

    async def _post(self, item: Post, rate: ChatRate) -> list[OutboxItem]:
        message = item.message
        ledger = await self.ledgers.of(item.place.channel, item.about)
        shown = ledger.find(message.slot)
        if shown is None and isinstance(item, PreviewPost) and item.pressed is not None:
            shown = ShownMessage(message.slot, item.pressed, item.pressed_photo)
        photo = await self.photos.photo(message.picture) if message.picture else None
        text = _in_words(message) if message.picture and photo is None else message.text
        if shown is not None and not message.fresh:
            done = await self._edit(item, text, photo, shown, rate)
            if done is not None:
                return self._closings(item, ledger, done)
        after = [CloseMessage(item.place, shown)] if shown is not None and shown.open else []
        done = await self._send(item, text, photo, rate)
        if isinstance(item, ReplyPost) and not isinstance(item, Invitation):
            return []
        if message.slot or done.sheet or item.about:
            ledger.note(done)
        if isinstance(item, NumberQuestion):
            ledger.ask(done.id, item.token)
        return [*after, *self._closings(item, ledger, done)]

    @staticmethod
    def _closings(item: Post, ledger: Ledger, done: ShownMessage) -> list[OutboxItem]:
        if item.message.slot:
            ledger.note(done)
        old = [ledger.find(key) for key in item.message.closes]
        return [CloseMessage(item.place, one) for one in old if one and one.open]

    def _keyboard(self, item: Post, shown: ShownMessage | None) -> tuple[Sheet, InlineKeyboardMarkup | None]:
        if isinstance(item, Invitation):
            return Sheet(), item.keyboard
        if not item.message.choices:
            return Sheet(), None
        arranged = sheet(item.message.choices, item.place.topic)
        below = (self.board.under(item.message, item.place), share_button(self.bot, item.message))
        for button in filter(None, below):
            arranged = replace(arranged, rows=(*arranged.rows, (button,)))
        menu = shown.menu if shown and shown.sheet and not item.message.fresh else 0
        return arranged, keyboard(arranged, item.place.topic, menu)

    async def _send(self, item: Post, text: str, photo: Photo | None, rate: ChatRate) -> ShownMessage:
        """Send a new message; without its picture where the chat does not allow any."""
        message = item.message
        parts = pieces(text, (CAPTION if photo or message.attachment else TEXT) - len(message.notify))
        for part in parts[:-1]:
            await self._text(item, to_html(part), rate)
        arranged, buttons = self._keyboard(item, None)
        last = to_html(call(parts[-1], message.notify), message.notify)
        markup = ForceReply(selective=True) if isinstance(item, NumberQuestion) else buttons
        if message.attachment is not None:
            await rate.take()
            file = InputFile(message.attachment.content, message.attachment.name)
            sent = await self.bot.send_document(
                document=file, caption=last, reply_markup=markup, **_where(item, quiet=message.quiet)
            )
        elif photo is not None:
            try:
                sent = await self._photo(item, photo, last, markup, rate)
            except BadRequest as error:
                if not no_pictures(error):
                    raise
                return await self._send(item, _in_words(message), None, rate)
        else:
            sent = await self._text(item, last, rate, quiet=message.quiet, markup=markup)
        return ShownMessage(
            message.slot,
            sent.message_id,
            bool(sent.photo),
            sent.photo[-1].file_id if sent.photo else "",
            last,
            pressable=buttons is not None,
            sheet=arranged if arranged.menus else None,
            about=item.about,
            digest=_digest(last, photo, buttons),
        )

    async def _text(
        self,
        item: Post,
        text: str,
        rate: ChatRate,
        *,
        quiet: bool = True,
        markup: InlineKeyboardMarkup | ForceReply | None = None,
    ) -> Message:
        await rate.take()
        return await self.bot.send_message(
            text=text, reply_markup=markup, reply_parameters=_reply(item), **_where(item, quiet=quiet)
        )

    async def _photo(
        self,
        item: Post,
        photo: Photo,
        text: str,
        markup: InlineKeyboardMarkup | ForceReply | None,
        rate: ChatRate,
    ) -> Message:
        await rate.take()
        where = _where(item, quiet=item.message.quiet)
        if photo.moving:
            sent = await self.bot.send_animation(
                animation=photo.media, filename=photo.name, caption=text, reply_markup=markup, **where
            )
            if sent.animation:
                self.photos.known(photo, sent.animation.file_id)
            return sent
        where |= {"caption": text, "reply_markup": markup, "reply_parameters": _reply(item)}
        sent = await self.bot.send_photo(photo=photo.media, filename=photo.name, **where)
        if sent.photo:
            self.photos.known(photo, sent.photo[-1].file_id)
        return sent

    async def _edit(
        self, item: Post, text: str, photo: Photo | None, shown: ShownMessage, rate: ChatRate
    ) -> ShownMessage | None:
        """Edit the message on screen; None if it cannot be edited any more."""
        message, chat = item.message, item.address
        with_photo = photo is not None or shown.photo
        parts = pieces(text, (CAPTION if with_photo else TEXT) - len(message.notify))
        arranged, buttons = self._keyboard(item, shown)
        last = to_html(call(parts[-1], message.notify), message.notify)
        if isinstance(item, PreviewPost) and message.kind != "close_up" and shown.text:
            last = shown.text
        file = shown.file
        digest = _digest(last, photo, buttons)
        if digest == shown.digest:
            return shown
        for part in parts[:-1]:
            await self._text(item, to_html(part), rate)
        await rate.take()
        try:
            if photo is not None and (photo.file != shown.file or shown.looking or not photo.file):
                media = InputMediaPhoto(photo.media, last, HTML, filename=photo.name)
                edited = await self.bot.edit_message_media(media, chat, shown.id, reply_markup=buttons)
                if isinstance(edited, Message) and edited.photo:
                    file = edited.photo[-1].file_id
                    self.photos.known(photo, file)
            elif with_photo:
                await self.bot.edit_message_caption(
                    chat, shown.id, caption=last, parse_mode=HTML, reply_markup=buttons
                )
            else:
                await self.bot.edit_message_text(last, chat, shown.id, parse_mode=HTML, reply_markup=buttons)
        except BadRequest as error:
            if not is_unchanged(error):
                log.info("edit_refused chat=%d error=%s", chat, error.message)
                return None
        done = replace(
            shown,
            photo=with_photo,
            pressable=buttons is not None,
            sheet=arranged if arranged.menus else None,
            menu=shown.menu if arranged.menus else 0,
            digest=digest,
        )
        if message.preview:
            return replace(done, looking=True)
        return replace(done, looking=False, file=file, text=last)

    async def _close(self, item: CloseMessage, rate: ChatRate) -> None:
        """Take the choices away or disable them; what a preview has covered is shown again."""
        shown, chat = item.shown, item.address
        if item.left is not None and await self._disable(item, item.left, rate):
            return
        await rate.take()
        try:
            if shown.looking and shown.file:
                media = InputMediaPhoto(shown.file, caption=shown.text, parse_mode=HTML)
                await self.bot.edit_message_media(media, chat, shown.id)
            else:
                await self.bot.edit_message_reply_markup(chat, shown.id)
        except BadRequest as error:
            log.debug("close_refused chat=%d error=%s", chat, error.message)
        await self._forget(item)

    async def _disable(self, item: CloseMessage, left: InlineKeyboardMarkup, rate: ChatRate) -> bool:
        """Disable the choices; False where the server does not know such buttons."""
        await rate.take()
        try:
            await self.bot.edit_message_reply_markup(item.address, item.shown.id, reply_markup=left)
        except BadRequest as error:
            log.debug("disabled_buttons_refused chat=%d error=%s", item.address, error.message)
            return False
        await self._forget(item)
        return True

    async def _forget(self, item: CloseMessage) -> None:
        ledger = await self.ledgers.of(item.place.channel, item.shown.about)
        ledger.forget(item.shown.id)
        await self.ledgers.keep(ledger)

    async def _unfold(self, item: UnfoldMenu, rate: ChatRate) -> None:
        """Show a menu under a message, or all of them folded."""
        ledger = await self.ledgers.of(item.place.channel, item.about)
        shown = ledger.message(item.message)
        if shown is None or shown.sheet is None:
            return
        await rate.take()
        buttons = keyboard(shown.sheet, item.place.topic, item.menu, item.page)
        try:
            await self.bot.edit_message_reply_markup(item.address, item.message, reply_markup=buttons)
        except BadRequest as error:
            if not is_unchanged(error):
                raise
        current = ledger.message(item.message)
        if current is not None:
            ledger.note(replace(current, menu=item.menu, digest=""))
            await self.ledgers.keep(ledger)


def _digest(text: str, photo: Photo | None, buttons: InlineKeyboardMarkup | None) -> str:
    """Names what is shown: equal digests, equal messages."""
    shown = f"{text}\0{photo.key if photo else ''}\0{buttons.to_json() if buttons else ''}"
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def _where(item: Post, *, quiet: bool) -> dict[str, Any]:
    """The arguments that every new message has."""
    return {
        "chat_id": item.address,
        "message_thread_id": None if item.outside else item.place.topic,
        "parse_mode": HTML,
        "disable_notification": quiet,
    }


def _in_words(message: Outgoing) -> str:
    """A text with what its picture shows."""
    return f"{message.text}\n{escape(message.alt)}" if message.alt else message.text


def _reply(item: Post) -> ReplyParameters | None:
    if not isinstance(item, ReplyPost) or item.reply is None:
        return None
    return ReplyParameters(item.reply, allow_sending_without_reply=True)
