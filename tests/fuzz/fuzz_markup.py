"""The neutral markup, and what the chats make of it: names stay text, limits are kept."""

from __future__ import annotations

from bot.chats.discord import markdown as discord
from bot.chats.telegram import html as telegram
from bot.chats.web.page_format import runs, without_person
from bot.conversation.protocol import markup
from bot.conversation.table.lobby import LONGEST_NAME, clean_name
from tests.fuzz import tables

MARKER = discord.Marker({"play": "bastide play"})
SEEDS = [
    *(
        b'<b>bold</b> <i>it</i> <code>/play 7b</code> <u id="discord:8">Anna</u>',
        b"&lt;b&gt; &amp;amp; &quot;",
    ),
    *(
        b'<u id="telegram:7">x</u></u></b>',
        b"discord:123 @everyone [a](b) ||x|| # h",
        "длинно ".encode() * 300,
    ),
]


def fuzz(data: bytes) -> None:
    """As a text, and as a name inside one."""
    text = tables.text_of(data)
    assert markup.plain(markup.escape(text)) == text
    named = markup.person(text, text)
    assert markup.plain(named) == text
    for shown in (text, named, f"<b>{markup.escape(clean_name(text))}</b>"):
        MARKER.write(shown)
        assert all(len(piece) <= discord.CONTENT for piece in MARKER.pieces(markup.spans(shown)))
        for piece in telegram.pieces(shown, telegram.CAPTION):
            assert telegram.length("".join(span.text for span in piece)) <= telegram.TEXT
            telegram.to_html(piece, {text})
        body = {"text": runs(shown), "alt": shown, "notify": [text]}
        without_person(body, text, frozenset({text} - {""}))
    assert 1 <= len(clean_name(text)) <= LONGEST_NAME
