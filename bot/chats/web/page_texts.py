"""The texts of the page itself, from the catalogue."""

from __future__ import annotations

from functools import cache

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue

PREFIXES = ("web.", "watch.", "kind.", "figure.", "word.", "standing.button")  # of their keys


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
