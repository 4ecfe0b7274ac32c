"""What every text must keep to: no codes, emoji from the table, turn messages of five lines."""

from __future__ import annotations

import re

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.emoji import ICONS, SQUARES
from bot.locales.languages import LANGUAGES

EMOJI = re.compile("[\U0001f000-\U0001faff\u231a-\u23ff\u25b6\u2600-\u26ff\u2b1b\u2b1c\u2705\u274c]\ufe0f?")
KNOWN = {*ICONS.values(), *SQUARES}
RULE_ID = re.compile(r"\b[A-Z]{2,}-\d+\b")
ROTATION = re.compile(r"\br[0-3]\b")
LATIN = re.compile(r"[A-Za-z]{2,}")
CELL = re.compile(r"\b[A-Z]{1,2}-?\d{1,3}\b")
COMMAND = re.compile(r"/\w[^\s,;:]*(?: [\w=>+-]+)*")
OURS = re.compile(
    "|".join(one.name for one in LANGUAGES.values())
    + r"|Bastide|Discord|Telegram|UTC|seed|salt|SHA-256|\bII\b|clock=1d|computers=2|7b|off\b"
)

COMPLETE = tuple(tag for tag, language in LANGUAGES.items() if language.complete)
NOT_LATIN = tuple(tag for tag in COMPLETE if not LATIN.search(LANGUAGES[tag].name))  # English words are seen


def strange_emoji(text: str) -> list[str]:
    """Emoji that are not in the table."""
    return [found for found in EMOJI.findall(text) if found not in KNOWN]


def crowded(text: str) -> list[str]:
    """Lines after the first with more than one emoji beside the squares."""
    return [line for line in text.split("\n")[1:] if len(_icons(line)) > 1]


def _icons(line: str) -> list[str]:
    return [found for found in EMOJI.findall(line) if found not in SQUARES]


def foreign(text: str, names: tuple[str, ...]) -> list[str]:
    """Latin words in a text of another script: raw values, unless they are names, places or commands."""
    text = re.sub(r"<code>.*?</code>", "", text)
    text = markup.plain(text)
    for name in names:
        text = text.replace(name, "")
    for known in (COMMAND, CELL, OURS):
        text = known.sub("", text)
    return LATIN.findall(text)


def check_voice(message: Outgoing) -> None:
    """No rule ids, no strange emoji, five lines at most in a turn message, plain descriptions."""
    shown = [markup.plain(message.text), *(choice.label for choice in message.choices)]
    for text in shown:
        assert not RULE_ID.search(text.replace("SHA-256", "")), text
        assert not strange_emoji(text), text
    assert not EMOJI.findall(message.alt), message.alt
    if message.shows_game and message.picture is not None and not message.preview:
        assert len(message.text.splitlines()) <= 5, message.text
        assert not crowded(message.text), message.text
