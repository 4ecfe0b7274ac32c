"""Ephemeral messages (Bot API 10.2): what one user sees in a group. Where they fail, older ways remain."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from telegram import InlineKeyboardMarkup, InputFile, InputMediaPhoto, Message
from telegram.constants import ChatType, ParseMode
from telegram.error import BadRequest, EndPointNotFound, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.cache import LruCache
from bot.chats.telegram.html import CAPTION, TEXT, pieces, to_html
from bot.chats.telegram.keyboards import DISMISS, Sheet, keyboard, sheet
from bot.chats.telegram.rate_limit import ChatRate
from bot.conversation.protocol.messages import Choice

if TYPE_CHECKING:
    from telegram import Bot

    from bot.chats.telegram.ids import ChatTopic
    from bot.chats.telegram.photos import Photo, PhotoCache
    from bot.conversation.protocol.messages import Outgoing

IN_TIME = 14.0  # seconds after a press; Telegram allows 15
REFUSED = 600.0  # seconds until a chat is tried again that refused one
PER_MINUTE = 60  # to one reader: as in a private chat
KEPT = 4096  # readers in memory
LONGEST_WAIT = 3.0  # seconds that a reader waits for the rate limit

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """A user of a group to whom something can be shown: a press, an ephemeral command, or the bot's right."""

    place: ChatTopic
    address: int  # the chat's number at Telegram
    user: int
    kind: str  # of the chat
    query: str = ""  # the press
    since: float = 0.0  # when it came, on the monotonic clock
    pressed: int | None = None  # the ephemeral message under which it was made
    pressed_photo: bool = False
    command: int | None = None  # the ephemeral command
    by_right: bool = False  # the bot is an administrator


class Ephemeral:
    """Shows messages to one user of a group; every method says whether it could."""

    def __init__(self, bot: Bot, photos: PhotoCache) -> None:
        self._bot = bot
        self._photos = photos
        self.supported = False
        self._refused: LruCache[int, float] = LruCache(KEPT)  # a chat: until when it is not tried
        self._standing: LruCache[tuple[int, int], int] = LruCache(KEPT)  # what a reader sees
        self._rates: LruCache[tuple[int, int], ChatRate] = LruCache(KEPT)

    async def ask(self) -> None:
        """Ask the server once whether it knows such messages."""
        try:
            await self._delete(self._bot.id, self._bot.id, 1)
        except EndPointNotFound:
            self.supported = False
        except (BadRequest, Forbidden):
            self.supported = True
        log.info("telegram_ephemeral supported=%s", self.supported)

    def reaches(self, reader: Reader) -> bool:
        """Whether a message for this reader is worth a try."""
        if not self.supported or reader.kind != ChatType.SUPERGROUP:
            return False
        if time.monotonic() < self._refused.get(reader.place.chat, 0.0):
            return False
        in_time = bool(reader.query) and time.monotonic() - reader.since < IN_TIME
        return in_time or reader.command is not None or reader.by_right

    async def show(self, reader: Reader, message: Outgoing, back: str) -> bool:
        """Show a message in the place of the pressed one; `back` labels the button that takes it away."""
        photo = await self._photos.photo(message.picture) if message.picture else None
        with_file = photo is not None or message.attachment is not None
        text = message.text if photo or not message.alt else f"{message.text}\n{message.alt}"
        parts = pieces(text, CAPTION if with_file else TEXT)
        arranged = _arranged(reader, message, back)
        if len(parts) > 1 or arranged.menus or not self.reaches(reader):  # folded menus need a ledger
            return False
        buttons = keyboard(arranged, reader.place.topic) if arranged.rows else None
        try:
            await asyncio.wait_for(self._rate(reader).take(), LONGEST_WAIT)
            await self._put(reader, to_html(parts[0]), photo, message, buttons)
        except (BadRequest, Forbidden) as error:
            log.info("ephemeral_refused chat=%d error=%s", reader.place.chat, error.message)
            if "query" not in error.message.lower():  # a press that is too old says nothing of the chat
                self._refused[reader.place.chat] = time.monotonic() + REFUSED
            return False
        except (TelegramError, TimeoutError) as error:
            log.info("ephemeral_failed chat=%d error=%s", reader.place.chat, type(error).__name__)
            return False
        return True

    async def dismiss(self, reader: Reader) -> None:
        """Take away what a reader sees: what it has replaced is there again."""
        known = self._standing.pop((reader.place.chat, reader.user), None)
        for number in {known, reader.pressed} - {None}:
            try:
                await self._delete(reader.address, reader.user, number or 0)
            except TelegramError as error:
                log.debug("ephemeral_not_deleted chat=%d error=%s", reader.place.chat, error.message)

    def _rate(self, reader: Reader) -> ChatRate:
        key = reader.place.chat, reader.user
        rate = self._rates.get(key)
        if rate is None:
            rate = self._rates[key] = ChatRate(PER_MINUTE)
        return rate

    async def _put(
        self,
        reader: Reader,
        text: str,
        photo: Photo | None,
        message: Outgoing,
        buttons: InlineKeyboardMarkup | None,
    ) -> None:
        """Edit the pressed ephemeral message, or send a new one and take the old one away."""
        still = message.attachment is None and not (photo and photo.moving)
        if reader.pressed is not None and still and (photo is not None) == reader.pressed_photo:
            await self._edit(reader, text, photo, buttons)
            self._standing[reader.place.chat, reader.user] = reader.pressed
            return
        sent = await self._send(reader, text, photo, message, buttons)
        number = sent.api_kwargs.get("ephemeral_message_id")
        if number is None:  # the server does not know what that means: everybody sees it
            self.supported = False
            await self._bot.delete_message(reader.address, sent.message_id)
            raise NetworkError("not ephemeral")
        await self.dismiss(reader)
        self._standing[reader.place.chat, reader.user] = int(number)

    async def _edit(
        self, reader: Reader, text: str, photo: Photo | None, buttons: InlineKeyboardMarkup | None
    ) -> None:
        where: dict[str, Any] = {
            "chat_id": reader.address,
            "receiver_user_id": reader.user,
            "ephemeral_message_id": reader.pressed,
        }
        if buttons is not None:
            where["reply_markup"] = buttons
        try:
            if photo is None:
                where |= {"text": text, "parse_mode": ParseMode.HTML}
                await self._bot.do_api_request("editEphemeralMessageText", where)
            else:
                media = InputMediaPhoto(photo.media, text, ParseMode.HTML, filename=photo.name)
                await self._bot.do_api_request("editEphemeralMessageMedia", {**where, "media": media})
        except BadRequest as error:
            if "not modified" not in error.message.lower():
                raise

    async def _send(
        self,
        reader: Reader,
        text: str,
        photo: Photo | None,
        message: Outgoing,
        buttons: InlineKeyboardMarkup | None,
    ) -> Message:
        where = _where(reader)
        if message.attachment is not None:
            file = InputFile(message.attachment.content, message.attachment.name)
            return await self._bot.send_document(document=file, caption=text, reply_markup=buttons, **where)
        if photo is None:
            return await self._bot.send_message(text=text, reply_markup=buttons, **where)
        where |= {"caption": text, "reply_markup": buttons, "filename": photo.name}
        if photo.moving:
            return await self._bot.send_animation(animation=photo.media, **where)
        sent = await self._bot.send_photo(photo=photo.media, **where)
        if sent.photo:
            self._photos.known(photo, sent.photo[-1].file_id)
        return sent

    async def _delete(self, chat: int, user: int, number: int) -> None:
        what = {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": number}
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", what)
        except RetryAfter as error:
            log.info("ephemeral_not_deleted chat=%d error=%s", chat, error.message)


def _arranged(reader: Reader, message: Outgoing, back: str) -> Sheet:
    """The choices, and the way back where the message has none of its own."""
    choices = message.choices
    if not message.preview and (reader.query or choices):
        choices = (*choices, Choice(back, DISMISS, row=99))
    return sheet(choices, reader.place.topic)


def _where(reader: Reader) -> dict[str, Any]:
    """The arguments of every new message."""
    shown: dict[str, Any] = {"receiver_user_id": reader.user}
    if reader.query:
        shown["callback_query_id"] = reader.query
        if reader.pressed is None:
            shown["replace_callback_query_message"] = True
    api: dict[str, Any] = {"ephemeral_message_parameters": shown}
    if reader.command is not None:
        api["reply_parameters"] = {"ephemeral_message_id": reader.command}
    return {
        "chat_id": reader.address,
        "message_thread_id": reader.place.topic,
        "parse_mode": ParseMode.HTML,
        "api_kwargs": api,
    }
