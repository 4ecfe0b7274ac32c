"""The environment as typed settings. Everything has a default: without any, the local room runs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class BadSetting(ValueError):
    """A setting that cannot be used; the message names it and says what it should look like."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a deployment can set. A platform runs when its token is set."""

    discord_token: str = ""
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    discord_shards: str = ""  # those of this worker, of how many: 0-1/4; empty: all that Discord advises
    telegram_token: str = ""
    telegram_api_url: str = ""
    telegram_webhook_url: str = ""  # empty: long polling
    telegram_webhook_host: str = "127.0.0.1"
    telegram_webhook_port: int = 8443
    telegram_worker_url: str = ""  # how other webhook workers reach this one; empty: from host and port
    telegram_group_per_minute: int = 20  # messages and edits; a Bot API server of one's own may allow more
    telegram_per_second: int = 30  # messages in all chats; several workers share what Telegram allows
    redis_url: str = ""  # empty: an embedded server
    data_folder: Path | None = None  # of the embedded server; None: the user's data folder
    web_host: str = "127.0.0.1"
    web_port: int = 8080
    web_url: str = ""  # how people reach the room if something stands in front of it
    computers: int = 2  # processes that think for computer players
    computer_pace: int = 2  # seconds before a computer plays, where a table does not choose; 0: at once
    language: str = "en"  # of channels and people who name none that we speak
    tables_per_user: int = 20
    commands_per_minute: int = 120
    channel_commands_per_minute: int = 0  # of all people in a channel together; 0: five times as many
    keep_finished_days: int = 0  # 0: for good
    keep_lobby_days: int = 14  # without a change; 0: for good
    keep_idle_days: int = 60  # running tables without a move; 0: for good
    keep_history_days: int = 90  # what was said in a room of the browser; 0: for good
    log_level: str = "INFO"
    log_format: str = "plain"
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0  # of /metrics and /healthz; 0: not served
    room: bool = True  # the room in the browser


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment; raises BadSetting."""
    usual = Settings()
    folder = environment.get("BASTIDE_DATA", "")
    return Settings(
        discord_token=environment.get("DISCORD_TOKEN", ""),
        discord_api_url=environment.get("DISCORD_API_URL", ""),
        discord_gateway_url=environment.get("DISCORD_GATEWAY_URL", ""),
        discord_shards=_shards(environment, "DISCORD_SHARDS"),
        telegram_token=environment.get("TELEGRAM_TOKEN", ""),
        telegram_api_url=environment.get("TELEGRAM_API_URL", ""),
        telegram_webhook_url=environment.get("TELEGRAM_WEBHOOK_URL", ""),
        telegram_webhook_host=environment.get("TELEGRAM_WEBHOOK_HOST", usual.telegram_webhook_host),
        telegram_webhook_port=_number(
            environment, "TELEGRAM_WEBHOOK_PORT", usual.telegram_webhook_port, 1, 65535
        ),
        telegram_worker_url=environment.get("TELEGRAM_WORKER_URL", "").rstrip("/"),
        telegram_group_per_minute=_number(
            environment, "TELEGRAM_GROUP_PER_MINUTE", usual.telegram_group_per_minute, 2, 100_000
        ),
        telegram_per_second=_number(
            environment, "TELEGRAM_PER_SECOND", usual.telegram_per_second, 1, 100_000
        ),
        redis_url=environment.get("REDIS_URL", ""),
        data_folder=Path(folder) if folder else None,
        web_host=environment.get("BASTIDE_WEB_HOST", "") or usual.web_host,
        web_port=_number(environment, "BASTIDE_WEB_PORT", usual.web_port, 0, 65535),
        web_url=environment.get("BASTIDE_WEB_URL", "").rstrip("/"),
        computers=_number(environment, "BASTIDE_COMPUTERS", usual.computers, 1, 64),
        computer_pace=_number(environment, "COMPUTER_PACE", usual.computer_pace, 0, 60),
        language=_one_of(environment, "BASTIDE_LANGUAGE", usual.language, ("en", "ru", "bg")),
        tables_per_user=_number(environment, "TABLES_PER_USER", usual.tables_per_user, 1, 1000),
        commands_per_minute=_number(
            environment, "COMMANDS_PER_MINUTE", usual.commands_per_minute, 1, 100_000
        ),
        channel_commands_per_minute=_number(
            environment, "CHANNEL_COMMANDS_PER_MINUTE", usual.channel_commands_per_minute, 0, 1_000_000
        ),
        keep_finished_days=_number(environment, "KEEP_FINISHED_DAYS", usual.keep_finished_days, 0, 36_500),
        keep_lobby_days=_number(environment, "KEEP_LOBBY_DAYS", usual.keep_lobby_days, 0, 36_500),
        keep_idle_days=_number(environment, "KEEP_IDLE_DAYS", usual.keep_idle_days, 0, 36_500),
        keep_history_days=_number(environment, "KEEP_HISTORY_DAYS", usual.keep_history_days, 0, 36_500),
        log_level=_one_of(
            environment, "LOG_LEVEL", usual.log_level, ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
        ),
        log_format=_one_of(environment, "LOG_FORMAT", usual.log_format, ("plain", "json")),
        metrics_host=environment.get("BASTIDE_METRICS_HOST", "") or usual.metrics_host,
        metrics_port=_number(environment, "BASTIDE_METRICS_PORT", usual.metrics_port, 0, 65535),
        room=_one_of(environment, "BASTIDE_ROOM", "on", ("on", "off")) == "on",
    )


def read_shards(text: str) -> tuple[range, int]:
    """The shards of "0-1/4" (or "2/4"), and how many there are in all; raises ValueError."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", text, re.ASCII)
    if match is None:
        raise ValueError(text)
    first, last, all_ = int(match[1]), int(match[2] or match[1]), int(match[3])
    if not first <= last < all_:
        raise ValueError(text)
    return range(first, last + 1), all_


def _shards(environment: Mapping[str, str], name: str) -> str:
    text = environment.get(name, "")
    try:
        if text:
            read_shards(text)
    except ValueError:
        raise BadSetting(f"{name} must look like 0-1/4: the first and the last, of how many") from None
    return text


def _number(environment: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = environment.get(name, "")
    if not text:
        return usual
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise BadSetting(f"{name} must be a whole number from {least} to {most}")
    return int(text)


def _one_of(environment: Mapping[str, str], name: str, usual: str, known: tuple[str, ...]) -> str:
    text = environment.get(name, "") or usual
    if text not in known:
        raise BadSetting(f"{name} must be one of {', '.join(known)}")
    return text
