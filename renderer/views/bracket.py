"""The bracket of a knock-out: a column for each round, lines from winners to their next match."""

from __future__ import annotations

from collections.abc import Sequence

from renderer.style.canvas import Image
from renderer.views.panel import Box, Page

Side = tuple[str, str, bool]  # name, score, whether it won
RIM, TITLE, HEAD = 24, 84, 44
COLUMN, GAP = 300, 44  # the width of a match, and the room for the lines to the next one
SIDE, SPACE = 40, 22  # the height of a side, and the room between matches


def bracket(
    title: str,
    heads: Sequence[str],
    columns: Sequence[Sequence[Sequence[Side]]],
    theme: str = "day",
) -> Image:
    """Draw the bracket; rounds that are still to come are empty."""
    first = max(1, len(columns[0]) if columns else 1)
    rounds = max(1, len(heads))
    wide = max(1200, 2 * RIM + rounds * COLUMN + (rounds - 1) * GAP)
    step = (2 * SIDE + SPACE) * (2 if first == 1 else 1)
    page = Page((wide, TITLE + HEAD + first * step + RIM), theme)
    for column in range(rounds):
        for number in range(max(1, first >> column)):
            _draw_lines(page, _box(column, number, step), column, rounds)
            _draw_match(page, _box(column, number, step), _sides(columns, column, number))
    page.settle()
    page.text((RIM, 46), title, 38, wide - 2 * RIM, least=24)
    for column, head in enumerate(heads):
        left = _box(column, 0, step)[0]
        page.text((left + 4, TITLE + HEAD / 2), head, 22, COLUMN, soft=True, least=16)
        for number in range(max(1, first >> column)):
            _write_match(page, _box(column, number, step), _sides(columns, column, number))
    return page.finish()


def _sides(columns: Sequence[Sequence[Sequence[Side]]], column: int, number: int) -> Sequence[Side]:
    known = columns[column] if column < len(columns) else ()
    return known[number] if number < len(known) else ()


def _box(column: int, number: int, step: int) -> Box:
    """Where a match stands: in the middle of the two that lead to it."""
    left = RIM + column * (COLUMN + GAP)
    middle = TITLE + HEAD + step * ((number + 0.5) * (1 << column))
    return left, middle - SIDE, left + COLUMN, middle + SIDE


def _draw_lines(page: Page, box: Box, column: int, rounds: int) -> None:
    middle, soft = (box[1] + box[3]) / 2, page.look["text_soft"]
    if column:
        page.line([(box[0] - GAP / 2, middle), (box[0], middle)], soft, 2)
        reach = (2 * SIDE + SPACE) * (1 << (column - 1)) / 2
        page.line([(box[0] - GAP / 2, middle - reach), (box[0] - GAP / 2, middle + reach)], soft, 2)
    if column < rounds - 1:
        page.line([(box[2], middle), (box[2] + GAP / 2, middle)], soft, 2)


def _draw_match(page: Page, box: Box, sides: Sequence[Side]) -> None:
    page.box(box, "card", None, 8)
    for place, (_, _, won) in enumerate(sides):
        if won:
            top = box[1] + place * SIDE
            page.box((box[0], top, box[2], top + SIDE), "marked", "accent", 8)


def _write_match(page: Page, box: Box, sides: Sequence[Side]) -> None:
    for place, (name, score, won) in enumerate(sides):
        y = box[1] + place * SIDE + SIDE / 2
        weight = "bold" if won else "regular"
        page.text((box[0] + 12, y), name, 24, COLUMN - 84, weight=weight, least=17)
        page.text((box[2] - 12, y), score, 24, weight=weight, anchor="rm")
