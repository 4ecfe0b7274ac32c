"""Texts within a platform's limits: long ones in pieces, labels cut with an ellipsis."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.conversation.protocol.markup import Span

Runs = list[Span]
Size = Callable[[Span], int]  # the length of a run as the platform counts it


def short(text: str, most: int, length: Callable[[str], int] = len) -> str:
    """A plain text, cut with an ellipsis if it is too long; between words if there are any."""
    if length(text) <= most:
        return text
    head, _ = _cut(Span(text), most - 1, lambda span: length(span.text))
    return head.text.rstrip() + "…"


def pieces(runs: Runs, size: Size, last: int, most: int) -> list[Runs]:
    """A text in pieces of at most `most`, the last of at most `last`; broken between lines where possible.

    The end of a message asks for a decision: it stays together, and what comes before it is cut off first.
    """
    if sum(map(size, runs)) <= last:
        return [runs]
    lines = [part for line in _lines(runs) for part in _broken(line, min(last, most), size)]
    tail: list[Runs] = []
    room = last + 1  # every line ends with a break, except the last
    while lines and _width(lines[-1], size) < room:
        room -= _width(lines[-1], size) + 1
        tail.insert(0, lines.pop())
    found: list[list[Runs]] = []
    for line in lines:
        if not found or sum(_width(other, size) + 1 for other in found[-1]) + _width(line, size) > most:
            found.append([])
        found[-1].append(line)
    return [_joined(part) for part in (*found, tail)]


def _lines(runs: Iterable[Span]) -> list[Runs]:
    lines: list[Runs] = [[]]
    for span in runs:
        for index, part in enumerate(span.text.split("\n")):
            if index:
                lines.append([])
            if part:
                lines[-1].append(replace(span, text=part))
    return lines


def _width(line: Runs, size: Size) -> int:
    return sum(map(size, line))


def _joined(lines: list[Runs]) -> Runs:
    runs: Runs = []
    for index, line in enumerate(lines):
        runs += [Span("\n"), *line] if index else line
    return runs


def _broken(line: Runs, most: int, size: Size) -> list[Runs]:
    """A line in parts that are short enough, broken between words if there are any."""
    parts: list[Runs] = [[]]
    room = most
    for span in line:
        rest = span
        while size(rest) > room:
            head, rest = _cut(rest, room, size)
            if head.text:
                parts[-1].append(head)
            parts.append([])
            room = most
        parts[-1].append(rest)
        room -= size(rest)
    return parts


def _cut(span: Span, most: int, size: Size) -> tuple[Span, Span]:
    """The longest beginning that fits, up to a blank if there is one in its second half; and the rest."""
    text = span.text
    end = bisect_right(range(1, len(text)), most, key=lambda end: size(replace(span, text=text[:end])))
    blank = text.rfind(" ", end // 2, end)
    head, rest = (text[:blank], text[blank + 1 :]) if blank > 0 else (text[:end], text[end:])
    return replace(span, text=head), replace(span, text=rest)
