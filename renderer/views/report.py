"""The report of a game: accuracy and luck of each player, the course of the lead, turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.geometry import Cell
from engine.state import GameState
from renderer.pieces.liveries import livery
from renderer.style.canvas import Image
from renderer.style.text import width
from renderer.views.panel import DARK, Box, Page, board_part, wrapped

WIDTH, RIM = 1200, 24
TOP, ROW = 92, 50
CHART = 200  # height of the course
POINT = 330  # height of a turning point
BOARD = 250  # side of a small board


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A player's line."""

    seat: int
    name: str
    accuracy: str
    luck: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much: what was played and what would have been better, both on the board."""

    turn: int  # its place in the course
    title: str
    text: str
    cell: Cell | None
    played: GameState
    better: GameState
    better_cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class ReportTexts:
    """The texts of a report."""

    title: str
    accuracy: str
    luck: str
    course: str
    played: str
    better: str


def report_card(
    texts: ReportTexts,
    rows: Sequence[ReportRow],
    course: Sequence[Sequence[float]],
    points: Sequence[TurningPoint],
    theme: str = "day",
) -> Image:
    """Draw the report."""
    chart = TOP + 40 + len(rows) * ROW + 46
    page = Page((WIDTH, round(chart + CHART + 20 + len(points) * POINT + RIM)), theme)
    for number in range(len(rows)):
        top = TOP + 40 + number * ROW
        page.box((RIM, top, WIDTH - RIM, top + ROW - 6), "card", None, 10)
    spots = _draw_course(page, course, (RIM, chart, WIDTH - RIM, chart + CHART), points)
    for number in range(len(points)):
        top = chart + CHART + 20 + number * POINT
        page.box((RIM, top, WIDTH - RIM, top + POINT - 12), "card", None, 12)
    page.settle()
    page.text((RIM, 44), texts.title, 40, WIDTH - 2 * RIM, least=26)
    page.text((760, TOP + 20), texts.accuracy, 22, anchor="rm", soft=True)
    page.text((WIDTH - RIM - 18, TOP + 20), texts.luck, 22, anchor="rm", soft=True)
    for number, row in enumerate(rows):
        _write_row(page, row, TOP + 40 + number * ROW + ROW / 2 - 3)
    page.text((RIM, chart - 20), texts.course, 22, WIDTH - 2 * RIM, soft=True)
    for number, spot in enumerate(spots, start=1):
        page.text(spot, str(number), 22, anchor="mm", ink=(255, 255, 255))
    for number, point in enumerate(points):
        _write_point(page, texts, point, number + 1, chart + CHART + 20 + number * POINT)
    return page.finish()


def _write_row(page: Page, row: ReportRow, y: float) -> None:
    page.mark(row.seat, (RIM + 34, y), 32)
    page.text((760, y), row.accuracy, 30, anchor="rm")
    page.text((WIDTH - RIM - 18, y), row.luck, 30, anchor="rm", weight="regular")
    page.text((RIM + 66, y), row.name, 28, 740 - RIM - 66 - width(row.accuracy, 30), least=20)


def _draw_course(
    page: Page, course: Sequence[Sequence[float]], box: Box, points: Sequence[TurningPoint]
) -> list[tuple[float, float]]:
    """The lead of each seat over the middle of all; returns where the numbers of the turning points go."""
    page.box(box, "card", None, 10)
    left, top, right, bottom = box[0] + 16, box[1] + 18, box[2] - 18, box[3] - 18
    leads = [[value - sum(row) / len(row) for value in row] for row in course]
    most = max([5.0, *(abs(value) for row in leads for value in row)])
    middle, high, steps = (top + bottom) / 2, (bottom - top) / 2, max(1, len(leads) - 1)
    page.line([(left, middle), (right, middle)], page.look["text_soft"], 1.5)
    for seat in range(len(leads[0]) if leads else 0):
        values = [row[seat] for row in leads]
        across = (right - left) / steps
        line = [(left + across * n, middle - high * value / most) for n, value in enumerate(values)]
        page.line(line, page.look["text"], 6.5)
        page.line(line, livery(seat).colour, 4)
        page.dot(line[-1], 6, livery(seat).colour, DARK)
    found = []
    for point in points:
        x = left + (right - left) * min(steps, point.turn) / steps
        page.line([(x, top), (x, bottom)], page.look["accent"], 2)
        page.dot((x, top + 4), 16, page.look["accent"], page.look["accent"])
        found.append((x, top + 4))
    return found


def _write_point(page: Page, texts: ReportTexts, point: TurningPoint, number: int, top: float) -> None:
    page.text((RIM + 20, top + 30), f"{number}", 30, ink="accent")
    page.text((RIM + 54, top + 30), point.title, 28, WIDTH - 2 * RIM - 130 - 2 * BOARD, least=20)
    room = WIDTH - 2 * RIM - 2 * BOARD - 90
    for line, words in enumerate(wrapped(point.text, 24, room, 7, "regular")):
        page.text((RIM + 20, top + 78 + line * 32), words, 24, room, weight="regular")
    left = WIDTH - RIM - 2 * BOARD - 40
    better_cell = point.better_cell or point.cell
    for name, view, cell, x in (
        (texts.played, point.played, point.cell, left),
        (texts.better, point.better, better_cell, left + BOARD + 24),
    ):
        page.paste(board_part(view, cell, BOARD, page.theme), (x, top + 10, x + BOARD, top + 10 + BOARD))
        page.text((x + BOARD / 2, top + 26 + BOARD), name, 22, BOARD, anchor="mm", soft=True)
