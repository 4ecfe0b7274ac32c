"""The environment as typed settings. Everything has a default: without any, the local room runs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from bot.locales.languages import ENGLISH, LANGUAGES


class BadSetting(ValueError):
    """A setting that cannot be used; the message names it and its format."""


def _text(name: str, default: Any = "", read: Callable[[str], Any] = str) -> Any:
    """A setting under its name in the environment; `read` raises ValueError with what the value must be."""
    return field(default=default, metadata={"name": name, "read": read})


def _number(name: str, default: int, least: int, most: int) -> Any:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise ValueError(f"be a whole number from {least} to {most}")
        return int(text)

    return _text(name, default, read)


def _one_of(name: str, default: str, *known: str) -> Any:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"be one of {', '.join(known)}")
        return text

    return _text(name, default, read)


def _url(name: str) -> Any:
    return _text(name, "", lambda text: text.rstrip("/"))


def _days(name: str, default: int) -> Any:
    return _number(name, default, 0, 36_500)


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("be one of on, off")
    return text == "on"


def read_shards(text: str) -> tuple[range, int]:
    """The shards of "0-1/4" (or "2/4"), and how many there are in all; raises ValueError."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", text, re.ASCII)
    first, last, all_ = (int(match[1]), int(match[2] or match[1]), int(match[3])) if match else (1, 0, 0)
    if not first <= last < all_:
        raise ValueError("look like 0-1/4: the first and the last, of how many")
    return range(first, last + 1), all_


def _shards(text: str) -> str:
    read_shards(text)
    return text


def _app_name(text: str) -> str:
    if not re.fullmatch(r"\w{3,30}", text, re.ASCII):
        raise ValueError("be the short name that BotFather shows: letters, digits, underscores")
    return text


@dataclass(frozen=True, slots=True)
class Settings:
    """What a deployment can set. A platform runs when its token is set."""

    discord_token: str = _text("DISCORD_TOKEN")
    discord_api_url: str = _text("DISCORD_API_URL")
    discord_gateway_url: str = _text("DISCORD_GATEWAY_URL")
    discord_shards: str = _text("DISCORD_SHARDS", "", _shards)  # 0-1/4; empty: all that Discord advises
    discord_client_secret: str = _text("DISCORD_CLIENT_SECRET")  # for the Activity; empty: there is none
    telegram_token: str = _text("TELEGRAM_TOKEN")
    telegram_api_url: str = _text("TELEGRAM_API_URL")
    telegram_webhook_url: str = _text("TELEGRAM_WEBHOOK_URL")  # empty: long polling
    telegram_webhook_host: str = _text("TELEGRAM_WEBHOOK_HOST", "127.0.0.1")
    telegram_webhook_port: int = _number("TELEGRAM_WEBHOOK_PORT", 8443, 1, 65535)
    telegram_worker_url: str = _url("TELEGRAM_WORKER_URL")  # for other workers; empty: from host and port
    telegram_group_per_minute: int = _number("TELEGRAM_GROUP_PER_MINUTE", 20, 2, 100_000)
    telegram_per_second: int = _number("TELEGRAM_PER_SECOND", 30, 1, 100_000)  # in all chats
    telegram_app: str = _text("TELEGRAM_APP", "", _app_name)  # the Mini App's short name at BotFather
    redis_url: str = _text("REDIS_URL")  # empty: an embedded server
    data_folder: Path | None = _text("BASTIDE_DATA", None, Path)  # noqa: RUF009  # None: the user's
    web_host: str = _text("BASTIDE_WEB_HOST", "127.0.0.1")
    web_port: int = _number("BASTIDE_WEB_PORT", 8080, 0, 65535)
    web_url: str = _url("BASTIDE_WEB_URL")  # the public address, if a proxy stands in front
    computers: int = _number("BASTIDE_COMPUTERS", 2, 1, 64)  # processes that think for computer players
    computer_pace: int = _number("COMPUTER_PACE", 2, 0, 60)  # seconds, where a table does not choose
    language: str = _one_of("BASTIDE_LANGUAGE", ENGLISH.tag, *LANGUAGES)  # of users without a supported one
    tables_per_user: int = _number("TABLES_PER_USER", 20, 1, 1000)
    commands_per_minute: int = _number("COMMANDS_PER_MINUTE", 120, 1, 100_000)
    channel_commands_per_minute: int = _number("CHANNEL_COMMANDS_PER_MINUTE", 0, 0, 1_000_000)  # 0: times 5
    keep_finished_days: int = _days("KEEP_FINISHED_DAYS", 0)  # 0: for good
    keep_lobby_days: int = _days("KEEP_LOBBY_DAYS", 14)  # without a change
    keep_idle_days: int = _days("KEEP_IDLE_DAYS", 60)  # running tables without a move
    keep_history_days: int = _days("KEEP_HISTORY_DAYS", 90)  # messages in a room of the browser
    log_level: str = _one_of("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
    log_format: str = _one_of("LOG_FORMAT", "plain", "plain", "json")
    metrics_host: str = _text("BASTIDE_METRICS_HOST", "127.0.0.1")
    metrics_port: int = _number("BASTIDE_METRICS_PORT", 0, 0, 65535)  # 0: not served
    room: bool = _text("BASTIDE_ROOM", True, _switch)  # the room in the browser
    tips: bool = _text("BASTIDE_TIPS", True, _switch)  # for a user's first moves

    @property
    def public(self) -> bool:
        """Whether the room has an address that Telegram and Discord can open."""
        return self.room and self.web_url.startswith("https://")


FIELDS = {one.metadata["name"]: one.name for one in fields(Settings)}  # by the name in the environment
NAMES = tuple(FIELDS)


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment; an empty value is the default. Raises BadSetting."""
    found: dict[str, Any] = {}
    for one in fields(Settings):
        name = one.metadata["name"]
        try:
            if text := environment.get(name, ""):
                found[one.name] = one.metadata["read"](text)
        except ValueError as error:
            raise BadSetting(f"{name} must {error}") from None
    return Settings(**found)
