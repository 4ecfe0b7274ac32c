"""The close-up for a move: a cell with its neighbourhood, once for every way to lay the tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.badges import plate, stamp
from renderer.board.layers import bridges_of, put_pieces, stands_of
from renderer.board.surface import Viewport, bare_table
from renderer.board.tile_layer import Laid, laid_on, lay_tiles
from renderer.geometry.face import shown
from renderer.geometry.layout import layout_of
from renderer.pieces.standing import Stand
from renderer.style.canvas import Image, turn
from renderer.style.palette import THEMES, blank, index_of
from renderer.tile.sprites import LARGE

SIDES = {1: 580, 2: 528}  # pixels of a panel, by how many there are
SIDE = 458  # of three or four
GAP = 16
FRAME = 12  # around the chosen panel
Letters = Mapping[int, Sequence[tuple[str, str]]]  # rotation -> (segment, letter)


def closeup(
    view: GameState,
    tile_id: str,
    cell: Cell,
    rotations: Sequence[int],
    letters: Letters | None = None,
    theme: str = "day",
    names: Sequence[str] = "abcd",
    each: Sequence[Sequence[tuple[str, str]]] = (),
    chosen: str = "",
    bridges: Sequence[tuple[Cell, int] | None] = (),
) -> Image:
    """Every rotation side by side, named a, b, c, d, with the claimable segments lettered.

    `names` and `each`, the letters of each panel, are for ways that differ in more than the rotation.
    The panel with the name `chosen` is framed; `bridges` are built with the tile, one or none in each panel.
    """
    side = SIDES.get(len(rotations), SIDE)
    columns = 1 if len(rotations) == 1 else 2
    rows = -(-len(rotations) // columns)
    near = {(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    laid = {spot: tile for spot, tile in laid_on(view).items() if spot in near}
    stands = stands_of(view, near)
    picture = blank((columns * (side + GAP) + GAP, rows * (side + GAP) + GAP), "page", theme)
    for i, rotation in enumerate(rotations):
        turned = {**laid, cell: (shown(view, tile_id), rotation)}
        panel = _panel(view, turned, stands, cell, side, theme, bridges[i] if bridges else None)
        for segment, letter in each[i] if each else (letters or {}).get(rotation, ()):
            _letter(panel, view, tile_id, segment, letter, rotation, theme)
        if len(rotations) > 1:
            name = plate(names[i], 54, theme)
            panel.paste(name[0], (6, 6), name[1])
        corner = GAP + i % columns * (side + GAP), GAP + i // columns * (side + GAP)
        if names[i] == chosen:
            _frame(picture, corner, side, theme)
        picture.paste(panel, corner)
    return picture


def shaped(picture: Image, like: tuple[int, int], theme: str) -> Image:
    """The picture on a page with the proportions of another one."""
    width, height = picture.size
    size = max(width, -(-height * like[0] // like[1])), max(height, -(-width * like[1] // like[0]))
    page = blank(size, "page", theme)
    page.paste(picture, ((size[0] - width) // 2, (size[1] - height) // 2))
    return page


def _frame(picture: Image, corner: tuple[int, int], side: int, theme: str) -> None:
    """A frame around the panel that is chosen now."""
    x, y = corner
    edge = index_of(theme, THEMES[theme]["accent"])
    picture.paste(edge, (x - FRAME, y - FRAME, x + side + FRAME, y + side + FRAME))


def _panel(
    view: GameState,
    laid: Laid,
    stands: Sequence[Stand],
    cell: Cell,
    side: int,
    theme: str,
    bridge: tuple[Cell, int] | None,
) -> Image:
    """One way to lay the tile, among the tiles and pieces around it."""
    start = (side - LARGE) // 2
    on = bare_table((side, side), Viewport(cell, (start, start), LARGE), theme)
    lay_tiles(on, laid, laid)
    axes = bridges_of(view, laid) | dict([bridge] if bridge else [])
    put_pieces(on, axes, stands, cell, view.placer)
    return on.image


def _letter(
    panel: Image,
    view: GameState,
    tile_id: str,
    segment: str,
    letter: str,
    rotation: int,
    theme: str,
) -> None:
    tile = shown(view, tile_id)
    start = (panel.width - LARGE) / 2
    x, y = turn(layout_of(tile).anchors.get(segment, (0.5, 0.5)), rotation)  # a bridge is not printed
    stamp(panel, plate(letter, 30, theme, view.placer), (start + x * LARGE, start + y * LARGE))
