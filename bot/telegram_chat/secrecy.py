"""The bot's token stays out of every log."""

from __future__ import annotations

import logging

HIDDEN = "[token]"
QUIET = ("telegram.ext.AIORateLimiter",)  # it reports with a trace what the outbox sees to


class Redacting(logging.Filter):
    """Takes a secret out of log lines, with what an exception says."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record if it holds the secret."""
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        text = record.getMessage()
        if self._secret in text:
            record.msg, record.args = text.replace(self._secret, HIDDEN), ()
        if record.exc_text and self._secret in record.exc_text:
            record.exc_text = record.exc_text.replace(self._secret, HIDDEN)
        return True


def keep_secret(secret: str) -> None:
    """Keep a secret out of everything that is logged from now on."""
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    hiding = Redacting(secret)
    for handler in logging.getLogger().handlers:
        handler.addFilter(hiding)
