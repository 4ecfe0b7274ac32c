"""How a board is framed: which cells are shown, how large, and where the strip of players goes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from engine.geometry import Cell

BAND = 42  # frame with coordinates, north and west
RIM = 14  # frame south and east
CARD = 108  # height of a player's card
NARROW, USUAL, WIDE = 252, 318, 420  # widths of a card
INFO = 150  # height, or width, of the part with the tile to lay
LEAST, MOST = 64, 128  # pixels a tile
MOST_CELLS = 19
GAP = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything of a board picture goes, in pixels."""

    left: int  # of the shown cells
    top: int
    columns: int
    rows: int
    tile: int
    size: tuple[int, int]
    strip: tuple[int, int, int, int] | None  # its box
    cards: tuple[int, int]  # how many in a row, and how wide
    cropped: bool

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The north-west corner of a cell, in pixels."""
        return BAND + (cell[0] - self.left) * self.tile, BAND + (cell[1] - self.top) * self.tile

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is on the picture."""
        return 0 <= cell[0] - self.left < self.columns and 0 <= cell[1] - self.top < self.rows


def frame_of(
    laid: Collection[Cell], extra: Collection[Cell], focus: Cell | None, players: int, side: int, strip: bool
) -> Frame:
    """Frame the played area with one free cell around it; crop to what matters when it grows too large."""
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    left, top = min(xs) - 1, min(ys) - 1
    columns, rows = max(xs) + 2 - left, max(ys) + 2 - top
    if not strip:
        players = 0
    found = _largest(left, top, columns, rows, players, side)
    if found is not None and max(columns, rows) <= MOST_CELLS:
        return found
    points = [*extra, *([focus] if focus else [])] or [(left + columns // 2, top + rows // 2)]
    best: Frame | None = None
    for wide in range(min(columns, MOST_CELLS), 0, -1):
        for high in range(min(rows, MOST_CELLS), 0, -1):
            if best is not None and wide * high <= best.columns * best.rows:
                break
            frame = _largest(0, 0, wide, high, players, side)
            if frame is not None:
                best = frame
                break
    if best is None:
        best = _frame(0, 0, 3, 3, LEAST, "below", players)
    first = _window(left, columns, best.columns, [x for x, _ in points])
    second = _window(top, rows, best.rows, [y for _, y in points])
    cropped = (best.columns, best.rows) != (columns, rows)
    return Frame(
        first, second, best.columns, best.rows, best.tile, best.size, best.strip, best.cards, cropped
    )


def bare_frame(laid: Collection[Cell], side: int) -> Frame:
    """The whole played area without a strip, however small its tiles become."""
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    columns, rows = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    tile = max(8, min(MOST, (side - BAND - RIM) // max(columns, rows) // 4 * 4))
    return _frame(min(xs), min(ys), columns, rows, tile, "", 0)


@lru_cache(maxsize=512)
def _largest(left: int, top: int, columns: int, rows: int, players: int, side: int) -> Frame | None:
    """The frame with the largest tiles that keeps within the side, landscape if there is a choice."""
    for tile in range(MOST, LEAST - 1, -4):
        ways = ("side", "below") if players else ("",)
        frames = [_frame(left, top, columns, rows, tile, where, players) for where in ways]
        fitting = [frame for frame in frames if max(frame.size) <= side]
        if fitting:
            return min(fitting, key=lambda frame: abs(frame.size[0] / frame.size[1] - 1.3))
    return None


def _frame(left: int, top: int, columns: int, rows: int, tile: int, where: str, players: int) -> Frame:
    width, height = BAND + columns * tile + RIM, BAND + rows * tile + RIM
    if not where:
        return Frame(left, top, columns, rows, tile, (width, height), None, (0, 0), False)
    if where == "side":
        least = players * (CARD + GAP) + INFO + RIM
        while height < least:  # a young board: show more of the table
            top, rows, height = top - 1, rows + 2, height + 2 * tile
        box = (width, 0, USUAL + 2 * RIM, height)
        size = width + box[2], height
        return Frame(left, top, columns, rows, tile, size, box, (1, USUAL), False)
    while width < min(2, players) * (NARROW + GAP) + INFO + 2 * RIM:
        left, columns, width = left - 1, columns + 2, width + 2 * tile
    room = width - INFO - 2 * RIM
    a_row = max(1, min(players, room // (NARROW + GAP)))
    lines = -(-players // a_row)
    a_row = -(-players // lines)  # the same number of lines, evenly filled
    card = min(WIDE, room // a_row - GAP)
    high = max(lines * (CARD + GAP) + RIM, INFO - 8)
    box = (0, height, width, high)
    return Frame(left, top, columns, rows, tile, (width, height + high), box, (a_row, card), False)


def _window(first: int, count: int, shown: int, points: list[int]) -> int:
    """The first of `shown` lines so that most points lie well inside."""
    middle = (min(points) + max(points)) // 2 if max(points) - min(points) < shown else points[-1]
    return min(max(first, middle - shown // 2), first + count - shown)
