"""Texts by key in three languages: gettext catalogues, read with Babel when first needed."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from importlib import resources
from io import BytesIO

from babel.messages.pofile import read_po

from bot.conversation.protocol import markup

LANGUAGES = ("en", "ru", "bg")
DEFAULT = "en"
DOMAINS = ("bastide", "rules", "community", "cups", "polls", "page")  # one file each; no key is in two

Value = str | int


class Catalogue:
    """The texts of one language. Key first, values after: values are markup, or numbers."""

    def __init__(
        self, language: str, texts: dict[str, tuple[str, ...]], plural: Callable[[int], int]
    ) -> None:
        self.language = language
        self.texts = texts
        self._plural = plural

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in self.texts

    def text(self, key: str, **values: Value) -> str:
        """The text of a key in markup; with several forms, the value `n` chooses one. Raises KeyError."""
        forms = self.texts[key]
        form = forms[self._plural(abs(int(values["n"])))] if len(forms) > 1 else forms[0]
        return form.format_map(values)

    def label(self, key: str, **values: Value) -> str:
        """The same without markup, for labels."""
        return markup.plain(self.text(key, **values))

    def first(self, keys: tuple[str, ...], **values: Value) -> str:
        """The text of the first key that there is one for."""
        return self.text(next(key for key in keys if key in self.texts), **values)

    def in_each(self, word: Callable[[Catalogue], str]) -> str:
        """What is worded by other means than a key: once for each language that is spoken, here one."""
        return word(self)


def language_of(*wanted: str) -> str:
    """The first of these languages that we have: "ru-RU" is Russian."""
    for name in wanted:
        short = name.replace("_", "-").partition("-")[0].lower()
        if short in LANGUAGES:
            return short
    return DEFAULT


def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, or the default one if we do not have it."""
    return _read(language if language in LANGUAGES else DEFAULT)


@cache
def _read(language: str) -> Catalogue:
    folder = resources.files("bot.locales").joinpath(language, "LC_MESSAGES")
    files = [BytesIO(folder.joinpath(f"{domain}.po").read_bytes()) for domain in DOMAINS]
    sources = [read_po(file, locale=language) for file in files]
    texts: dict[str, tuple[str, ...]] = {}
    for message in (message for source in sources for message in source if message.id):
        key = message.id if isinstance(message.id, str) else message.id[0]
        found = message.string or ()
        texts[key] = (found,) if isinstance(found, str) else tuple(found)
    plural: Callable[[int], int] = gettext.c2py(sources[0].plural_expr)
    return Catalogue(language, texts, plural)
