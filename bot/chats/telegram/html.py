"""The neutral markup as Telegram's HTML, in pieces that keep within its limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from html import escape

from bot.conversation.protocol import markup
from bot.conversation.protocol.markup import Span

TEXT = 4096  # a message, after parsing
CAPTION = 1024  # a photo's caption, after parsing
TOAST = 200  # the answer to a press
UNSEEN = "\u2060"  # carries a mention where the text names nobody

Runs = list[Span]


def length(text: str) -> int:
    """How long Telegram finds a text: it counts in UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def short(text: str, most: int) -> str:
    """A plain text, cut with an ellipsis if it is too long."""
    if length(text) <= most:
        return text
    head, _ = _cut(text, most - 1)
    return head.rstrip() + "…"


def pieces(text: str, last: int = TEXT, most: int = TEXT) -> list[Runs]:
    """A text in pieces of at most `most`, the last of at most `last`; broken between lines where possible.

    The end of a message asks what is to be decided: it stays together, and what goes before is cut off first.
    """
    lines = [part for line in _lines(markup.spans(text)) for part in _broken(line, min(last, most))]
    tail: list[Runs] = []
    room = last + 1  # a line ends with a break, but for the last
    while lines and _size(lines[-1]) < room:
        room -= _size(lines[-1]) + 1
        tail.insert(0, lines.pop())
    found: list[list[Runs]] = []
    for line in lines:
        if not found or sum(_size(other) + 1 for other in found[-1]) + _size(line) > most:
            found.append([])
        found[-1].append(line)
    return [_joined(part) for part in (*found, tail)]


def to_html(runs: Iterable[Span], notify: Collection[str] = ()) -> str:
    """Telegram's HTML; people in `notify` are linked, so that they are called, others only named."""
    return "".join(_run(span, notify) for span in runs)


def call(runs: Runs, notify: Iterable[str]) -> Runs:
    """The same text, with those who are to be called and not named in it."""
    named = {span.user for span in runs}
    return [*runs, *(Span(UNSEEN, user=user) for user in notify if user not in named and number(user))]


def number(user: str) -> int | None:
    """The number of a Telegram user, or None for people from elsewhere."""
    platform, _, digits = user.partition(":")
    known = platform == "telegram" and digits.isdecimal() and digits.isascii() and len(digits) < 20
    return int(digits) if known else None


def _run(span: Span, notify: Collection[str]) -> str:
    text = escape(span.text, quote=False)
    if span.code:
        text = f"<code>{text}</code>"
    if span.italic:
        text = f"<i>{text}</i>"
    called = number(span.user) if span.user in notify and span.user else None
    if span.bold or (span.user and called is None):
        text = f"<b>{text}</b>"
    return f'<a href="tg://user?id={called}">{text}</a>' if called is not None else text


def _lines(runs: Iterable[Span]) -> list[Runs]:
    lines: list[Runs] = [[]]
    for span in runs:
        for index, part in enumerate(span.text.split("\n")):
            if index:
                lines.append([])
            if part:
                lines[-1].append(replace(span, text=part))
    return lines


def _size(line: Runs) -> int:
    return sum(length(span.text) for span in line)


def _joined(lines: list[Runs]) -> Runs:
    runs: Runs = []
    for index, line in enumerate(lines):
        runs += [Span("\n"), *line] if index else line
    return runs


def _broken(line: Runs, most: int) -> list[Runs]:
    """A line in parts that are short enough, broken between words if there are any."""
    parts: list[Runs] = [[]]
    room = most
    for span in line:
        text = span.text
        while length(text) > room:
            head, text = _cut(text, room)
            if head:
                parts[-1].append(replace(span, text=head))
            parts.append([])
            room = most
        parts[-1].append(replace(span, text=text))
        room -= length(text)
    return parts


def _cut(text: str, most: int) -> tuple[str, str]:
    """The longest beginning that fits, up to a blank if there is one in its second half; and the rest."""
    end, used = 0, 0
    for character in text:
        used += length(character)
        if used > most:
            break
        end += 1
    blank = text.rfind(" ", end // 2, end)
    return (text[:blank], text[blank + 1 :]) if blank > 0 else (text[:end], text[end:])
