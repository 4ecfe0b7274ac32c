"""How the parts become one program: store, conversation, computer players, pictures, chats, alarms."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from bot.chats.web.doors.discord import Activity
from bot.chats.web.doors.telegram import MiniApp
from bot.chats.web.doors.visitor import Door
from bot.chats.web.files import PictureFiles
from bot.chats.web.rooms import Tools
from bot.chats.web.server import WebChat
from bot.computers.pool import Computers
from bot.conversation.protocol.durations import DAY
from bot.conversation.protocol.platform import Platform
from bot.conversation.service import Service
from bot.conversation.table.cups.model import CUP
from bot.conversation.table.earlier_games import take_in_once
from bot.conversation.table.repository import Policy
from bot.delivery.publisher import Publisher
from bot.operations.health import Health
from bot.operations.http import observation
from bot.operations.instrumented import MeasuredComputers, MeasuredService
from bot.operations.lag import measure_lag
from bot.operations.metrics import Metrics
from bot.pictures.painter import Painter
from bot.scheduler import ring_alarms
from bot.settings import Settings
from bot.tasks import end
from bot.version import version
from storage import AccessDenied, FolderUnusable, StorageError, Store, Unavailable
from storage.open import open_store

MOST_PORTS = 20  # looked at until one is free
GARBAGE = 10_000  # objects more than before, until it is looked which of them are garbage
AGAIN = 5.0  # seconds until a store that is not there is looked for again

log = logging.getLogger(__name__)


def doors_of(settings: Settings) -> list[Door]:
    """The doors from chats to their live boards: none without an address that the platforms can open."""
    found: list[Door] = []
    if settings.public and settings.telegram_token:
        found.append(MiniApp(settings.telegram_token))
    if settings.public and settings.discord_token and settings.discord_client_secret:
        api_url = settings.discord_api_url
        found.append(Activity(settings.discord_token, settings.discord_client_secret, api_url))
    return found


async def open_web(settings: Settings, tools: Tools, health: Health) -> WebChat:
    """The local room, on the first free port from the one that is set; raises OSError if there is none."""
    port = settings.web_port
    last = min(port + MOST_PORTS - 1, 65535) if port else 0
    while True:
        web = WebChat(tools, health, settings.web_host, settings.web_url, doors_of(settings))
        try:
            await web.start(port)
        except OSError:
            if port == last:
                raise
            port += 1
        else:
            log.info("room_open host=%s port=%d", settings.web_host, web.port)
            return web


async def _platforms(settings: Settings, tools: Tools) -> AsyncIterator[Platform]:
    """The chats whose tokens are set. Their libraries are heavy: each is imported only then."""
    if settings.discord_token:
        from bot.chats.discord.connection import DiscordRoom

        yield DiscordRoom(settings, tools.service, tools.painter, tools.watch)
    if settings.telegram_token:
        from bot.chats.telegram.connection import open_telegram

        yield await open_telegram(settings, tools.service, tools.store, tools.painter, tools.watch)


def policy_of(settings: Settings) -> Policy:
    """The settings about tables and users."""
    return Policy(
        tables_per_user=settings.tables_per_user,
        burst=settings.commands_per_minute,
        channel_burst=settings.channel_commands_per_minute,
        keep_finished=settings.keep_finished_days * DAY or None,
        keep_lobby=settings.keep_lobby_days * DAY or None,
        keep_idle=settings.keep_idle_days * DAY or None,
        computer_pace=settings.computer_pace,
        language=settings.language,
        tips=settings.tips,
    )


@asynccontextmanager
async def running(settings: Settings, chats: list[Platform] | None = None) -> AsyncIterator[WebChat | None]:
    """The whole program, running until the block ends, with its room unless that is switched off.

    `chats` is filled with all chats. Raises StorageError and OSError if it cannot begin.
    """
    chats = [] if chats is None else chats
    async with AsyncExitStack() as cleanup:
        metrics = Metrics()
        folder = _folder(settings)
        store = await _open_store(settings, metrics)
        cleanup.push_async_callback(store.close)
        computers = Computers(settings.computers)
        cleanup.push_async_callback(computers.close)
        thinking = MeasuredComputers(computers, settings.computers, metrics)
        painter = Painter(metrics)
        cleanup.callback(painter.close)
        service = MeasuredService(Service.on(store, thinking, policy_of(settings)), metrics)
        service.repository.chats = chats
        health = Health(store, chats)
        if settings.metrics_port:
            seen = observation(settings.metrics_host, settings.metrics_port, metrics, health)
            await cleanup.enter_async_context(seen)
        files = PictureFiles(folder / "pictures")
        keep = settings.keep_history_days * DAY or None
        tools = Tools(service, store, painter, files, metrics, keep)
        web = None
        if settings.room:
            web = await open_web(settings, tools, health)
            chats.append(web)
            cleanup.push_async_callback(web.close)
        async for chat in _platforms(settings, tools):
            chats.append(chat)
            cleanup.push_async_callback(chat.close)
        publisher = Publisher(service, store, secrets.token_hex(8))
        service.repository.publish = publisher.kick
        cleanup.push_async_callback(publisher.close)
        listening = asyncio.create_task(publisher.listen())
        cleanup.push_async_callback(end, listening)
        post, deliver = service.repository.post, service.repository.deliver
        ringing = ring_alarms(service, store, post, wanted_by(chats), deliver=deliver)
        alarms = asyncio.create_task(ringing)
        cleanup.push_async_callback(end, alarms)
        looking = asyncio.create_task(measure_lag(store, metrics, count=settings.metrics_port != 0))
        cleanup.push_async_callback(end, looking)
        for chat in chats:
            taking_in = asyncio.create_task(_take_in(service, chat))
            cleanup.push_async_callback(end, taking_in)
        _show_queues(metrics, chats, thinking, painter)
        health.started = True
        names = ",".join(chat.prefix.removesuffix(":") for chat in chats)
        log.info("started chats=%s version=%s", names, version())
        yield web


async def _take_in(service: Service, chat: Platform) -> None:
    """List the results of games that an earlier version has finished, once, when the chat is connected."""
    while not chat.connected:
        await asyncio.sleep(1.0)
    try:
        await take_in_once(service.repository, chat.prefix)
    except Exception:  # it is tried again with the next start
        log.exception("results_not_taken_in platform=%s", chat.prefix.strip(":"))


def _show_queues(
    metrics: Metrics, chats: list[Platform], thinking: MeasuredComputers, painter: Painter
) -> None:
    """Metrics that are read when they are requested."""
    for chat in chats:
        name = chat.prefix.removesuffix(":")
        metrics.waiting.labels(name).set_function(partial(getattr, chat, "waiting"))
        metrics.connected.labels(name).set_function(partial(getattr, chat, "connected"))
    metrics.waiting.labels("computers").set_function(lambda: thinking.waiting)
    metrics.waiting.labels("pictures").set_function(lambda: painter.waiting)


async def _open_store(settings: Settings, metrics: Metrics) -> Store:
    """The store; a server that is not there yet is waited for. Raises StorageError if waiting is no help."""
    while True:
        try:
            store = await open_store(
                settings.redis_url or None, folder=settings.data_folder, watch=metrics.stored
            )
            break
        except AccessDenied:
            raise
        except Unavailable as error:
            log.warning("store_not_there error=%s retry_in=%.0f", error, AGAIN)
            await asyncio.sleep(AGAIN)
    try:
        await store.ping()
    except StorageError as error:  # boards can be looked at, and it may change
        log.error("store_takes_no_writes error=%s", error)
    return store


def _folder(settings: Settings) -> Path:
    """The data folder; without a room and a server of our own, nothing in it is kept. Raises StorageError."""
    if sys.platform == "win32":
        folder = settings.data_folder or Path.home() / "AppData" / "Local" / "bastide"
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    from storage.embedded.folder import data_folder, prepared

    try:
        return prepared(settings.data_folder or data_folder())
    except FolderUnusable:
        if settings.room or not settings.redis_url:
            raise
        return Path(tempfile.mkdtemp(prefix="bastide-"))


def wanted_by(chats: list[Platform]) -> Callable[[str, float], bool]:
    """Alarms of platforms that this process does not serve are left to other workers."""

    def wanted(channel: str, late: float) -> bool:
        if channel.startswith(CUP):  # the table of a cup: it is told by those who serve its channels
            return True
        return any(channel.startswith(chat.prefix) and chat.rings(channel, late) for chat in chats)

    return wanted


def settle_memory() -> None:
    """Look for garbage in what is new only: the modules, catalogues and tiles of a started program stay.

    Little of what a command makes refers to itself, so it is enough to look less often than by default.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


Announce = Callable[[WebChat | None, list[Platform]], None]


async def run(settings: Settings, announce: Announce) -> None:
    """Run until SIGINT or SIGTERM, which may come while it starts.

    Raises StorageError and OSError if it cannot begin.
    """
    stop, begun = asyncio.Event(), asyncio.Event()
    beginning = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def end_() -> None:
        stop.set()
        if not begun.is_set() and beginning is not None:
            beginning.cancel()

    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends the loop by itself
            loop.add_signal_handler(name, end_)
    chats: list[Platform] = []
    try:
        async with running(settings, chats) as web:
            begun.set()
            settle_memory()
            announce(web, chats)
            await stop.wait()
            log.info("stopping")
            for name in (signal.SIGINT, signal.SIGTERM):
                with contextlib.suppress(NotImplementedError):
                    loop.remove_signal_handler(name)  # a second one means: at once
    except asyncio.CancelledError:
        if not stop.is_set():
            raise
        log.info("stopped_while_starting")
