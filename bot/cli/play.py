"""`bastide play`: everything at work, with a room in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot import settings as environment
from bot.operations.logs import set_up_logs
from bot.operations.urls import ANYWHERE, room_address
from bot.settings import BadSetting, Settings
from storage import StorageError
from storage.redis.address import shown

if TYPE_CHECKING:
    from bot.chats.web.server import WebChat
    from bot.conversation.protocol.platform import Platform

ON_WINDOWS = (
    "On Windows itself there is no server to keep the games: run it in WSL 2 (`wsl --install`, then make "
    "play), in Docker Desktop (docker compose up -d), or set REDIS_URL to the address of a Redis server."
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("play", help="open a room in the browser and play")
    parser.add_argument("--host", help="address to listen on; 0.0.0.0 lets the whole house in")
    parser.add_argument("--port", type=int, help="port to listen on (8080); 0 takes any")
    parser.add_argument("--data", type=Path, help="folder that keeps the games")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until interrupted; the exit code is 1 if it cannot begin."""
    from bot.app import run as work  # heavy: the other commands do without it

    try:
        settings = environment.read()
    except BadSetting as error:
        print(error, file=sys.stderr)
        return 1
    if args.host:
        settings = replace(settings, web_host=args.host)
    if args.port is not None:
        settings = replace(settings, web_port=args.port)
    if args.data:
        settings = replace(settings, data_folder=args.data)
    set_up_logs(settings)
    if sys.platform == "win32" and not settings.redis_url:
        print(ON_WINDOWS, file=sys.stderr)
        return 1
    if not settings.room and not (settings.discord_token or settings.telegram_token):
        print("There is nothing to do: BASTIDE_ROOM is off and no platform has a token.", file=sys.stderr)
        return 1

    def announce(web: WebChat | None, chats: Sequence[Platform]) -> None:
        if web is None:
            print("At work without a room.")
        else:
            _say_where(settings, web.port)
        _say_what_next(settings, chats)
        if web is not None and not args.no_browser and _has_display():
            webbrowser.open(_address(settings, web.port))

    if sys.platform != "win32":
        os.umask(0o077)  # pictures and games hold people's names
    try:
        asyncio.run(work(settings, announce))
    except StorageError as error:
        print(f"Bastide cannot start. {error}", file=sys.stderr)
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"Bastide cannot start: {where}{error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def _address(settings: Settings, port: int) -> str:
    return room_address(settings.web_url, settings.web_host, port)


def _say_where(settings: Settings, port: int) -> None:
    if settings.web_port not in (0, port):
        print(f"Port {settings.web_port} is taken by another program, so this time it is {port}.")
    print(f"The room is open: {_address(settings, port)}/", flush=True)
    if settings.web_host in ANYWHERE and _in_container():
        print(f"If the container's port {port} is published as {port}; others reach what you publish.")
    elif settings.web_host in ANYWHERE:
        print(f"Others in your network come in by this computer's name or address, port {port}.")


def _say_what_next(settings: Settings, chats: Sequence[Platform]) -> None:
    """The invitations, where the games are, how it ends."""
    for chat in chats:
        if chat.invitation:
            print(f"Invite the bot to a group on {chat.prefix.removesuffix(':').title()}: {chat.invitation}")
    if not (settings.discord_token or settings.telegram_token):
        print(
            "For Discord or Telegram set DISCORD_TOKEN or TELEGRAM_TOKEN: docs/discord.md, docs/telegram.md."
        )
    print(f"Games are kept in {kept_in(settings)}.")
    print("Ctrl-C stops it.", flush=True)


def kept_in(settings: Settings) -> str:
    """Where the games are, for people; without a password."""
    if settings.redis_url:
        return shown(settings.redis_url)
    from storage.embedded.folder import data_folder  # not on Windows

    return str((settings.data_folder or data_folder()).expanduser().resolve())


def _in_container() -> bool:
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))


def _has_display() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
