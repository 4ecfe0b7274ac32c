"""The lower lines of a player's card: what is left in the supply, as icons with numbers of one size."""

from __future__ import annotations

from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import figure_sprite
from renderer.style.canvas import Image
from renderer.style.palette import THEMES
from renderer.style.text import width, write

Counts = tuple[tuple[str, int], ...]
NUMBER = 27  # pixels; the height of a number: readable when a board is 400 pixels wide
LINE = 46
INSET = 12
GAP = 11


def _icon(icon: str, seat: int, theme: str) -> Image:
    design = DESIGNS[icon]
    return figure_sprite(icon, seat if design.owned else None, round(NUMBER * 2.54 / design.scale), theme)


def supply_lines(counts: Counts, room: int) -> list[Counts]:
    """Break what a player has into lines of a card."""
    lines: list[list[tuple[str, int]]] = [[]]
    x = float(INSET)
    for entry in counts:
        wide = NUMBER * 3.3 / 2 + 1 + width(str(entry[1]), NUMBER)
        if lines[-1] and x + wide > room - INSET:
            lines.append([])
            x = INSET
        lines[-1].append(entry)
        x += wide + GAP
    return [tuple(line) for line in lines]


def write_supply(picture: Image, counts: Counts, top: int, seat: int, theme: str) -> None:
    """Draw the lines of a supply into a card."""
    for number, line in enumerate(supply_lines(counts, picture.width)):
        x, y = float(INSET), top + number * LINE + LINE // 2
        for icon, count in line:
            sprite = _icon(icon, seat, theme)
            picture.paste(sprite, (round(x), y - sprite.height // 2), sprite)
            x += sprite.width + 1
            x += write(picture, (x, y + 1), str(count), NUMBER, THEMES[theme]["text"], anchor="lm") + GAP
