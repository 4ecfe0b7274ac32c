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
DOMAIN = "bastide"

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
        """The same without markup, for what is pressed."""
        return markup.plain(self.text(key, **values))

    def first(self, keys: tuple[str, ...], **values: Value) -> str:
        """The text of the first key that there is one for."""
        return self.text(next(key for key in keys if key in self.texts), **values)


def language_of(*wishes: str) -> str:
    """The first of these languages that we speak: "ru-RU" is Russian."""
    for wish in wishes:
        short = wish.replace("_", "-").partition("-")[0].lower()
        if short in LANGUAGES:
            return short
    return DEFAULT


def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, or the usual one if we do not speak that."""
    return _read(language if language in LANGUAGES else DEFAULT)


@cache
def _read(language: str) -> Catalogue:
    path = resources.files("bot.locales").joinpath(language, "LC_MESSAGES", f"{DOMAIN}.po")
    source = read_po(BytesIO(path.read_bytes()), locale=language, domain=DOMAIN)
    texts: dict[str, tuple[str, ...]] = {}
    for message in source:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found = message.string or ()
            texts[key] = (found,) if isinstance(found, str) else tuple(found)
    plural: Callable[[int], int] = gettext.c2py(source.plural_expr)
    return Catalogue(language, texts, plural)
