"""A table of texts: a ladder, or a list of games."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from renderer.style.canvas import Image
from renderer.style.text import width, write
from renderer.views.panel import DARK, Page

WIDTH = 1200
RIM, TITLE, HEAD, ROW = 24, 96, 44, 56
SIZE, SMALL = 30, 22
MEDALS = ((246, 196, 60), (196, 200, 208), (204, 142, 84))  # gold, silver, bronze
GAP = 26  # between columns


def text_sheet(
    title: str,
    note: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    theme: str = "day",
    *,
    marked: Collection[int] = (),
    medals: int = 0,
) -> Image:
    """Draw the table: a rank, a text that takes the room that is left, and numbers."""
    height = TITLE + HEAD + ROW * len(rows) + RIM
    page = Page((WIDTH, height), theme)
    for number in range(len(rows)):
        top = TITLE + HEAD + number * ROW
        fill, edge = ("marked", "accent") if number in marked else ("card", None)
        page.box((RIM, top, WIDTH - RIM, top + ROW - 6), fill, edge, 10, 3)
        if number < medals:
            page.dot((RIM + 34, top + ROW / 2 - 3), 20, MEDALS[number])
    page.settle()
    page.text((RIM, 36), title, 40, WIDTH - 2 * RIM, least=26)
    page.text((RIM, 78), note, SMALL, WIDTH - 2 * RIM, soft=True, least=17)
    rights = _right_edges(heads, rows)
    for column, head in enumerate(heads[2:], start=2):
        page.text((rights[column], TITLE + HEAD / 2), head, SMALL, anchor="rm", soft=True)
    page.text((RIM + 68, TITLE + HEAD / 2), heads[1], SMALL, soft=True)
    for number, row in enumerate(rows):
        y = TITLE + HEAD + number * ROW + ROW / 2 - 3
        ink = DARK if number < medals else page.look["text"]
        write(page.image, (RIM + 34, y), row[0], 26, ink, anchor="mm")
        room = rights[2] - _wide(2, heads, rows) - GAP - RIM - 68 if len(row) > 2 else WIDTH - 2 * RIM - 80
        page.text((RIM + 68, y), row[1], SIZE, room, least=20)
        for column, text in enumerate(row[2:], start=2):
            weight = "bold" if column == 2 else "regular"
            page.text((rights[column], y), text, SIZE, weight=weight, anchor="rm")
    return page.finish()


def _wide(column: int, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> float:
    texts = [width(row[column], SIZE) for row in rows if column < len(row)]
    return max(width(heads[column], SMALL, "regular"), *texts, 0.0)


def _right_edges(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[int, float]:
    """Where each column ends: the last at the edge of the page."""
    found, right = {}, float(WIDTH - RIM - 18)
    for column in range(len(heads) - 1, 1, -1):
        found[column] = right
        right -= _wide(column, heads, rows) + GAP
    return found
