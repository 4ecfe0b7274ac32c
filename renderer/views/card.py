"""The result card: the whole final board, places and scores, the course of the lead, one headline fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.state import GameState
from renderer.pieces.liveries import livery
from renderer.style.canvas import Image
from renderer.style.text import numeral, width
from renderer.views.panel import DARK, Box, Page, shrunk, small_board

WIDTH, HEIGHT = 1200, 630
RIM = 18
BOARD: Box = (RIM, RIM, 690, HEIGHT - RIM)
LEFT, RIGHT = 712, WIDTH - RIM - 6
FACT_SIZES = (28, 25, 22)
ROWS_TOP, CHART_TOP, CHART_END = 176, 444, 582


@dataclass(frozen=True, slots=True)
class CardTexts:
    """The texts of a card."""

    title: str
    fact: str
    course: str  # above the lines
    foot: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line of the ranking."""

    place: int
    seat: int
    name: str
    score: int


def result_card(
    view: GameState,
    texts: CardTexts,
    rows: Sequence[CardRow],
    course: Sequence[Sequence[int]],
    theme: str = "day",
) -> Image:
    """Draw the card; `course` has the scores of all seats after each tile, if the game had ended there."""
    page = Page((WIDTH, HEIGHT), theme)
    page.box(BOARD, "table", "page_edge", 14)
    step = min(84.0, (CHART_TOP - ROWS_TOP - 36) / len(rows))
    for number, row in enumerate(rows):
        top = ROWS_TOP + number * step
        first = row.place == 1
        box = (LEFT, top, RIGHT, top + step - 6)
        page.box(box, "marked" if first else "card", "accent" if first else None, 10, 3)
    _draw_course(page, course, (LEFT, CHART_TOP, RIGHT, CHART_END))
    page.settle()
    inner = (BOARD[0] + 14, BOARD[1] + 14, BOARD[2] - 14, BOARD[3] - 14)
    room = round(inner[2] - inner[0]), round(inner[3] - inner[1])
    page.paste(small_board(view, *room, theme), inner)
    _write_texts(page, texts)
    for number, row in enumerate(rows):
        _write_row(page, row, ROWS_TOP + number * step + (step - 6) / 2, step)
    return page.finish()


def _write_texts(page: Page, texts: CardTexts) -> None:
    room = RIGHT - LEFT
    page.text((LEFT, 50), texts.title, 46, room, least=22)
    size, lines = shrunk(texts.fact, FACT_SIZES, room, 2, "regular")
    for number, line in enumerate(lines):
        page.text((LEFT, 102 + number * 36), line, size, room, weight="regular")
    page.text((LEFT, CHART_TOP - 17), texts.course, 22, room, soft=True)
    page.text((LEFT, HEIGHT - RIM - 6), texts.foot, 22, room, soft=True, least=17)


def _write_row(page: Page, row: CardRow, y: float, step: float) -> None:
    size = min(46, round(step * 0.62) + 6)
    page.text((LEFT + 32, y), str(row.place), size - 6, anchor="mm", ink="text_soft")
    page.mark(row.seat, (LEFT + 76, y), min(44, round(step * 0.72)))
    score = numeral(row.score)
    page.text((RIGHT - 16, y), score, size, anchor="rm")
    room = RIGHT - 32 - width(score, size) - LEFT - 108
    page.text((LEFT + 108, y), row.name, min(36, size - 4), room, least=22)


def _draw_course(page: Page, course: Sequence[Sequence[int]], box: Box) -> None:
    """One line for each seat: how far above or below the middle of all it stood."""
    page.box(box, "card", None, 10)
    left, top, right, bottom = box[0] + 12, box[1] + 12, box[2] - 14, box[3] - 12
    leads = [[score - sum(row) / len(row) for score in row] for row in course]
    most = max(5.0, *(abs(value) for row in leads for value in row))
    middle, high = (top + bottom) / 2, (bottom - top) / 2
    page.line([(left, middle), (right, middle)], page.look["text_soft"], 1.5)
    steps = max(1, len(leads) - 1)
    lines = [
        [(left + (right - left) * n / steps, middle - high * row[seat] / most) for n, row in enumerate(leads)]
        for seat in range(len(leads[0]))
    ]
    for seat, line in enumerate(lines):
        page.line(line, page.look["text"], 6.5)
        page.line(line, livery(seat).colour, 4)
    for seat, line in enumerate(lines):
        page.dot(line[-1], 6, livery(seat).colour, DARK)
