"""The texts of the page itself, from the catalogue."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue

if TYPE_CHECKING:
    from aiohttp import web

PREFIXES = ("web.", "watch.", "kind.", "figure.", "word.", "standing.button")  # of their keys


def asked_languages(request: web.Request) -> list[str]:
    """The languages that the browser asks for."""
    asked = request.headers.get("Accept-Language", "")[:200]
    return [part.partition(";")[0].strip() for part in asked.split(",")]


@cache
def page_words(language: str) -> dict[str, str]:
    """All texts of the page in one language; placeholders stay as {name}."""
    texts = catalogue(language)
    return {key: found[0] for key, found in texts.texts.items() if key.startswith(PREFIXES)}


@cache
def commands(language: str) -> list[dict[str, str]]:
    """The commands with their descriptions, for completion."""
    texts = catalogue(language)
    return [{"name": name, "detail": texts.label(f"command.{name}")} for name in COMMANDS]
