"""Texts in every language at once, for channels whose readers each have their own.

A polyglot text holds its versions between private characters, that of the channel's own language first. It
can be joined and set into other texts like any text; the adapter reads it for each reader with `spoken_in`.
Channels with one language never get one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar, cast

from bot.conversation.protocol.catalogue import Catalogue, Value, catalogue
from bot.locales.languages import LANGUAGES

EACH_OWN = "web:"  # begins the names of channels whose readers see public messages in their own language
_OPEN, _NEXT, _CLOSE, _SAYS = "\ue000\ue001\ue002\ue003"
Said = TypeVar("Said")
_WORDLESS = {bool, int, float, type(None)}
_VERSIONS = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


class Polyglot(Catalogue):
    """The texts of all languages; `language` is that of the channel, for names and pictures."""

    def __init__(self, language: str) -> None:
        own = catalogue(language)
        super().__init__(*own.translations)
        others = (catalogue(name) for name in LANGUAGES if name != own.language)
        self._all = (own, *others)

    def text(self, key: str, **values: Value) -> str:
        """The text of a key in every language; the values too are read in each."""
        return self.in_each(lambda texts: texts.text(key, **_values(values, texts.language)))

    def in_each(self, word: Callable[[Catalogue], str]) -> str:
        """What is worded in each language, line by line: lines can be told apart and left out."""
        versions = [word(texts).split("\n") for texts in self._all]
        if len({len(lines) for lines in versions}) > 1:
            return self._joined(["\n".join(lines) for lines in versions])
        return "\n".join(self._joined(lines) for lines in zip(*versions, strict=True))

    def _joined(self, versions: Sequence[str]) -> str:
        if len(set(versions)) == 1:
            return versions[0]
        named = (f"{texts.language}{_SAYS}{one}" for texts, one in zip(self._all, versions, strict=True))
        return f"{_OPEN}{_NEXT.join(named)}{_CLOSE}"


def _values(values: dict[str, Value], language: str) -> dict[str, Value]:
    return {
        name: spoken(value, language) if isinstance(value, str) else value for name, value in values.items()
    }


_polyglot = cache(Polyglot)


def public_texts(channel: str, language: str) -> Catalogue:
    """The texts of public messages of a channel that has a language."""
    own = catalogue(language)
    return _polyglot(own.language) if channel.startswith(EACH_OWN) else own


def spoken(text: str, language: str = "") -> str:
    """A text in one language; without one, in that of its channel."""

    def version(found: re.Match[str]) -> str:
        first, *others = (one.partition(_SAYS) for one in found[1].split(_NEXT))
        return next((text for tag, _, text in others if tag == language), first[2])

    return _VERSIONS.sub(version, text) if _OPEN in text else text


def spoken_in(said: Said, language: str = "") -> Said:
    """A message, a picture or a part of them in one language."""
    return cast("Said", _read(said, language))


def _read(said: Any, language: str) -> Any:
    """What was given itself, if it is the same in every language: most parts of a message are."""
    if isinstance(said, str):
        return spoken(said, language)
    if isinstance(said, tuple):
        told = tuple([_read(part, language) for part in said])
        return said if all(map(is_, told, said)) else told
    kind: object = type(said)
    changed = {}
    for name in _parts(kind):
        part = getattr(said, name)
        if type(part) in _WORDLESS or (isinstance(part, str) and _OPEN not in part):
            continue  # nearly all: a message has some thousand parts
        new = _read(part, language)
        if new is not part:
            changed[name] = new
    return replace(said, **changed) if changed else said


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass in which there may be texts; other types have none."""
    return tuple(one.name for one in fields(kind) if one.init and one.compare) if is_dataclass(kind) else ()
