"""The environment: every value is taken or refused by name."""

from __future__ import annotations

from bot.settings import BadSetting, read
from tests.fuzz import tables

NAMES = (
    *(
        "TELEGRAM_WEBHOOK_PORT",
        "BASTIDE_WEB_PORT",
        "BASTIDE_COMPUTERS",
        "BASTIDE_LANGUAGE",
        "TABLES_PER_USER",
    ),
    *("COMMANDS_PER_MINUTE", "KEEP_FINISHED_DAYS", "LOG_LEVEL", "BASTIDE_DATA", "BASTIDE_WEB_URL"),
)
SEEDS = [b"8443", b"en", b"INFO", b"-1", b"", b"https://play.example.org/", "٣".encode(), "²".encode()]


def fuzz(data: bytes) -> None:
    """Set each setting to it."""
    for name in NAMES:
        try:
            read({name: tables.text_of(data)})
        except BadSetting as error:
            assert name in str(error)
