"""`bastide doctor`: what is set, what works, and in plain words how to mend what does not."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from bot import settings as environment
from bot.cli.findings import Finding, bad, fine, remark
from bot.cli.platforms import discord_findings, telegram_findings
from bot.cli.play import ON_WINDOWS, kept_in
from bot.locales.languages import LANGUAGES
from bot.settings import BadSetting, Settings
from bot.version import version
from storage import FolderInUse, StorageError
from storage.open import open_store

LITTLE_DISK, TOO_LITTLE_DISK = 500, 50  # megabytes
PATIENCE = 3.0  # seconds for the store


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("doctor", help="check settings, store, tokens, ports, disk; say how to mend")
    parser.add_argument("--data", type=Path, help="folder that keeps the games")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print all findings; the exit code is 1 if something does not work."""
    return asyncio.run(_examine(args))


async def _examine(args: argparse.Namespace) -> int:
    try:
        settings = environment.read()
    except BadSetting as error:
        print(bad("settings", f"{error}", "Correct it in the environment or in .env; see .env.example."))
        return 1
    if args.data:
        settings = replace(settings, data_folder=args.data)
    found = []
    async for finding in findings(settings):
        print(finding, flush=True)
        found.append(finding)
    print(verdict(found))
    return max(finding.exit_code for finding in found)


def verdict(found: Iterable[Finding]) -> str:
    """The last line: whether something does not work, or is worth a look."""
    marks = {finding.mark for finding in found}
    if "!!" in marks:
        return "Something does not work: see the lines with !!"
    return "Nothing is broken, but see the lines with --" if "--" in marks else "All is well."


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Everything that can be said of these settings, here and now."""
    for finding in (*_program(), *_settings(settings)):
        yield finding
    async for found in _store(settings):
        yield found
    for finding in (_fonts(), *_ports(settings), *_disk(settings)):
        yield finding
    async for found in discord_findings(settings):
        yield found
    async for found in telegram_findings(settings):
        yield found


def _program() -> Iterator[Finding]:
    yield fine("program", f"bastide {version()}, Python {sys.version.split()[0]}, {sys.platform}")


def _settings(settings: Settings) -> Iterator[Finding]:
    usual = Settings()
    given = [
        name
        for name, field in environment.FIELDS.items()
        if getattr(settings, field) != getattr(usual, field)
    ]
    yield fine("settings", f"set: {', '.join(given) or 'none, all defaults'}")
    if not settings.room and not (settings.discord_token or settings.telegram_token):
        yield bad("settings", "there is nothing to do", "Set a token, or BASTIDE_ROOM=on.")
    if settings.telegram_webhook_url and not settings.telegram_webhook_url.startswith("https://"):
        yield bad("settings", "TELEGRAM_WEBHOOK_URL is no https address", "Telegram calls nothing else.")
    if settings.web_host in ("0.0.0.0", "::") and not settings.web_url:  # noqa: S104  # compared, not opened
        yield remark(
            "settings", "the room is open to your network, without TLS", "Set BASTIDE_WEB_URL behind a proxy."
        )


async def _store(settings: Settings) -> AsyncIterator[Finding]:
    if sys.platform == "win32" and not settings.redis_url:
        yield bad("store", "there is none", ON_WINDOWS)
        return
    where = kept_in(settings)
    try:
        began = time.perf_counter()
        url = settings.redis_url or None
        async with await open_store(url, folder=settings.data_folder, patience=PATIENCE) as store:
            await store.ping()
            due = await store.deadlines.next_due()
            took = (time.perf_counter() - began) * 1000
        yield fine("store", f"{where} answers and takes writes ({took:.0f} ms with the connection)")
        if due is not None and time.time() - due > PATIENCE * 100:
            yield remark(
                "store", "deadlines are late", "Is the bot running, and is this computer's clock right?"
            )
    except FolderInUse:
        yield fine("store", f"a bot is at work in {where}; its /healthz tells more")
    except StorageError as error:
        yield bad("store", str(error), "The bot cannot keep games until that is mended.")


def _fonts() -> Finding:
    from renderer.style.text import FONTS, font

    try:
        for name in (*FONTS["regular"], *(name for one in LANGUAGES.values() for name in one.fonts)):
            font(name, 20).getmask("Жж Ää")
    except (OSError, ImportError) as error:
        return bad("pictures", f"the fonts cannot be read: {error}", "Install Bastide anew.")
    return fine("pictures", "the fonts are there")


def _ports(settings: Settings) -> Iterator[Finding]:
    wanted = {"BASTIDE_WEB_PORT": (settings.web_host, settings.web_port if settings.room else 0)}
    wanted["BASTIDE_METRICS_PORT"] = settings.metrics_host, settings.metrics_port
    if settings.telegram_webhook_url:
        wanted["TELEGRAM_WEBHOOK_PORT"] = settings.telegram_webhook_host, settings.telegram_webhook_port
    for name, (host, port) in wanted.items():
        if port:
            yield _port(name, host, port)


def _port(name: str, host: str, port: int) -> Finding:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as holder:
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind((host, port))
    except OSError as error:
        return remark(
            "ports", f"{host}:{port} is not free ({error.strerror})", f"Is a bot running? Else set {name}."
        )
    return fine("ports", f"{host}:{port} is free")


def _disk(settings: Settings) -> Iterator[Finding]:
    if settings.redis_url and not settings.room:
        return
    folder = Path(kept_in(settings)) if not settings.redis_url else settings.data_folder or Path.home()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // 1_000_000
    if not os.access(folder, os.W_OK):
        yield bad(
            "disk", f"{folder} cannot be written", "Give it to the user who runs this, or set BASTIDE_DATA."
        )
    said = f"{_size(free)} free in {folder}"
    if free < TOO_LITTLE_DISK:
        yield bad("disk", said, "Games cannot be saved when it is full: make room.")
    elif free < LITTLE_DISK:
        yield remark("disk", said, "Pictures of the room take up to 150 MB.")
    else:
        yield fine("disk", said)


def _size(megabytes: int) -> str:
    return f"{megabytes / 1000:.1f} GB" if megabytes >= 1000 else f"{megabytes} MB"
