"""What cards are made of: a page with rounded boxes and smooth lines, a player's mark, small boards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.frame import bounds
from renderer.board.layers import put_board
from renderer.board.surface import Viewport, bare_table
from renderer.pieces.liveries import livery
from renderer.style.canvas import RGB, Point
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, width, write

BIG = 2  # shapes are drawn at this scale and brought down
LEAST_TILE, MOST_TILE = 6, 64
REACH = 2  # cells around the middle of a part of a board
Box = tuple[float, float, float, float]  # left, top, right, bottom
DARK = (24, 20, 22)


class Page:
    """A page to draw shapes on, and then texts."""

    def __init__(self, size: tuple[int, int], theme: str, ground: str = "page") -> None:
        self.look = THEMES[theme]
        self.theme = theme
        self.image = Image.new("RGB", (size[0] * BIG, size[1] * BIG), self.look[ground])
        self._draw = ImageDraw.Draw(self.image)

    def box(self, box: Box, fill: str | RGB, edge: str | None = None, radius: int = 12, rim: int = 2) -> None:
        """A rounded box."""
        left, top, right, bottom = (round(value * BIG) for value in box)
        outline = self.look[edge] if edge else None
        colour = self.look[fill] if isinstance(fill, str) else fill
        at = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(at, radius * BIG, fill=colour, outline=outline, width=rim * BIG)

    def line(self, points: Sequence[Point], colour: RGB, thick: float) -> None:
        """A smooth line."""
        at = [(x * BIG, y * BIG) for x, y in points]
        self._draw.line(at, fill=colour, width=max(1, round(thick * BIG)), joint="curve")

    def dot(self, at: Point, radius: float, colour: RGB, rim: RGB = DARK) -> None:
        """A disc with a rim."""
        x, y, r = at[0] * BIG, at[1] * BIG, radius * BIG
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline=rim, width=BIG)

    def settle(self) -> None:
        """Bring the shapes down to their true size; from now on texts and pictures are put on them."""
        self.image = self.image.reduce(BIG)

    def text(
        self,
        at: Point,
        text: str,
        size: int,
        room: float = 9999.0,
        *,
        ink: str | RGB = "text",
        weight: str = "bold",
        anchor: str = "lm",
        least: int = 0,
        soft: bool = False,
    ) -> float:
        """A line of text that is made smaller down to `least`, then cut, until there is room for it."""
        if soft:
            ink, weight = "text_soft", "regular"
        while least and size > least and width(text, size, weight) > room:
            size -= 1
        colour = self.look[ink] if isinstance(ink, str) else ink
        return write(self.image, at, fit(text, size, room, weight), size, colour, weight, anchor)

    def mark(self, seat: int, at: Point, side: int) -> None:
        """The coloured square of a seat with its letter."""
        dress = livery(seat)
        x, y = round(at[0] - side / 2), round(at[1] - side / 2)
        self.image.paste(DARK, (x, y, x + side, y + side))
        self.image.paste(dress.colour, (x + 2, y + 2, x + side - 2, y + side - 2))
        write(self.image, (at[0], at[1]), dress.mark, side * 5 // 8, dress.ink, anchor="mm")

    def paste(self, picture: Image.Image, box: Box) -> None:
        """Put a picture into the middle of a box."""
        x = round((box[0] + box[2] - picture.width) / 2)
        y = round((box[1] + box[3] - picture.height) / 2)
        self.image.paste(picture.convert("RGB"), (x, y))

    def finish(self) -> Image.Image:
        """The page on the palette of its theme."""
        return quantise(self.image, self.theme)


def wrapped(text: str, size: int, room: float, lines: int, weight: str = "bold") -> list[str]:
    """A text in at most so many lines; the last one is cut if it must be."""
    found: list[str] = []
    rest = text.split()
    while rest and len(found) < lines - 1:
        count = len(rest)
        while count > 1 and width(" ".join(rest[:count]), size, weight) > room:
            count -= 1
        found.append(fit(" ".join(rest[:count]), size, room, weight))
        rest = rest[count:]
    return [*found, fit(" ".join(rest), size, room, weight)] if rest else found


def shrunk(
    text: str, sizes: Sequence[int], room: float, lines: int, weight: str = "bold"
) -> tuple[int, list[str]]:
    """A text in at most so many lines, in the largest of these sizes in which nothing is cut, or the last."""
    found: list[str] = []
    for size in sizes:
        found = wrapped(text, size, room, lines, weight)
        if " ".join(found) == " ".join(text.split()):
            return size, found
    return sizes[-1], found


def board_part(view: GameState, middle: Cell | None, side: int, theme: str) -> Image.Image:
    """A square part of the board around a cell; all of it if no cell is given."""
    if middle is None:
        return small_board(view, side, side, theme)
    x, y = middle
    port = Viewport((x - REACH, y - REACH), (0, 0), side // (2 * REACH + 1))
    on = bare_table((side, side), port, theme)
    near = {cell for cell in view.board.cells if abs(cell[0] - x) <= REACH and abs(cell[1] - y) <= REACH}
    put_board(on, view, near, middle)
    return on.image


def small_board(view: GameState, wide: int, high: int, theme: str, *, last: bool = True) -> Image.Image:
    """The whole board with everything on it, as large as fits."""
    west, north, columns, rows = bounds(view.board.cells)
    tile = max(LEAST_TILE, min(MOST_TILE, wide * 2 // (2 * columns + 1), high * 2 // (2 * rows + 1)) // 2 * 2)
    rim = tile // 4  # towers on the corners of the board stand over its edge
    size = columns * tile + 2 * rim, rows * tile + 2 * rim
    on = bare_table(size, Viewport((west, north), (rim, rim), tile), theme)
    put_board(on, view, view.board.cells, view.last if last else None)
    return on.image
