"""The connection to Telegram: by long polling, or by a webhook if an address is set.

Several workers may share one webhook address: each owns a share of the chats.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from telegram import BotCommand, MenuButtonWebApp, Update, WebAppInfo
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter
from telegram.ext import AIORateLimiter

from bot.chats.common.owed import OwedChannels
from bot.chats.telegram.admins import Admins
from bot.chats.telegram.api.http import Wire
from bot.chats.telegram.api.library import LibraryBot
from bot.chats.telegram.api.polling import Polling
from bot.chats.telegram.api.webhook import Webhook, webhook_path, worker_address
from bot.chats.telegram.board_button import BoardButton
from bot.chats.telegram.ephemeral import Ephemeral
from bot.chats.telegram.html import number, short
from bot.chats.telegram.ids import ChatTopic, place_of
from bot.chats.telegram.inline import InlineMode
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.marks import Marks
from bot.chats.telegram.numbers import ChatNumbers
from bot.chats.telegram.outbox import Delivery, TelegramOutbox
from bot.chats.telegram.photos import PhotoCache
from bot.chats.telegram.poster import TelegramPoster
from bot.chats.telegram.private_chat import PrivateChats
from bot.chats.telegram.replies import Replies
from bot.chats.telegram.topics import PrivateTopics, is_outside, message_link, open_topic, topic_link
from bot.chats.telegram.updates import Updates
from bot.chats.telegram.upgrades import Upgrades
from bot.chats.telegram.workers.membership import Gained, Membership
from bot.chats.telegram.workers.router import Router
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.commands.row import CommandRow
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.platform import Platform
from bot.conversation.protocol.ports import Unreached
from bot.conversation.service import Service
from bot.conversation.table.channels import INVITATIONS
from bot.locales.languages import LANGUAGES
from bot.operations.events import NO_WATCH, Watch
from bot.operations.redaction import webhook_secret
from bot.pictures.painter import Painter
from bot.settings import Settings
from bot.tasks import end
from storage import StorageError, Store

WANTED = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.INLINE_QUERY]
DESCRIPTION = 256
NOT_YET = (NetworkError, RetryAfter)
PATIENCE = 5.0  # seconds to send what is queued when the bot stops
CONNECTIONS = 100  # of Telegram to the webhook; it allows no more
MINUTE = 60.0  # over which Telegram counts messages

log = logging.getLogger(__name__)


class SettingRefused(OSError):
    """Telegram does not accept the token, or the address of the webhook."""


class TelegramChat(Platform):
    """Telegram, connected."""

    settles = True
    prefix = "telegram:"

    def __init__(
        self,
        settings: Settings,
        service: Service,
        store: Store,
        painter: Painter,
        watch: Watch = NO_WATCH,
    ) -> None:
        self._settings = settings
        self._service = service
        self._store = store
        self._updates, self._wire = Wire(1, watch), Wire(watch=watch)
        self._bot = bot = library_bot(settings, self._wire, self._updates)
        self._running = False
        secret = webhook_secret(settings.telegram_token)
        self._ledgers = ledgers = Ledgers(store.users, store.owed)
        self._members = Membership(store.workers, worker_address(settings), secret, self._rebalanced)
        self._numbers = numbers = ChatNumbers(store.channels)
        self._board = BoardButton(settings, bot)
        photos = PhotoCache(painter)
        poster = TelegramPoster(bot, numbers, ledgers, photos, self._board, Marks(bot, store.users), watch)
        self._ephemeral = Ephemeral(bot, photos)
        delivery = Delivery(poster.send, poster.done, self._upgraded, self._was_mine)
        self._outbox = outbox = TelegramOutbox(delivery, settings.telegram_group_per_minute)
        self._private = private = PrivateChats(store.users, bot)
        self._topics = topics = PrivateTopics(bot, store.users)
        self._replies = replies = Replies(
            bot, service.repository, outbox, private, ledgers, self._ephemeral, topics
        )
        self._upgrades = Upgrades(numbers, service, replies, ledgers, store.users, self._tell_forget)
        self._owed = OwedChannels(self._show)
        updates = Updates(
            bot,
            service,
            replies,
            outbox,
            ledgers,
            private,
            Admins(bot),
            numbers,
            self._upgrades,
            InlineMode(bot, service, ledgers, private),
            topics,
            self._owed.owe,
        )
        self._router = Router(bot, updates, private, topics, ledgers, numbers, self._members)
        self._webhook = Webhook(webhook_path(settings), secret, self._router.brought)
        self._polling = Polling(bot, self._router.polled, WANTED)
        self._connecting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, in the background if Telegram or the store is not ready yet; raises SettingRefused."""
        try:
            await self._connect()
            return
        except NOT_YET as error:
            log.warning("telegram_unreachable error=%s", type(error).__name__)
        except StorageError as error:
            log.warning("telegram_waits_for_store error=%s", error)
        self._connecting = asyncio.create_task(self._keep_connecting())

    @property
    def connected(self) -> bool:
        """Whether updates arrive."""
        if self._settings.telegram_webhook_url:
            return self._webhook.open
        return self._polling.running and self._updates.well

    @property
    def waiting(self) -> int:
        """How many items are queued."""
        return self._outbox.waiting

    @property
    def invitation(self) -> str:
        """The link that brings the bot into a group; empty until Telegram has told the bot's name."""
        try:
            return self._private.group_invitation
        except RuntimeError:  # not connected yet
            return ""

    async def post(self, messages: list[Outgoing]) -> None:
        """Send messages that no update has asked for."""
        await self._replies.post(messages)

    async def tell(self, channel: str, messages: Sequence[Outgoing]) -> None:
        """Send messages one after the other; raises Unreached."""
        if not self._running:
            raise Unreached("not connected")
        await self._replies.tell(channel, messages)

    def table_invitation(self, code: str) -> str:
        """The link that opens the private chat at the table of a code."""
        return self._private.table_invitation(code) if self._running else ""

    def cup_invitation(self, cup: str) -> str:
        """The link that offers a cup to a chat."""
        return self._private.cup_invitation(cup) if self._running else ""

    async def open_places(self, channel: str, title: str, users: Sequence[str]) -> list[str]:
        """A topic of the group; the private chats of users who cannot come there and have opened one."""
        topic = await open_topic(self._bot, channel, title)
        private = [user for user in users if await self._private.is_open(user)]
        if topic is None:
            return [await self._own_place(user, title) for user in private]
        outside = [user for user in private if await is_outside(self._bot, topic, user)]
        return [topic, *[await self._own_place(user, title) for user in outside]]

    async def _own_place(self, user: str, title: str) -> str:
        """A new topic of a private chat, or the chat itself."""
        found = number(user)
        place = await self._topics.open(found, title) if found is not None else None
        return place.channel if place is not None else user

    def place_address(self, channel: str) -> str:
        """The link to a topic."""
        return topic_link(channel)

    async def table_address(self, channel: str) -> str:
        """The link to the newest message with choices, in a supergroup."""
        place = place_of(channel)
        newest = await self._ledgers.newest(channel) if place and not place.private else 0
        if place is None or not newest:
            return ""
        return message_link(await self._numbers.address(place.chat), place.topic, newest)

    def rings(self, channel: str, _late: float) -> bool:
        """Whether this worker handles an alarm: only the owner of a chat writes to it."""
        return self._members.ready and self._owns(channel)

    def _owns(self, channel: str) -> bool:
        place = place_of(channel)
        return place is not None and self._members.mine(place.chat)

    async def group_of(self, channel: str) -> str:
        """The chat of a topic."""
        place = place_of(channel)
        return ChatTopic(place.chat).channel if place else channel

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Remove a user from the ledgers."""
        await self._ledgers.forget(user, names, channels)
        for place in filter(None, map(place_of, channels)):
            if not self._members.mine(place.chat):
                self._router.forget(place.chat)
                await self._router.tell_forget(place.chat)

    async def close(self) -> None:
        """Take no more updates, finish the running ones, send what is queued, and disconnect."""
        if self._connecting is not None:
            await end(self._connecting)
        self._webhook.open = False
        await self._owed.close()
        await self._polling.close(PATIENCE)
        await self._router.finish(PATIENCE)
        await self._outbox.drain(PATIENCE)
        await self._members.leave()
        await self._webhook.close()
        self._running = False
        await self._bot.shutdown()
        for wire in (self._updates, self._wire):  # the library leaves them open if it never connected
            await wire.shutdown()

    async def _keep_connecting(self) -> None:
        wait = 1.0
        while True:
            await asyncio.sleep(wait)
            try:
                await self._connect()
            except (*NOT_YET, StorageError):
                wait = min(60.0, 2 * wait)
            except Exception:
                log.exception("telegram_not_connected")
                return
            else:
                return

    async def _connect(self) -> None:
        try:
            await self._bot.initialize()
        except InvalidToken:
            raise SettingRefused("Telegram does not accept TELEGRAM_TOKEN") from None
        await self._ephemeral.ask()
        await self._register_commands()
        await self._offer_board()
        invitation = self._private.table_invitation("").encode()
        await self._store.users.set_channel_setting(INVITATIONS, self.prefix.rstrip(":"), invitation)
        if self._settings.telegram_webhook_url:
            await self._open_webhook()
        if not self._running:
            await self._show_again(self._owns)
            self._running = True
        await self._listen()
        log.info("telegram_connected user=%s", self._bot.username)

    async def _open_webhook(self) -> None:
        await self._webhook.listen(self._settings.telegram_webhook_host, self._settings.telegram_webhook_port)
        if self._settings.redis_url:  # no other worker can use an embedded server
            await self._members.join()

    async def _listen(self) -> None:
        settings = self._settings
        if not settings.telegram_webhook_url:
            self._polling.start()
            return
        self._webhook.open = True
        try:
            await self._bot.set_webhook(
                settings.telegram_webhook_url,
                max_connections=CONNECTIONS,
                allowed_updates=WANTED,
                secret_token=webhook_secret(settings.telegram_token),
            )
        except BadRequest as error:
            raise SettingRefused(f"Telegram does not take TELEGRAM_WEBHOOK_URL: {error.message}") from None

    async def _register_commands(self) -> None:
        """Register the commands in every language, and for all others in the usual one."""
        for language in ("", *_two_letters()):
            texts = catalogue(language, self._settings.language)
            commands = [self._command(row, texts) for row in COMMANDS.values()]
            try:
                await self._bot.set_my_commands(commands, language_code=language or None)
            except RetryAfter as error:
                log.warning("commands_not_registered error=%s", error.message)

    async def _offer_board(self) -> None:
        """In private chats the menu opens the live board, if it has an address."""
        text = catalogue(self._settings.language).label("door.open")
        page = WebAppInfo(self._board.page)
        try:
            if page.url:
                await self._bot.set_chat_menu_button(menu_button=MenuButtonWebApp(text, page))
        except (BadRequest, RetryAfter) as error:
            log.warning("board_not_offered error=%s", error.message)

    def _command(self, row: CommandRow, texts: Catalogue) -> BotCommand:
        """A command for the list; one with a private answer is ephemeral where the server knows that."""
        about = short(texts.label(f"command.{row.name}"), DESCRIPTION)
        ephemeral = self._ephemeral.supported and row.private
        return BotCommand(row.name, about, api_kwargs={"is_ephemeral": True} if ephemeral else None)

    async def _show_again(self, wanted: Callable[[str], bool]) -> None:
        """Show what is saved in channels where a dead worker owed an answer."""
        for channel in await self._store.owed.all():
            if wanted(channel):
                await self._show(channel)

    async def _show(self, channel: str) -> None:
        """Show what is saved in a channel."""
        place = place_of(channel)
        await self.post(
            await self._outbox.up_to_date(place.chat if place else 0, partial(self._retold, channel))
        )
        await self._ledgers.settle(await self._ledgers.of(channel))

    async def _retold(self, channel: str) -> list[Outgoing]:
        ledger = await self._ledgers.of(channel)
        slots = [one.key for one in ledger.shown if one.pressable]
        return await self._service.retell(channel, time.time(), slots)

    # -- upgrades and other workers -----------------------------------------------------------------

    async def _upgraded(self, old: int, new: int) -> bool:
        return await self._upgrades.upgrade(old, new)

    def _was_mine(self, chat: int) -> bool:
        return self._members.was_mine(chat, time.monotonic() - MINUTE)

    async def _tell_forget(self, chat: int) -> None:
        await self._router.tell_forget(chat)

    async def _rebalanced(self, gained: Gained) -> None:
        """Workers have come or gone: drop the chats of others, and show what is owed in new ones."""

        def others(channel: str) -> bool:
            return not self._owns(channel)

        self._outbox.drop(others)
        self._ledgers.drop(others)
        self._numbers.clear()
        await self._show_again(
            lambda channel: (place := place_of(channel)) is not None and gained(place.chat)
        )


def _two_letters() -> list[str]:
    """Our languages as Telegram knows them: without a region."""
    codes = dict.fromkeys(tag.partition("-")[0] for tag in LANGUAGES)
    return [code for code in codes if len(code) == 2]


def library_bot(settings: Settings, wire: Wire, updates: Wire) -> LibraryBot:
    """The library's bot, with the overall rate limit; see `rate_limit` for that of a group."""
    url = settings.telegram_api_url.rstrip("/")
    addresses: dict[str, Any] = {"base_url": f"{url}/bot", "base_file_url": f"{url}/file/bot"} if url else {}
    limiter = AIORateLimiter(overall_max_rate=settings.telegram_per_second, group_max_rate=0)
    return LibraryBot(
        settings.telegram_token,
        **addresses,
        request=wire,
        get_updates_request=updates,
        rate_limiter=limiter,
    )


async def open_telegram(
    settings: Settings, service: Service, store: Store, painter: Painter, watch: Watch = NO_WATCH
) -> TelegramChat:
    """Telegram, connected or about to be; raises SettingRefused."""
    chat = TelegramChat(settings, service, store, painter, watch)
    await chat.start()
    return chat
