"""The foot of a board picture: what each seat has in its supply, as icons with numbers, in its own column."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from engine.state import GameState
from renderer.board.frame import WIDE, Frame
from renderer.board.head import movers
from renderer.pieces.boxes import Card, cards_of
from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import HEIGHT, figure_sprite
from renderer.pieces.liveries import livery
from renderer.style.cache import kept
from renderer.style.canvas import mix
from renderer.style.palette import THEMES, quantise
from renderer.style.text import width, write
from renderer.style.tokens import RADIUS, SIZE, SPACE

Counts = tuple[tuple[str, int], ...]
Supplies = tuple[Counts, ...]  # of all players
ICON, NUMBER = 24, SIZE["small"]
LINE = 28  # height of a line of icons
RIM = 3  # around the columns, and above and below their lines
BAR = 4  # in the colour of the seat
GAP = SPACE["small"]
EMPTY = 0.4  # how strong what a seat has none of is shown


def supplies_of(view: GameState, extra: Iterable[Card]) -> Supplies:
    """What each player has: the figures left, then what the boxes add."""
    found: list[list[tuple[str, int]]] = [[] for _ in view.scores]
    for (seat, figure), count in view.supply.items():
        found[seat].append((figure, count))
    for card in (*cards_of(view), *extra):
        found[card.seat].append((card.icon, card.count))
    return tuple(tuple(counts) for counts in found)


def foot_height(supplies: Supplies) -> int:
    """How high the foot is, at 400 pixels of width."""
    a_row, lines = _columns(supplies)
    return RIM + -(-len(supplies) // a_row) * (lines * LINE + 3 * RIM)


def draw_foot(image: Image.Image, view: GameState, supplies: Supplies, frame: Frame, theme: str) -> None:
    """Paste the columns of all seats."""
    scale, (a_row, lines), turns = frame.room.scale, _columns(supplies), movers(view)
    wide, high = _column_width(a_row), lines * LINE + 2 * RIM
    for seat, counts in enumerate(supplies):
        column = supply_column(seat, counts, seat in turns, (wide, high), scale, theme)
        x, y = RIM + seat % a_row * (wide + RIM), RIM + seat // a_row * (high + RIM)
        image.paste(column, (x * scale, frame.foot + y * scale))


def _columns(supplies: Supplies) -> tuple[int, int]:
    """How many columns stand side by side so that the foot is low, and how many lines each has."""
    found = []
    for a_row in range(len(supplies), 0, -1):
        rows = -(-len(supplies) // a_row)
        lines = max(1, *(len(supply_lines(counts, _column_width(a_row))) for counts in supplies))
        found.append((rows * (lines * LINE + 3 * RIM), a_row, lines))
    _, a_row, lines = min(found, key=lambda one: one[0])
    return a_row, lines


def _column_width(a_row: int) -> int:
    return (WIDE - RIM) // a_row - RIM


def supply_lines(counts: Counts, wide: int) -> list[Counts]:
    """Break what a player has into lines of a column."""
    lines: list[list[tuple[str, int]]] = []
    room = 0.0
    for entry in counts:
        need = _entry_width(entry[1])
        if not lines or need > room:
            lines.append([])
            room = wide - BAR - GAP
        lines[-1].append(entry)
        room -= need + GAP
    return [tuple(line) for line in lines]


def _entry_width(count: int) -> float:
    return ICON + width(str(count), NUMBER)


@kept
def supply_column(
    seat: int, counts: Counts, turn: bool, size: tuple[int, int], scale: int, theme: str
) -> Image.Image:
    """One seat's column: a bar in its colour, then its supply."""
    picture, lines = _bare_column(seat, turn, size, scale, theme).copy(), supply_lines(counts, size[0])
    for number, line in enumerate(lines):
        x, y = float(BAR + GAP), RIM + number * LINE + LINE / 2
        for icon, count in line:
            _write_entry(picture, icon, count, (x * scale, y * scale), seat, scale, theme)
            x += _entry_width(count) + GAP
    return quantise(picture, theme)


def _write_entry(
    picture: Image.Image, icon: str, count: int, at: tuple[float, float], seat: int, scale: int, theme: str
) -> None:
    """An icon and its number; both are pale if it is nought."""
    design, look = DESIGNS[icon], THEMES[theme]
    tile = round(ICON * scale / (HEIGHT * 1.25 * design.scale))
    sprite = figure_sprite(icon, seat if design.owned else None, tile, theme)
    share = 1.0 if count else EMPTY
    mask = sprite.getchannel("A").point([round(value * share) for value in range(256)])
    corner = round(at[0] + (ICON * scale - sprite.width) / 2), round(at[1] - sprite.height / 2)
    ground = picture.getpixel((round(at[0]), round(at[1])))
    picture.paste(sprite.convert("RGB"), corner, mask)
    ink = mix(ground, look["text"], share)  # type: ignore[arg-type]
    write(picture, (at[0] + ICON * scale, at[1]), str(count), NUMBER * scale, ink, anchor="lm")


@kept
def _bare_column(seat: int, turn: bool, size: tuple[int, int], scale: int, theme: str) -> Image.Image:
    """A column with the bar of a seat and nothing else, in full colour."""
    look, big = THEMES[theme], 2 * scale
    picture = Image.new("RGB", (size[0] * big, size[1] * big), look["page"])
    draw = ImageDraw.Draw(picture)
    ground = look["marked"] if turn else look["card"]
    draw.rounded_rectangle(
        (0, 0, picture.width - 1, picture.height - 1), RADIUS["small"] * scale, fill=ground
    )
    draw.rectangle((0, 0, BAR * big - 1, picture.height - 1), fill=livery(seat).colour)
    return picture.reduce(2)
