"""The close-up for a move: a cell with its neighbourhood, once for every way to lay the tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.badges import outline, plate, stamp
from renderer.board.tile_layer import cell_sprite, looks, variant_of
from renderer.geometry.layout import layout_of
from renderer.style.canvas import turn
from renderer.style.palette import THEMES, index_of, palette_image
from renderer.tile.corners import corner_sprite

SPAN = 2.2  # tiles a panel shows
GAP = 16
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
) -> Image.Image:
    """Every rotation side by side, named a, b, c, d, with the claimable segments lettered.

    `names` and `each`, the letters of each panel, are for ways that differ in more than the rotation.
    """
    size = {1: 264, 2: 240}.get(len(rotations), 208)
    side = round(size * SPAN)
    columns = 1 if len(rotations) == 1 else 2
    rows = -(-len(rotations) // columns)
    picture = Image.new(
        "P",
        (columns * (side + GAP) + GAP, rows * (side + GAP) + GAP),
        index_of(theme, THEMES[theme]["page"]),
    )
    picture.putpalette(palette_image(theme).getpalette() or [])
    for i, rotation in enumerate(rotations):
        panel = _panel(view, tile_id, cell, rotation, size, theme)
        for segment, letter in each[i] if each else (letters or {}).get(rotation, ()):
            _letter(panel, view, tile_id, segment, letter, rotation, size, theme)
        if len(rotations) > 1:
            name = plate(names[i], 54, theme)
            panel.paste(name[0], (6, 6), name[1])
        picture.paste(panel, (GAP + i % columns * (side + GAP), GAP + i // columns * (side + GAP)))
    return picture


def _panel(view: GameState, tile_id: str, cell: Cell, rotation: int, size: int, theme: str) -> Image.Image:
    side = round(size * SPAN)
    panel = Image.new("P", (side, side), index_of(theme, THEMES[theme]["table"]))
    panel.putpalette(palette_image(theme).getpalette() or [])
    start = (side - size) // 2
    shown = looks(view)
    tile = view.rules.shapes[tile_id].tile
    edges: dict[Cell, tuple[str, ...]] = {}
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            near = (cell[0] + dx, cell[1] + dy)
            at = (start + dx * size, start + dy * size)
            if near == cell:
                panel.paste(
                    cell_sprite(tile, (tile_id, rotation, None, ()), size, theme, variant_of(cell)), at
                )
                edges[dx, dy] = tuple(tile.edges[(k - rotation) % 4] for k in range(4))
            elif near in shown:
                turned = view.board.cells[near].turned
                panel.paste(cell_sprite(turned.tile, shown[near], size, theme, variant_of(near)), at)
                edges[dx, dy] = turned.edges
    _corners(panel, edges, start, size, theme)
    sprite, mask = outline(size, theme, view.placer)
    panel.paste(sprite, (start, start), mask)
    return panel


def _corners(
    panel: Image.Image, edges: dict[Cell, tuple[str, ...]], start: int, size: int, theme: str
) -> None:
    """Towers and bushes where city and crop edges end."""
    ends = ((0, 0), (1, 0), (1, 1), (0, 1))
    found: dict[Cell, str] = {}
    for (x, y), sides in edges.items():
        for k, kind in enumerate(sides):
            if kind in ("city", "crop"):
                for dx, dy in (ends[k], ends[(k + 1) % 4]):
                    found[x + dx, y + dy] = kind
    for (x, y), kind in sorted(found.items(), key=lambda item: item[0][1]):
        sprite, mask = corner_sprite(kind, size, theme)
        panel.paste(sprite, (start + x * size - size // 4, start + y * size - size // 4), mask)


def _letter(
    panel: Image.Image,
    view: GameState,
    tile_id: str,
    segment: str,
    letter: str,
    rotation: int,
    size: int,
    theme: str,
) -> None:
    tile = view.rules.shapes[tile_id].tile
    start = (panel.width - size) / 2
    x, y = turn(layout_of(tile).anchors.get(segment, (0.5, 0.5)), rotation)  # a bridge is not printed
    stamp(panel, plate(letter, 30, theme, view.placer), (start + x * size, start + y * size))
