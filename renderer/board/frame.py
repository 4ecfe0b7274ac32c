"""How a board is framed: which cells are shown, how large, and where the strip of players goes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.geometry import Cell
from renderer.board.supply import LINE, Counts, supply_lines
from renderer.board.surface import Viewport

BAND = 42  # frame with coordinates, north and west
RIM = 14  # frame south and east
HEAD = 62  # height of a card above its supply
NARROW, USUAL, WIDE = 252, 318, 420  # widths of a card
INFO = 150  # height, or width, of the part with the tile to lay
LEAST, MOST = 64, 128  # pixels of a tile
TINY = 16  # pixels of a tile, if all of a large board must be seen
STEP = 8
GAP = 8
Supplies = tuple[Counts, ...]  # of all players


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything of a board picture goes, in pixels."""

    left: int  # of the shown cells
    top: int
    columns: int
    rows: int
    tile: int
    size: tuple[int, int]
    strip: tuple[int, int, int, int] | None = None  # its box
    cards: tuple[int, int, int] = (0, 0, 0)  # how many in a row, how wide, how high
    cropped: bool = False  # some tiles are not shown

    @property
    def port(self) -> Viewport:
        """Which cell is where."""
        return Viewport((self.left, self.top), (BAND, BAND), self.tile)

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is on the picture."""
        return 0 <= cell[0] - self.left < self.columns and 0 <= cell[1] - self.top < self.rows


def frame_of(
    laid: Collection[Cell],
    needed: Collection[Cell],
    supplies: Supplies,
    side: int,
    *,
    whole: bool = False,
) -> Frame:
    """Frame the played area with one free cell around it.

    A large board is cropped around the needed cells, all of which are shown; tiles shrink if they must. A
    `whole` board is not cropped. `supplies` are what the cards of the players hold; without any, no strip.
    """
    left, top, columns, rows = bounds(laid)
    left, top, columns, rows = left - 1, top - 1, columns + 2, rows + 2
    found = _largest(columns, rows, supplies, side, TINY if whole else LEAST)
    if found is not None:
        return replace(found, left=left + found.left, top=top + found.top)
    x, y, wide, high = bounds(needed or [(left + columns // 2, top + rows // 2)])
    found = _cropped(columns, rows, wide, high, supplies, side)
    left = _window(left, columns, found.columns, x, wide)
    top = _window(top, rows, found.rows, y, high)
    found = replace(found, left=left, top=top)
    return replace(found, cropped=not all(found.shows(cell) for cell in laid))


def bounds(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """The least column and row of some cells, and how many columns and rows they take."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _window(first: int, count: int, shown: int, need: int, length: int) -> int:
    """The first of `shown` lines of a board, so that the needed ones lie in the middle."""
    if shown > count:
        return first - (shown - count) // 2
    return min(max(first, need + length // 2 - shown // 2), first + count - shown)


@lru_cache(maxsize=512)
def _largest(columns: int, rows: int, supplies: Supplies, side: int, least: int) -> Frame | None:
    """The frame of all cells with the largest tiles that fit, or None if they would be too small."""
    sizes = range(MOST, least - 1, -STEP)
    return next((frame for tile in sizes if (frame := _fitting(columns, rows, tile, supplies, side))), None)


@lru_cache(maxsize=512)
def _cropped(columns: int, rows: int, wide: int, high: int, supplies: Supplies, side: int) -> Frame:
    """The frame of most cells, at least `wide` and `high`, with tiles as near to the usual size as fits."""
    for tile in range(LEAST, TINY - 1, -STEP // 2):
        best: Frame | None = None
        for w in range(min(columns, side // tile), wide - 1, -1):
            for h in range(min(rows, side // tile), high - 1, -1):
                if best is not None and w * h <= best.columns * best.rows:
                    break
                frame = _fitting(w, h, tile, supplies, side)
                if frame is not None:
                    best = frame
                    break
        if best is not None:
            return best
    return _bare(columns, rows, max(4, side // (max(columns, rows) + 2)))


def _fitting(columns: int, rows: int, tile: int, supplies: Supplies, side: int) -> Frame | None:
    """A frame within the side, landscape if there is a choice."""
    ways = (_beside, _below) if supplies else (lambda columns, rows, tile, _: _bare(columns, rows, tile),)
    frames = [way(columns, rows, tile, supplies) for way in ways]
    fitting = [frame for frame in frames if max(frame.size) <= side]
    return min(fitting, key=lambda frame: abs(frame.size[0] / frame.size[1] - 1.3), default=None)


def _bare(columns: int, rows: int, tile: int) -> Frame:
    return Frame(0, 0, columns, rows, tile, (BAND + columns * tile + RIM, BAND + rows * tile + RIM))


def _beside(columns: int, rows: int, tile: int, supplies: Supplies) -> Frame:
    """The strip stands east of the board."""
    card = _card_height(supplies, USUAL)
    least = len(supplies) * (card + GAP) + INFO + RIM
    more = max(0, -(-(least - BAND - rows * tile - RIM) // (2 * tile)))  # a young board: show more table
    bare = _bare(columns, rows + 2 * more, tile)
    width, height = bare.size
    strip = (width, 0, USUAL + 2 * RIM, height)
    return replace(bare, top=-more, size=(width + strip[2], height), strip=strip, cards=(1, USUAL, card))


def _below(columns: int, rows: int, tile: int, supplies: Supplies) -> Frame:
    """The strip stands south of the board."""
    players = len(supplies)
    least = min(2, players) * (NARROW + GAP) + INFO + 2 * RIM
    more = max(0, -(-(least - BAND - columns * tile - RIM) // (2 * tile)))
    bare = _bare(columns + 2 * more, rows, tile)
    width, height = bare.size
    room = width - INFO - 2 * RIM
    lines = -(-players // max(1, min(players, room // (NARROW + GAP))))
    a_row = -(-players // lines)  # all lines evenly filled
    wide = min(WIDE, room // a_row - GAP)
    card = _card_height(supplies, wide)
    high = max(lines * (card + GAP) + RIM, INFO - 8)
    strip = (0, height, width, high)
    return replace(bare, left=-more, size=(width, height + high), strip=strip, cards=(a_row, wide, card))


def _card_height(supplies: Supplies, wide: int) -> int:
    return HEAD + LINE * max(len(supply_lines(counts, wide)) for counts in supplies)
