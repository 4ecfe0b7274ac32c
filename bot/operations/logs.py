"""The log: plain lines or JSON, never a secret, never what users write."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from bot.operations.redaction import Secrecy, secrets_of
from bot.settings import Settings

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LIBRARIES = ("PIL", "aiohttp", "asyncio", "discord", "httpcore", "httpx", "redis", "telegram")
QUIET = {
    "telegram.ext.AIORateLimiter": logging.CRITICAL,  # it logs with a trace what the outbox handles
    "discord.client": logging.WARNING,  # it announces every try to log in
}
_USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

log = logging.getLogger(__name__)


class PlainLines(logging.Formatter):
    """Lines for people."""

    def __init__(self, secrecy: Secrecy) -> None:
        super().__init__(PLAIN)
        self._secrecy = secrecy

    def format(self, record: logging.LogRecord) -> str:
        """One record; the secrets go last, so that nothing that a library adds can bring them back."""
        return self._secrecy.clean(super().format(_readable(record)))


class JsonLines(logging.Formatter):
    """One object a line, for programs: time, level, logger, message, a trace, and what `extra` adds."""

    def __init__(self, secrecy: Secrecy) -> None:
        super().__init__()
        self._secrecy = secrecy

    def format(self, record: logging.LogRecord) -> str:
        """One record; secrets are taken out before the line is written, because JSON spells them anew."""
        shown: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _readable(record).getMessage(),
        }
        if record.exc_info or record.exc_text:
            shown["trace"] = record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
        if record.stack_info:
            shown["stack"] = record.stack_info
        for name, value in vars(record).items():
            if name not in _USUAL:
                shown[name] = value if isinstance(value, int | float | bool | None) else str(value)
        cleaned = {
            name: self._secrecy.clean(value) if isinstance(value, str) else value
            for name, value in shown.items()
        }
        return json.dumps(cleaned, ensure_ascii=False)


def _readable(record: logging.LogRecord) -> logging.LogRecord:
    """The record, also if its values do not fit: the library would write them to stderr as they are."""
    try:
        record.getMessage()
    except Exception:  # a value may raise anything when it is formatted
        record.msg, record.args = f"{record.msg} (its values do not fit)", None
    return record


def set_up_logs(settings: Settings) -> None:
    """Write to stderr from now on: what is logged, warned of, or ends the program."""
    secrecy = Secrecy(secrets_of(settings))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(secrecy) if settings.log_format == "json" else PlainLines(secrecy))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.captureWarnings(True)
    sys.excepthook = _log_crash
    # The details of libraries hold the texts of messages: only our own loggers may log them.
    level = max(logging.INFO, logging.getLevelNamesMapping()[settings.log_level])
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, level))


def _log_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("crashed", exc_info=(kind, error, trace))
