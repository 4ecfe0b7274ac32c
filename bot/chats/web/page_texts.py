"""The page's own words, from the catalogue."""

from __future__ import annotations

from functools import cache

from bot.conversation.commands.settings import COMMANDS
from bot.conversation.protocol.catalogue import catalogue

WORDS = (
    "web.title",
    "web.messages",
    "web.write",
    "web.send",
    "web.name_title",
    "web.name_why",
    "web.name_label",
    "web.name_ok",
    "web.cancel",
    "web.close",
    "web.menu",
    "web.people",
    "web.nobody",
    "web.you",
    "web.private",
    "web.dismiss",
    "web.sound",
    "web.language",
    "web.rename",
    "web.watch",
    "web.share",
    "web.copied",
    "web.other_room",
    "web.go",
    "web.offline",
    "web.online",
    "web.busy",
    "web.slow",
    "web.failed",
    "web.empty",
    "web.new_table",
    "web.help",
    "web.enlarge",
    "web.newer",
    "web.your_turn",
    "web.save",
    "web.cell",
    "web.choose",
    "watch.title",
    "watch.none",
    "watch.running",
    "watch.finished",
    "watch.history",
    "watch.first",
    "watch.back",
    "watch.forward",
    "watch.last",
    "watch.play",
    "watch.stop",
    "watch.step",
    "watch.start",
    "watch.room",
    "watch.board",
)


@cache
def page_words(language: str) -> dict[str, str]:
    """Every word of the page in one language; places to fill in stay as {name}."""
    texts = catalogue(language)
    return {key: texts.texts[key][0] for key in WORDS}


@cache
def commands(language: str) -> list[dict[str, str]]:
    """The commands with what they do, for completion."""
    texts = catalogue(language)
    return [{"name": name, "detail": texts.label(f"command.{name}")} for name in COMMANDS]
