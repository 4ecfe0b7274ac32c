"""The card at the end of a cup: the three best on their steps, what was played, and the next places."""

from __future__ import annotations

from collections.abc import Sequence

from renderer.style.canvas import Image
from renderer.style.text import write
from renderer.views.panel import DARK, Box, Page
from renderer.views.text_sheet import MEDALS

WIDTH, HEIGHT = 1200, 630
RIM = 36
STEP, GAP = 364, 18  # the width of a step, and the room between two
HEIGHTS = (310, 240, 180)  # of the steps: first, second, third
ORDER = (1, 0, 2)  # from the left: second, first, third


def podium(title: str, note: str, best: Sequence[tuple[str, str]], foot: str, theme: str = "day") -> Image:
    """Draw the card; the best are names with what they have won."""
    page = Page((WIDTH, HEIGHT), theme)
    for place in range(min(3, len(best))):
        page.box(_step(place), "marked" if place == 0 else "card", "accent" if place == 0 else None, 12, 3)
        page.dot(_medal(place), 40, MEDALS[place])
    page.settle()
    page.text((WIDTH / 2, 74), title, 58, WIDTH - 2 * RIM, anchor="mm", least=30)
    page.text((WIDTH / 2, 136), note, 28, WIDTH - 2 * RIM, anchor="mm", soft=True, least=18)
    for place, (name, won) in enumerate(best[:3]):
        left, top, right, _ = _step(place)
        write(page.image, _medal(place), str(place + 1), 44, DARK, anchor="mm")
        page.text(((left + right) / 2, top + 84), name, 36, STEP - 28, anchor="mm", least=20)
        page.text(((left + right) / 2, top + 126), won, 26, STEP - 28, anchor="mm", soft=True, least=18)
    page.text((WIDTH / 2, HEIGHT - 40), foot, 24, WIDTH - 2 * RIM, anchor="mm", soft=True, least=17)
    return page.finish()


def _step(place: int) -> Box:
    left = RIM + ORDER.index(place) * (STEP + GAP)
    bottom = HEIGHT - 78
    return left, bottom - HEIGHTS[place], left + STEP, bottom


def _medal(place: int) -> tuple[float, float]:
    left, top, right, _ = _step(place)
    return (left + right) / 2, top + 8
