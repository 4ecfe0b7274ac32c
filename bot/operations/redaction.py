"""Every secret that the settings hold, and how to take them out of a text: the one place for it."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import fields
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from bot.settings import Settings

HIDDEN = "[secret]"


def webhook_secret(token: str) -> str:
    """The secret that Telegram sends with every update; derived from the token without revealing it."""
    return hmac.new(token.encode(), b"webhook", hashlib.sha256).hexdigest()


def secrets_of(settings: Settings) -> list[str]:
    """All secrets: tokens, the webhook's secret, and passwords in addresses."""
    found = [webhook_secret(settings.telegram_token)] if settings.telegram_token else []
    for field in fields(settings):
        value = getattr(settings, field.name)
        if field.name.endswith(("_token", "_secret")):
            found.append(value)
        elif field.name.endswith("_url"):
            found += _passwords(value)
    return [secret for secret in found if secret]


def _passwords(url: str) -> list[str]:
    """The passwords of an address; a cluster's names several hosts, which no reader of addresses knows."""
    access, at, _ = url.partition("://")[2].rpartition("@")
    found = [access.partition(":")[2] if ":" in access else access] if at else []
    found += [value for name, value in parse_qsl(urlsplit(url).query) if name == "password"]
    return found


class Secrecy:
    """Removes secrets from texts, in every spelling that a library may use."""

    def __init__(self, secrets: list[str]) -> None:
        spellings = {
            spelling
            for secret in secrets
            for known in (secret, unquote(secret))
            for spelling in (known, quote(known), quote(known, safe=""), repr(known)[1:-1])
        }
        longest_first = sorted(map(re.escape, spellings), key=len, reverse=True)
        self._pattern = re.compile("|".join(longest_first)) if longest_first else None

    def clean(self, text: str) -> str:
        """The text without secrets."""
        return self._pattern.sub(HIDDEN, text) if self._pattern else text
