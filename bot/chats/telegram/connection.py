"""The connection to Telegram: by long polling, or by a webhook if an address is set.

Behind one webhook address there may be several workers, each of which sees to its share of the chats.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from telegram import BotCommand, Update
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import AIORateLimiter, Application, ApplicationBuilder, ContextTypes, TypeHandler

from bot.chats.telegram.admins import People
from bot.chats.telegram.html import short
from bot.chats.telegram.http import Wire
from bot.chats.telegram.ids import place_of
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.outbox import Events, Item, Outbox
from bot.chats.telegram.photos import Gallery
from bot.chats.telegram.poster import Poster
from bot.chats.telegram.private_chat import Privacy
from bot.chats.telegram.rate_limit import Pace
from bot.chats.telegram.replies import Answering
from bot.chats.telegram.updates import Receiving
from bot.chats.telegram.upgrades import Migrating
from bot.chats.telegram.webhook import Hook, webhook_path, worker_address
from bot.chats.telegram.workers.membership import Gained, Sharing
from bot.chats.telegram.workers.router import Sorting
from bot.chats.telegram.workers.routing import Routing
from bot.conversation.commands.settings import COMMANDS
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.service import Service
from bot.conversation.show.turn import asked_game
from bot.conversation.table.repository import Unreadable
from bot.operations.events import NOBODY, Watch
from bot.operations.redaction import webhook_secret
from bot.pictures.draw import Painter
from bot.settings import Settings
from bot.tasks import end
from storage import Conflict, Moved, StorageError, Store

AT_ONCE = 256  # updates
WANTED = [Update.MESSAGE, Update.CALLBACK_QUERY]
DESCRIPTION = 256
NOT_YET = (NetworkError, RetryAfter)
PATIENCE = 5.0  # seconds for what is still to be sent when the bot stops
CONNECTIONS = 100  # updates that Telegram brings at a time; it allows no more
MINUTE = 60.0  # over which Telegram counts messages

log = logging.getLogger(__name__)


class NotLetIn(OSError):
    """Telegram does not accept the token."""


class TelegramChat:
    """Telegram, connected."""

    prefix = "telegram:"

    def __init__(
        self,
        settings: Settings,
        service: Service,
        store: Store,
        painter: Painter,
        watch: Watch = NOBODY,
    ) -> None:
        self._settings = settings
        self._service = service
        self._store = store
        self._watch = watch
        self._updates, self._wire = Wire(1, watch), Wire(watch=watch)
        self._application = application(settings, self._wire, self._updates)
        bot = self._application.bot
        secret = webhook_secret(settings.telegram_token)
        self._ledgers = ledgers = Ledgers(store.users, store.debts)
        self._sharing = sharing = Sharing(store.workers, worker_address(settings), secret, self._shared_anew)
        events = Events(self._done, self._shut, self._moved, self._was_mine)
        self._poster = Poster(bot, ledgers, Gallery(painter))
        self._outbox = outbox = Outbox(self._do, events, settings.telegram_group_per_minute)
        privacy = Privacy(store.users, bot)
        self._answering = answering = Answering(bot, service.room, outbox, privacy)
        self._migrating = Migrating(service, answering, ledgers, store.users, self._tell_forget)
        receiving = Receiving(bot, service, answering, outbox, ledgers, privacy, People(bot), self._migrating)
        self._sorting = Sorting(bot, receiving, Routing(ledgers, privacy), ledgers, sharing)
        self._hook = Hook(webhook_path(settings), secret, self._sorting.brought)
        self._application.add_handler(TypeHandler(Update, self._take))
        self._connecting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, in the background if Telegram cannot be reached yet; raises NotLetIn."""
        try:
            await self._connect()
        except NOT_YET as error:
            log.warning("Telegram cannot be reached yet: %s", type(error).__name__)
            self._connecting = asyncio.create_task(self._keep_connecting())

    @property
    def connected(self) -> bool:
        """Whether updates come."""
        if self._settings.telegram_webhook_url:
            return self._hook.open
        updater = self._application.updater
        return self._application.running and updater is not None and updater.running and self._updates.well

    @property
    def waiting(self) -> int:
        """How many things are still to be sent."""
        return self._outbox.waiting

    async def post(self, messages: list[Outgoing]) -> None:
        """Say messages that no update has asked for."""
        await self._migrating.show(messages)

    def rings(self, channel: str, _late: float) -> bool:
        """Whether to see to an alarm: only the worker of a chat writes to it."""
        return self._sharing.ready and self._sees_to(channel)

    def _sees_to(self, channel: str) -> bool:
        place = place_of(channel)
        return place is not None and self._sharing.mine(place.chat)

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Take somebody out of the notes."""
        await self._ledgers.forget(user, names, channels)
        for place in filter(None, map(place_of, channels)):
            if not self._sharing.mine(place.chat):
                self._sorting.forget(place.chat)
                await self._sorting.tell_forget(place.chat)

    async def close(self) -> None:
        """Take no more updates, finish what is under way, send what is to be sent, and leave."""
        if self._connecting is not None:
            await end(self._connecting)
        self._hook.open = False
        self._sorting.leave()
        updater = self._application.updater
        if updater is not None and updater.running:
            await updater.stop()
        if self._application.running:
            await self._application.stop()
        await self._sorting.finish(PATIENCE)
        await self._outbox.drain(PATIENCE)
        await self._sharing.leave()
        await self._hook.close()
        await self._application.shutdown()
        for wire in (self._updates, self._wire):  # the library leaves them open if it never got through
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
                log.exception("Telegram stays closed")
                return
            else:
                return

    async def _connect(self) -> None:
        try:
            await self._application.initialize()
        except InvalidToken:
            raise NotLetIn("Telegram does not accept TELEGRAM_TOKEN") from None
        await self._tell_commands()
        if self._settings.telegram_webhook_url:
            await self._open_hook()
        if not self._application.running:
            await self._show_again(self._sees_to)
            await self._application.start()
        await self._listen()
        log.info("Telegram: connected as @%s", self._application.bot.username)

    async def _open_hook(self) -> None:
        await self._hook.listen(self._settings.telegram_webhook_host, self._settings.telegram_webhook_port)
        if self._settings.redis_url:  # the embedded server is nobody else's
            await self._sharing.join()

    async def _listen(self) -> None:
        updater, settings = self._application.updater, self._settings
        if updater is None:
            return
        if not settings.telegram_webhook_url:
            await updater.start_polling(
                allowed_updates=WANTED, bootstrap_retries=-1, error_callback=_polling_trouble
            )
            return
        self._hook.open = True
        try:
            await self._application.bot.set_webhook(
                settings.telegram_webhook_url,
                max_connections=CONNECTIONS,
                allowed_updates=WANTED,
                secret_token=webhook_secret(settings.telegram_token),
            )
        except BadRequest as error:
            raise NotLetIn(f"Telegram does not take TELEGRAM_WEBHOOK_URL: {error.message}") from None

    async def _tell_commands(self) -> None:
        """Tell Telegram what can be said, in every language that we speak."""
        for language in ("", *LANGUAGES):
            texts = catalogue(language or self._settings.language)
            commands = [
                BotCommand(name, short(texts.label(f"command.{name}"), DESCRIPTION)) for name in COMMANDS
            ]
            try:
                await self._application.bot.set_my_commands(commands, language_code=language or None)
            except RetryAfter as error:
                log.warning("the list of commands is not up to date: %s", error.message)

    async def _show_again(self, wanted: Callable[[str], bool]) -> None:
        """Repeat what is saved where somebody was owed an answer when a worker went down."""
        for channel in await self._store.debts.all():
            if not wanted(channel):
                continue
            ledger = await self._ledgers.of(channel)
            key = next((one.key for one in reversed(ledger.shown) if asked_game(one.key)), "")
            try:
                await self.post(await self._service.retell(channel, time.time(), asked_game(key), key))
            except Moved:
                log.info("%s was moved: it is shown at its new place", channel)
            except (Conflict, Unreadable) as error:
                log.error("what is owed cannot be told: %s", error)
            await self._ledgers.settle(ledger)

    # -- what the library and the outbox report -----------------------------------------------------

    async def _take(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        await self._sorting.polled(update)

    async def _do(self, item: Item, pace: Pace) -> list[Item]:
        later = await self._poster.do(item, pace)
        if item.message is not None and item.message.to is None:
            self._watch.shown(item.message.channel, item.message.key)
        return later

    async def _done(self, item: Item) -> None:
        if item.message is not None:
            ledger = await self._ledgers.of(item.place.channel, item.about)
            await (self._ledgers.paid(ledger) if item.owed else self._ledgers.keep(ledger))

    async def _shut(self, item: Item) -> None:
        await self._answering.refused(item)

    async def _moved(self, old: int, new: int) -> bool:
        if not self._sharing.mine(new):
            await self._sorting.tell_moved(old, new)
            return False
        await self._migrating.move(old, new)
        return True

    def _was_mine(self, chat: int) -> bool:
        return self._sharing.was_mine(chat, time.monotonic() - MINUTE)

    async def _tell_forget(self, chat: int) -> None:
        await self._sorting.tell_forget(chat)

    async def _shared_anew(self, gained: Gained) -> None:
        """Workers have come or gone: leave what others see to now, and show what they have left to us."""

        def others(channel: str) -> bool:
            return not self._sees_to(channel)

        self._outbox.let_go(others)
        self._ledgers.let_go(others)
        await self._show_again(
            lambda channel: (place := place_of(channel)) is not None and gained(place.chat)
        )


def application(settings: Settings, wire: Wire, updates: Wire) -> Application[Any, Any, Any, Any, Any, Any]:
    """The library's part: the connection, its limits, and many updates at a time."""
    builder = (
        ApplicationBuilder()
        .token(settings.telegram_token)
        .rate_limiter(
            AIORateLimiter(
                overall_max_rate=settings.telegram_per_second,
                group_max_rate=settings.telegram_group_per_minute,
            )
        )
        .concurrent_updates(AT_ONCE)
        .request(wire)
        .get_updates_request(updates)
        .job_queue(None)
    )
    url = settings.telegram_api_url.rstrip("/")
    if url:
        builder = builder.base_url(f"{url}/bot").base_file_url(f"{url}/file/bot")
    return builder.build()


def _polling_trouble(error: TelegramError) -> None:
    """The library tries again by itself: a line in the log is enough."""
    log.warning("Telegram: no updates for a moment: %s", error.message)


async def open_telegram(
    settings: Settings, service: Service, store: Store, painter: Painter, watch: Watch = NOBODY
) -> TelegramChat:
    """Telegram, connected or about to be; raises NotLetIn."""
    chat = TelegramChat(settings, service, store, painter, watch)
    await chat.start()
    return chat
