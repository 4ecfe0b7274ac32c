"""The neutral markup as Telegram's HTML, in pieces within its limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from itertools import groupby
from operator import itemgetter

from bot.chats.common import text as text_pieces
from bot.chats.common.text import Runs
from bot.conversation.protocol import markup
from bot.conversation.protocol.markup import Span

TEXT = 4096  # a message, after parsing
CAPTION = 1024  # a photo's caption, after parsing
TOAST = 200  # the answer to a press
FOLDED = "<blockquote expandable>"
UNSEEN = "\u2060"  # carries a mention that is not in the text


def length(text: str) -> int:
    """The length of a text as Telegram counts it: in UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def short(text: str, most: int) -> str:
    """A plain text, cut with an ellipsis if it is too long."""
    return text_pieces.short(text, most, length)


def pieces(text: str, last: int = TEXT, most: int = TEXT) -> list[Runs]:
    """A text in pieces of at most `most`, the last of at most `last`."""
    return text_pieces.pieces(markup.spans(text), lambda span: length(span.text), last, most)


def to_html(runs: Iterable[Span], notify: Collection[str] = ()) -> str:
    """Telegram's HTML; users in `notify` are mentioned by a link, others only named."""
    whole = list(runs)
    parts = groupby(zip(_folded(whole), whole, strict=True), key=itemgetter(0))
    shown = ((folded, "".join(_run(span, notify) for _, span in part)) for folded, part in parts)
    return "".join(f"{FOLDED}{text}</blockquote>" if folded else text for folded, text in shown)


def _folded(runs: Runs) -> list[bool]:
    """Which runs stand in a quote that can be opened: also a break between two that do."""
    inside = [span.folded for span in runs]
    for index, span in enumerate(runs[1:-1], start=1):
        inside[index] |= span.text == "\n" and inside[index - 1] and runs[index + 1].folded
    return inside


def call(runs: Runs, notify: Iterable[str]) -> Runs:
    """The same text, with unseen mentions of the users in `notify` that it does not name."""
    named = {span.user for span in runs}
    return [*runs, *(Span(UNSEEN, user=user) for user in notify if user not in named and number(user))]


def number(user: str) -> int | None:
    """The id of a Telegram user, or None for users of other platforms."""
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
