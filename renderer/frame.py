"""How a board is framed: which cells are shown, how large, and where the strip of players goes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.geometry import Cell

BAND = 42  # frame with coordinates, north and west
RIM = 14  # frame south and east
CARD = 318, 108  # a player's card in the strip
INFO = 150  # height, or width, of the part with the tile to lay
LEAST, MOST = 64, 128  # pixels a tile
MOST_CELLS = 19


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
    left, right = min(xs) - 1, max(xs) + 1
    top, bottom = min(ys) - 1, max(ys) + 1
    columns, rows = right - left + 1, bottom - top + 1
    plans = _plans(players, side) if strip else [(side - BAND - RIM, side - BAND - RIM, "")]
    room_w, room_h, where = max(plans, key=lambda plan: min(plan[0] / columns, plan[1] / rows))
    tile = int(min(room_w / columns, room_h / rows, MOST)) // 4 * 4
    cropped = False
    if tile < LEAST or max(columns, rows) > MOST_CELLS:
        wide, high = min(columns, room_w // LEAST, MOST_CELLS), min(rows, room_h // LEAST, MOST_CELLS)
        cropped = (wide, high) != (columns, rows)
        points = list(extra) or ([focus] if focus else [(round(sum(xs) / len(xs)), round(sum(ys) / len(ys)))])
        if focus is not None:
            points.append(focus)
        left = _window(left, columns, wide, [x for x, _ in points])
        top = _window(top, rows, high, [y for _, y in points])
        columns, rows = wide, high
        tile = max(LEAST, int(min(room_w / columns, room_h / rows, MOST)) // 4 * 4)
    return _placed(left, top, columns, rows, tile, where, players, cropped)


def _window(first: int, count: int, shown: int, points: list[int]) -> int:
    """The first of `shown` lines so that most points lie well inside."""
    middle = (min(points) + max(points)) // 2 if max(points) - min(points) < shown else points[-1]
    return min(max(first, middle - shown // 2), first + count - shown)


def _plans(players: int, side: int) -> list[tuple[int, int, str]]:
    """Room for cells with the strip below and with the strip at the side."""
    below = _below_height(players, side)
    return [
        (side - BAND - RIM, min(side, round(side * 0.95)) - BAND - RIM - below, "below"),
        (side - BAND - RIM - CARD[0] - 2 * RIM, side - BAND - RIM, "side"),
    ]


def _below_height(players: int, width: int) -> int:
    a_row = max(1, (width - INFO - 2 * RIM) // (CARD[0] + 8))
    return -(-players // a_row) * (CARD[1] + 8) + RIM


def _placed(
    left: int, top: int, columns: int, rows: int, tile: int, where: str, players: int, cropped: bool
) -> Frame:
    width = BAND + columns * tile + RIM
    height = BAND + rows * tile + RIM
    if not where:
        return Frame(left, top, columns, rows, tile, (width, height), None, cropped)
    if where == "side":
        tall = players * (CARD[1] + 8) + INFO + RIM
        height = max(height, tall)
        box = (width, 0, CARD[0] + 2 * RIM, height)
        return Frame(left, top, columns, rows, tile, (width + box[2], height), box, cropped)
    least = min(2, players) * (CARD[0] + 8) + INFO + 2 * RIM
    while width < least:  # a young board: show more of the table
        left, columns, width = left - 1, columns + 2, width + 2 * tile
    high = _below_height(players, width)
    high = max(high, INFO)
    box = (0, height, width, high)
    return Frame(left, top, columns, rows, tile, (width, height + high), box, cropped)
