"""The neutral markup as Discord's: bold, italics, code, people, channels, commands that can be clicked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.chats.common.text import Runs, pieces
from bot.conversation.protocol import markup
from bot.conversation.protocol.markup import Span

PLATFORM = "discord:"
GROUP = "bastide"  # every command stands in this group
CONTENT = 2000  # characters of a message
CUT = "…\n"  # before the end of a text that was cut
_SPECIAL = re.compile(r"[\\*_~`|\[\]<@]|:(?=//)|(?m:^)[#>-]")
_CHANNEL = re.compile(r"discord:(\d{1,20})")
_COMMAND = re.compile(r"/([a-z]+)(.*)", re.DOTALL)


def snowflake(name: str) -> int | None:
    """Discord's number of a person or channel, or None if it is of another platform."""
    number = name.removeprefix(PLATFORM)
    return int(number) if name.startswith(PLATFORM) and number.isdecimal() and len(number) <= 20 else None


def escape(text: str) -> str:
    """Text without any meaning in Discord's markdown, and without mentions."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def is_own(emoji: str) -> bool:
    """Whether an emoji is one of the application."""
    return emoji.startswith("<")


class Marker:
    """Writes texts for Discord, with commands under their names there."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self.paths = paths  # "kick" -> "bastide seat kick"
        self.command_id = 0  # of the group, once it is registered
        self.emoji: dict[str, str] = {}  # plain ones, with those of the application that stand for them

    def own(self, plain: str) -> str:
        """The emoji of the application that stands for a plain one, or the plain one."""
        return self.emoji.get(plain, plain)

    def write(self, text: str) -> str:
        """A text in markup as Discord's markdown."""
        return "".join(map(self._span, markup.spans(text)))

    def pieces(self, runs: Runs, most: int = CONTENT) -> list[str]:
        """Runs as Discord's markdown, in pieces of at most `most`; the last leaves room for CUT before it."""
        found = pieces(runs, lambda span: len(self._span(span)), most - len(CUT), most)
        return ["".join(map(self._span, piece)) for piece in found]

    def _span(self, span: Span) -> str:
        if span.user is not None:
            number = snowflake(span.user)
            return f"<@{number}>" if number is not None else f"**{escape(span.text)}**"
        if span.time is not None:
            return f"<t:{span.time}:R>"
        if span.code:
            return self._code(span.text)
        text = _CHANNEL.sub(r"<#\1>", span.text)
        parts = re.split(r"(<#\d+>)", text)
        text = "".join(part if part.startswith("<#") else escape(part) for part in parts)
        for plain, own in self.emoji.items():
            text = text.replace(plain, own)
        return _wrapped(_wrapped(text, "*", span.italic), "**", span.bold)

    def _code(self, text: str) -> str:
        match = _COMMAND.fullmatch(text)
        path = self.paths.get(match[1]) if match else None
        if match and path and not match[2] and self.command_id:
            return f"</{path}:{self.command_id}>"
        if match and path:
            text = f"/{path}{match[2]}"
        return f"`{text.replace('`', 'ˋ')}`"


def _wrapped(text: str, mark: str, wanted: bool) -> str:
    """A text between marks; blanks stay outside, or the marks would not be read."""
    bare = text.strip()
    if not wanted or not bare:
        return text
    start = text.index(bare)
    return f"{text[:start]}{mark}{bare}{mark}{text[start + len(bare) :]}"
