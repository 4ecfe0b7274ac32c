"""Texts by key in every language: gettext catalogues, read with Babel when first needed."""

from __future__ import annotations

import gettext
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.conversation.protocol import markup
from bot.locales.languages import ENGLISH, LANGUAGES, Language, best_language

if TYPE_CHECKING:
    from babel.messages.catalog import Message

DEFAULT = ENGLISH.tag
DOMAINS = ("bastide", "rules", "community", "cups", "polls", "page")  # one file each; no key is in two
UNUSABLE = (KeyError, IndexError, ValueError)  # of a form that asks for other values than it gets

Value = str | int
Forms = dict[str, tuple[str, ...]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Translation:
    """What the files of one language hold: the forms of each key."""

    language: Language
    forms: Forms
    plural: Callable[[int], int]

    def text(self, key: str, values: dict[str, Value]) -> str:
        """The text of a key; with several forms, the value `n` chooses one. Raises one of UNUSABLE."""
        forms = self.forms[key]
        form = forms[self.plural(abs(int(values["n"])))] if len(forms) > 1 else forms[0]
        return form.format_map(values)


class Catalogue:
    """The texts in one language, in English where it has none. Values are markup, or numbers."""

    def __init__(self, *translations: Translation) -> None:
        """The first of these translations that has a text is asked; the last is English."""
        self.translations = translations
        self.language = translations[0].language.tag
        self.locale = translations[0].language.locale
        self.texts: Forms = translations[-1].forms | translations[0].forms

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in self.texts

    def text(self, key: str, **values: Value) -> str:
        """The text of a key in markup. A missing one is in English; there is always something to show."""
        for translation in self.translations:
            try:
                return translation.text(key, values)
            except UNUSABLE:
                _report(translation.language, key)
        named = key.rpartition(".")[2].replace("_", " ")
        return " ".join([named, *map(str, values.values())])

    def label(self, key: str, **values: Value) -> str:
        """The same without markup, for labels."""
        return markup.plain(self.text(key, **values))

    def first(self, keys: tuple[str, ...], **values: Value) -> str:
        """The text of the first key that there is one for."""
        return self.text(next((key for key in keys if key in self.texts), keys[-1]), **values)

    def in_each(self, word: Callable[[Catalogue], str]) -> str:
        """What is worded by other means than a key: once for each language that is spoken, here one."""
        return word(self)

    def percent(self) -> int:
        """How much of the English texts the language has, rounded down."""
        return 100 * len(self.translations[0].forms) // len(self.translations[-1].forms)


def language_of(*wanted: str) -> str:
    """The best of our languages for a person who wants these; English if it is none of them."""
    return (best_language(*wanted) or ENGLISH).tag


def catalogue(*wanted: str) -> Catalogue:
    """The catalogue of the best language for these wishes."""
    return _read(language_of(*wanted))


@cache
def _read(tag: str) -> Catalogue:
    tags = dict.fromkeys((tag, DEFAULT))
    return Catalogue(*(_translation(LANGUAGES[one]) for one in tags))


@cache
def _translation(language: Language) -> Translation:
    """Its texts without those that are empty or marked as not ready; a file may be missing."""
    folder = resources.files("bot.locales").joinpath(language.folder, "LC_MESSAGES")
    files = [folder.joinpath(f"{domain}.po") for domain in DOMAINS]
    sources = [read_po(BytesIO(file.read_bytes())) for file in files if file.is_file()]
    texts = {_key(message): _forms(message) for source in sources for message in source if message.id}
    ready = {key: forms for key, forms in texts.items() if forms and all(forms)}
    return Translation(language, ready, gettext.c2py(get_plural(language.locale).plural_expr))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    forms = message.string or ""
    if message.fuzzy:
        return ()
    return (forms,) if isinstance(forms, str) else tuple(forms)


@cache
def _report(language: Language, key: str) -> None:
    """Once for each text: what is missing in English is missing for everybody."""
    if language == ENGLISH:
        log.error("text_unknown key=%s", key)
    else:
        log.info("text_missing language=%s key=%s", language.tag, key)
