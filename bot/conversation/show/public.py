"""A table in the words of those who read a channel."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.show.words import Words
from bot.conversation.table.state import LiveTable


def localized(live: LiveTable, channel: str, language: str) -> LiveTable:
    """A table as another channel shows it: to be shown, not to be saved."""
    return replace(live, channel=channel, table=replace(live.table, language=language))


def public_words(live: LiveTable) -> Words:
    """Words for a table in the language of its channel, or of each reader."""
    return Words(public_texts(live.channel, live.table.language), live.table)
