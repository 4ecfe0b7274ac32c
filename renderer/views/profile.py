"""A player's card: rating and its course, facts, points by source against the group, titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderer.style.canvas import Image
from renderer.style.text import width
from renderer.views.panel import Box, Page, shrunk

WIDTH, HEIGHT = 1200, 630
RIM = 24
MIDDLE = 588  # between the two columns
COURSE: Box = (RIM, 196, MIDDLE - 16, 330)
NOTE_SIZES = (24, 20, 17)
MOST_FACTS, MOST_BARS = 6, 7


@dataclass(frozen=True, slots=True)
class ProfileTexts:
    """The texts of a card."""

    name: str
    number: str
    number_note: str
    facts: Sequence[tuple[str, str]]  # label and value
    bars_title: str
    titles: Sequence[str]


def profile_card(
    texts: ProfileTexts,
    course: Sequence[int],
    bars: Sequence[tuple[str, float, float]],
    theme: str = "day",
) -> Image:
    """Draw the card. A bar is a source of points with the player's average and the group's."""
    page = Page((WIDTH, HEIGHT), theme)
    bars = bars[:MOST_BARS]
    _draw_course(page, course)
    most = max([1.0, *(max(own, all_) for _, own, all_ in bars)])
    for number, (_, own, all_) in enumerate(bars):
        _draw_bar(page, 150 + number * 54, own / most, all_ / most)
    facts = list(texts.facts)[:MOST_FACTS]
    below = COURSE[3] + 14 if len(course) > 1 else COURSE[1]  # one game has no course
    for number in range(len(facts)):
        page.box(_fact_box(number, below), "card", None, 10)
    for box in _title_boxes(texts.titles):
        page.box(box, "marked", "accent", 18, 2)
    page.settle()
    page.text((RIM, 52), texts.name, 46, WIDTH - 2 * RIM, least=28)
    page.text((RIM, 132), texts.number, 64, 330, ink="accent", least=34)
    beside = RIM + min(330.0, width(texts.number, 64)) + 20
    size, lines = shrunk(texts.number_note, NOTE_SIZES, MIDDLE - 16 - beside, 2, "regular")
    for number, line in enumerate(lines):
        page.text((beside, 120 + number * 30), line, size, MIDDLE - 16 - beside, soft=True)
    for number, (label, value) in enumerate(facts):
        left, top, right, _ = _fact_box(number, below)
        page.text((left + 14, top + 22), label, 20, right - left - 24, soft=True, least=15)
        page.text((left + 14, top + 56), value, 28, right - left - 24, least=18)
    page.text((MIDDLE, 118), texts.bars_title, 22, WIDTH - RIM - MIDDLE, soft=True, least=16)
    for number, (label, own, all_) in enumerate(bars):
        y = 150 + number * 54 + 21
        page.text((MIDDLE, y), label, 24, 150, weight="regular", least=17)
        value = f"{own:.1f} / {all_:.1f}"
        page.text((WIDTH - RIM, y), value, 22, anchor="rm", soft=True)
    for box, title in zip(_title_boxes(texts.titles), texts.titles, strict=False):
        page.text(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), title, 22, anchor="mm")
    return page.finish()


def _fact_box(number: int, top: float) -> Box:
    wide, high = (MIDDLE - 16 - RIM - 12) / 2, 80.0
    left = RIM + number % 2 * (wide + 12)
    top += number // 2 * (high + 10)
    return left, top, left + wide, top + high


def _title_boxes(titles: Sequence[str]) -> list[Box]:
    """Where the titles stand, in rows; those without room are left out."""
    found: list[Box] = []
    left, top = float(MIDDLE), 536.0
    for title in titles:
        wide = width(title, 22) + 32
        if left + wide > WIDTH - RIM:
            left, top = float(MIDDLE), top + 40
        if top > 580:
            break
        found.append((left, top, left + wide, top + 36))
        left += wide + 10
    return found


def _draw_course(page: Page, course: Sequence[int]) -> None:
    if len(course) < 2:
        return
    page.box(COURSE, "card", None, 10)
    left, top, right, bottom = COURSE[0] + 14, COURSE[1] + 16, COURSE[2] - 16, COURSE[3] - 16
    low, high = min(course), max(max(course), min(course) + 20)
    points = [
        (
            left + (right - left) * n / (len(course) - 1),
            bottom - (bottom - top) * (value - low) / (high - low),
        )
        for n, value in enumerate(course)
    ]
    page.line(points, page.look["accent"], 4)
    page.dot(points[-1], 7, page.look["accent"])


def _draw_bar(page: Page, top: float, own: float, all_: float) -> None:
    left, right = MIDDLE + 160, WIDTH - RIM - 130
    page.box((left, top, left + max(6.0, (right - left) * own), top + 24), "accent", None, 6)
    page.box((left, top + 28, left + max(6.0, (right - left) * all_), top + 40), "text_soft", None, 5)
