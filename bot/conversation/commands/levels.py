"""The names of the computers' levels, as the lobby shows them and as users type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.markup import plain
from bot.conversation.table.lobby import LEVELS
from bot.locales.languages import LANGUAGES

MOST_WORDS = 2  # of a name


def level_list(texts: Catalogue) -> str:
    """All levels in short: "beginner, easy, normal, strong, master"."""
    return listed(texts, _short_names(texts).values())


def read_level(words: Sequence[str]) -> tuple[str, list[str]]:
    """The level that some words begin with, by its code or its name in any language, and the other words.

    The level is empty if there is none.
    """
    for length in range(min(MOST_WORDS, len(words)), 0, -1):
        level = _levels().get(" ".join(_words(" ".join(words[:length]))))
        if level:
            return level, list(words[length:])
    return "", list(words)


@cache
def _levels() -> dict[str, str]:
    """Every name of a level: its code, and in each language the whole name and the short one."""
    found = {level: level for level in LEVELS}
    for texts in map(catalogue, LANGUAGES):
        found |= {short: level for level, short in _short_names(texts).items()}
        found |= {" ".join(_words(plain(texts.text(f"level.{level}")))): level for level in LEVELS}
    return found


def _short_names(texts: Catalogue) -> dict[str, str]:
    """The levels without what all their names share: the word for a computer."""
    names = {level: _words(plain(texts.text(f"level.{level}"))) for level in LEVELS}
    shared = set.intersection(*map(set, names.values()))
    return {level: " ".join(word for word in name if word not in shared) for level, name in names.items()}


def _words(name: str) -> list[str]:
    return re.split(r"[\s_-]+", name.casefold())
