"""The connection to Telegram: by long polling, or by a webhook if an address is set."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from telegram import BotCommand, Update
from telegram.error import InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import AIORateLimiter, Application, ApplicationBuilder, ContextTypes, TypeHandler

from bot.conversation.catalogue import LANGUAGES, catalogue
from bot.conversation.messages import Command, Outgoing, Person
from bot.conversation.personal import COMMANDS
from bot.conversation.service import Service
from bot.settings import Settings
from bot.telegram_chat.answering import Answering
from bot.telegram_chat.ledger import Ledgers
from bot.telegram_chat.marking import short
from bot.telegram_chat.migrating import Migrating
from bot.telegram_chat.outbox import Events, Item, Outbox
from bot.telegram_chat.painting import Gallery, Painter
from bot.telegram_chat.people import People
from bot.telegram_chat.posting import Poster
from bot.telegram_chat.privacy import Privacy
from bot.telegram_chat.receiving import Receiving
from bot.telegram_chat.secrecy import keep_secret
from bot.telegram_chat.wire import Wire
from storage import Store

AT_ONCE = 256  # updates
WANTED = [Update.MESSAGE, Update.CALLBACK_QUERY]
DESCRIPTION = 256
PATIENCE = 5.0  # seconds for what is still to be sent when the bot stops

log = logging.getLogger(__name__)


class NotLetIn(OSError):
    """Telegram does not accept the token."""


class TelegramChat:
    """Telegram, connected."""

    prefix = "telegram:"

    def __init__(self, settings: Settings, service: Service, store: Store, painter: Painter) -> None:
        keep_secret(settings.telegram_token)
        self._settings = settings
        self._service = service
        self._store = store
        self._application = application(settings)
        bot = self._application.bot
        self._ledgers = ledgers = Ledgers(store.users)
        events = Events(self._done, self._shut, self._moved)
        poster = Poster(bot, ledgers, Gallery(painter))
        self._outbox = outbox = Outbox(poster.do, events, settings.telegram_group_per_minute)
        privacy = Privacy(store.users, bot)
        self._answering = answering = Answering(bot, outbox, privacy)
        self._migrating = Migrating(service, answering, ledgers, store.users)
        self._receiving = Receiving(
            bot, service, answering, outbox, ledgers, privacy, People(bot), self._migrating
        )
        self._application.add_handler(TypeHandler(Update, self._take))
        self._connecting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, in the background if Telegram cannot be reached yet; raises NotLetIn."""
        try:
            await self._connect()
        except NetworkError as error:
            log.warning("Telegram cannot be reached yet: %s", type(error).__name__)
            self._connecting = asyncio.create_task(self._keep_connecting())

    async def post(self, messages: list[Outgoing]) -> None:
        """Say messages that no update has asked for."""
        await self._migrating.show(messages)

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Take somebody out of the notes."""
        await self._ledgers.forget(user, names, channels)

    async def close(self) -> None:
        """Take no more updates, finish what is under way, send what is to be sent, and leave."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        updater = self._application.updater
        if updater is not None and updater.running:
            await updater.stop()
        if self._application.running:
            await self._application.stop()
        await self._outbox.drain(PATIENCE)
        await self._application.shutdown()

    async def _keep_connecting(self) -> None:
        wait = 1.0
        while True:
            await asyncio.sleep(wait)
            try:
                await self._connect()
            except NetworkError:
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
        if not self._application.running:
            await self._show_again()
            await self._application.start()
        await self._listen()
        log.info("Telegram: connected as @%s", self._application.bot.username)

    async def _listen(self) -> None:
        updater, settings = self._application.updater, self._settings
        if updater is None:
            return
        if not settings.telegram_webhook_url:
            await updater.start_polling(
                allowed_updates=WANTED, bootstrap_retries=-1, error_callback=_polling_trouble
            )
            return
        await updater.start_webhook(
            listen=settings.telegram_webhook_host,
            port=settings.telegram_webhook_port,
            url_path=urlsplit(settings.telegram_webhook_url).path.lstrip("/"),
            webhook_url=settings.telegram_webhook_url,
            secret_token=webhook_secret(settings.telegram_token),
            allowed_updates=WANTED,
            bootstrap_retries=-1,
        )

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

    async def _show_again(self) -> None:
        """Repeat what is saved where somebody was owed an answer when the bot went down."""
        for channel in await self._store.tables.channels():
            if not channel.startswith(self.prefix):
                continue
            ledger = await self._ledgers.of(channel)
            if ledger.owed:
                asking = Command(Person(channel, "Telegram"), channel, time.time(), name="board")
                await self.post([one for one in await self._service.handle(asking) if one.to is None])
                await self._ledgers.settle(ledger)

    # -- what the library and the outbox report -----------------------------------------------------

    async def _take(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        await self._receiving.take(update)

    async def _done(self, item: Item) -> None:
        if item.message is not None:
            ledger = await self._ledgers.of(item.place.channel)
            await (self._ledgers.paid(ledger) if item.owed else self._ledgers.keep(ledger))

    async def _shut(self, item: Item) -> None:
        await self._answering.refused(item)

    async def _moved(self, old: int, new: int) -> None:
        await self._migrating.move(old, new)


def application(settings: Settings) -> Application[Any, Any, Any, Any, Any, Any]:
    """The library's part: the connection, its limits, and many updates at a time."""
    builder = (
        ApplicationBuilder()
        .token(settings.telegram_token)
        .rate_limiter(AIORateLimiter(group_max_rate=settings.telegram_group_per_minute))
        .concurrent_updates(AT_ONCE)
        .request(Wire())
        .get_updates_request(Wire(1))
        .job_queue(None)
    )
    url = settings.telegram_api_url.rstrip("/")
    if url:
        builder = builder.base_url(f"{url}/bot").base_file_url(f"{url}/file/bot")
    return builder.build()


def _polling_trouble(error: TelegramError) -> None:
    """The library tries again by itself: a line in the log is enough."""
    log.warning("Telegram: no updates for a moment: %s", error.message)


def webhook_secret(token: str) -> str:
    """What Telegram must send along with every update; it follows from the token and does not tell it."""
    return hmac.new(token.encode(), b"webhook", hashlib.sha256).hexdigest()


async def open_telegram(settings: Settings, service: Service, store: Store, painter: Painter) -> TelegramChat:
    """Telegram, connected or about to be; raises NotLetIn."""
    chat = TelegramChat(settings, service, store, painter)
    await chat.start()
    return chat
