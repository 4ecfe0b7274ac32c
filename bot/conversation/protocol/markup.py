"""The neutral markup of texts: `<b>`, `<i>`, `<code>`, `<u id="…">` for a person, `<t id="…">` for a time,
and `<q>` for lines that a platform may fold.

It is a strict subset of HTML, and names are escaped: any name stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_PIECE = re.compile(r'<(/?)(b|i|code|u|t|q)(?: id="([^"<>]*)")?>')
_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"))


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style; `user` is set where a user is named."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    user: str | None = None
    folded: bool = False  # a detail: a platform may show its beginning only, until it is opened
    time: int | None = None  # what the text says in words: a platform may count down to it


def escape(text: str) -> str:
    """Text as markup."""
    for character, escaped in _ESCAPES:
        text = text.replace(character, escaped)
    return text


def unescape(text: str) -> str:
    """The text that was escaped."""
    for character, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, character)
    return text


def person(user: str, name: str) -> str:
    """The markup that names a user."""
    return f'<u id="{escape(user)}">{escape(name)}</u>'


def moment(at: float, words: str) -> str:
    """The markup of a time, with the words for platforms that cannot count down to it."""
    return f'<t id="{round(at)}">{words}</t>'


def fold(lines: Iterable[str]) -> list[str]:
    """Lines that a platform may fold, as one text; nothing if there are none."""
    text = "\n".join(lines)
    return [f"<q>{text}</q>"] if text else []


def spans(text: str) -> list[Span]:
    """A text in markup as runs, in order."""
    found: list[Span] = []
    depth = {"b": 0, "i": 0, "code": 0, "q": 0}
    user: str | None = None
    time: int | None = None
    position = 0
    for piece in _PIECE.finditer(text):
        _add(found, text[position : piece.start()], depth, user, time)
        position = piece.end()
        closing, tag, id_ = piece.groups()
        if tag == "u":
            user = None if closing else unescape(id_ or "")
        elif tag == "t":
            time = int(id_) if id_ and id_.isdecimal() and not closing else None
        else:
            depth[tag] += -1 if closing else 1
    _add(found, text[position:], depth, user, time)
    return found


def _add(
    found: list[Span], text: str, depth: dict[str, int], user: str | None, time: int | None = None
) -> None:
    if text:
        bold, italic, code, folded = (depth[tag] > 0 for tag in ("b", "i", "code", "q"))
        found.append(Span(unescape(text), bold, italic, code, user, folded, time))


def plain(text: str) -> str:
    """The text without markup."""
    if "<" not in text and "&" not in text:
        return text
    return "".join(span.text for span in spans(text))
