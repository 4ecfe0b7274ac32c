"""`bastide play`: everything at work, with a room in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot import settings as environment
from bot.operations.logs import set_up_logs
from bot.operations.urls import ANYWHERE, link
from bot.settings import BadSetting, Settings
from storage import StorageError

if TYPE_CHECKING:
    from bot.chats.web.server import WebChat


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

    if not settings.room and not (settings.discord_token or settings.telegram_token):
        print("There is nothing to do: BASTIDE_ROOM is off and no platform has a token.", file=sys.stderr)
        return 1

    def announce(web: WebChat | None) -> None:
        if web is None:
            print("At work without a room.", flush=True)
        else:
            _announce(settings, web.port, browser=not args.no_browser)

    try:
        asyncio.run(work(settings, announce))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"Bastide cannot start: {where}{error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def _announce(settings: Settings, port: int, *, browser: bool) -> None:
    if settings.web_port not in (0, port):
        print(f"Port {settings.web_port} is taken by another program, so this time it is {port}.")
    host = "localhost" if settings.web_host in (*ANYWHERE, "127.0.0.1", "::1") else settings.web_host
    room = settings.web_url or link(host, port)
    print(f"The room is open: {room}/", flush=True)
    if settings.web_host in ANYWHERE:
        print(f"Others in your network come in by this computer's name or address, port {port}.")
    print("Ctrl-C closes it; games are kept.", flush=True)
    if browser and _has_display():
        webbrowser.open(room)


def _has_display() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
