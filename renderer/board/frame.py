"""How a picture is composed at 400 pixels of width: the head, the cells of the board, the foot."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.geometry import Cell
from renderer.board.surface import Viewport

WIDE, HIGH = 400, 680  # of a picture; a higher one gets smaller tiles
MOST, LEAST, TINY = 84, 17, 2  # of a tile; below the least, a board is cropped
RIM = 3  # around the shown cells
NAMES = 12  # below the cells, for the names of the columns


@dataclass(frozen=True, slots=True)
class Room:
    """What the board of a picture shares it with: lengths at 400 pixels of width, and how large one is."""

    scale: int
    head: int = 0
    foot: int = 0

    def tile(self, columns: int, rows: int) -> int:
        """The largest tile of which so many columns and rows fit."""
        high = HIGH - self.head - self.foot - 2 * RIM - NAMES
        return max(TINY, min(MOST, (WIDE - 2 * RIM) // columns, high // rows))

    def holds(self, tile: int) -> tuple[int, int]:
        """How many columns and rows of such tiles fit."""
        return (WIDE - 2 * RIM) // tile, (HIGH - self.head - self.foot - 2 * RIM - NAMES) // tile


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything of a board picture goes, in pixels."""

    left: int  # of the shown cells
    top: int
    columns: int
    rows: int
    tile: int
    room: Room
    cropped: bool = False  # some tiles are not shown

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return WIDE * self.room.scale, self.foot + self.room.foot * self.room.scale

    @property
    def head(self) -> int:
        """Where the table begins."""
        return self.room.head * self.room.scale

    @property
    def foot(self) -> int:
        """Where the table ends."""
        return self.head + self.rows * self.tile + (2 * RIM + NAMES) * self.room.scale

    @property
    def origin(self) -> tuple[int, int]:
        """The north-west corner of the shown cells."""
        return (self.size[0] - self.columns * self.tile) // 2, self.head + RIM * self.room.scale

    @property
    def port(self) -> Viewport:
        """Which cell is where."""
        return Viewport((self.left, self.top), self.origin, self.tile)

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is on the picture."""
        return 0 <= cell[0] - self.left < self.columns and 0 <= cell[1] - self.top < self.rows


def frame_of(cells: Collection[Cell], needed: Collection[Cell], room: Room, *, whole: bool = False) -> Frame:
    """Frame some cells, edge to edge.

    A large board is cropped around the needed cells, all of which are shown; tiles shrink if they must. A
    `whole` board is not cropped.
    """
    left, top, columns, rows = bounds({*cells, *needed})
    tile = room.tile(columns, rows)
    if whole or tile >= LEAST:
        return Frame(left, top, columns, rows, tile * room.scale, room)
    x, y, wide, high = bounds(needed or [(left + columns // 2, top + rows // 2)])
    tile = min(LEAST, room.tile(wide, high))
    most = room.holds(tile)
    a_row, a_column = min(columns, most[0]), min(rows, most[1])
    west, north = _window(left, columns, a_row, x, wide), _window(top, rows, a_column, y, high)
    return Frame(west, north, a_row, a_column, tile * room.scale, room, cropped=True)


def bounds(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """The least column and row of some cells, and how many columns and rows they take."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _window(first: int, count: int, shown: int, need: int, length: int) -> int:
    """The first of `shown` lines of a board, so that the needed ones lie in the middle."""
    return min(max(first, need + length // 2 - shown // 2), first + count - shown)
