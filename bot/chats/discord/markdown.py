"""The neutral markup as Discord's: bold, italics, code, people, channels, commands that can be clicked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.conversation.protocol import markup
from bot.conversation.protocol.markup import Span

PLATFORM = "discord:"
GROUP = "bastide"  # every command stands in this group
CONTENT = 2000  # characters of a message
_SPECIAL = re.compile(r"[\\*_~`|\[\]<@]|:(?=//)|(?m:^)[#>-]")
_CHANNEL = re.compile(r"discord:(\d{1,20})")
_COMMAND = re.compile(r"/([a-z]+)(.*)", re.DOTALL)


def snowflake(name: str) -> int | None:
    """Discord's number of a person or channel, or None if they are elsewhere."""
    number = name.removeprefix(PLATFORM)
    return int(number) if name.startswith(PLATFORM) and number.isdecimal() and len(number) <= 20 else None


def escape(text: str) -> str:
    """Text that means itself in Discord's markdown, and mentions nobody."""
    return _SPECIAL.sub(r"\\\g<0>", text)


class Marker:
    """Writes texts for Discord; knows how our commands are called there."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self.paths = paths  # "kick" -> "bastide seat kick"
        self.command_id = 0  # of the group, once it is registered

    def write(self, text: str) -> str:
        """A text in markup as Discord's markdown."""
        return "".join(self._span(span) for span in markup.spans(text))

    def _span(self, span: Span) -> str:
        if span.user is not None:
            number = snowflake(span.user)
            return f"<@{number}>" if number is not None else f"**{escape(span.text)}**"
        if span.code:
            return self._code(span.text)
        text = _CHANNEL.sub(r"<#\1>", span.text)
        parts = re.split(r"(<#\d+>)", text)
        text = "".join(part if part.startswith("<#") else escape(part) for part in parts)
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


def pieces(text: str, most: int = CONTENT) -> list[str]:
    """A long text cut at line ends, each piece short enough for a message."""
    found: list[str] = []
    piece = ""
    for line in text.split("\n"):
        while len(line) > most:
            found += [piece] if piece else []
            piece, line = "", line if len(line) <= most else _cut(found, line, most)
        if piece and len(piece) + 1 + len(line) > most:
            found.append(piece)
            piece = line
        else:
            piece = f"{piece}\n{line}" if piece else line
    return [*found, piece] if piece or not found else found


def _cut(found: list[str], line: str, most: int) -> str:
    """Move the first part of an overlong line to the pieces; the rest of it."""
    at = line.rfind(" ", most // 2, most)
    at = at if at > 0 else most
    found.append(line[:at])
    return line[at:].lstrip(" ")


def short(text: str, most: int) -> str:
    """A text that is cut with an ellipsis if it is too long."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def tail(text: str, most: int = CONTENT) -> str:
    """The end of a text, by whole lines: what is asked stands there."""
    if len(text) <= most:
        return text
    return "…\n" + pieces(text[-(most - 2) :].partition("\n")[2] or text[-(most - 2) :], most - 2)[-1]
