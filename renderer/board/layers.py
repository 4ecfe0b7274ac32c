"""What is painted on a board, from the table up: tiles, bridges, brackets, figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.geometry import Cell
from engine.state import GameState
from renderer.board.badges import brackets, overhang
from renderer.board.surface import Surface
from renderer.board.tile_layer import laid_on, lay_tiles
from renderer.pieces.figures import figure_sprite
from renderer.pieces.standing import Stand, standing
from renderer.tile.crossings import bridge_sprite


def put_board(on: Surface, view: GameState, cells: Collection[Cell], last: Cell | None = None) -> None:
    """Paint some cells of a board with all that is on them; brackets stand around the tile laid last."""
    lay_tiles(on, laid_on(view), cells)
    put_pieces(on, bridges_of(view, cells), stands_of(view, cells), last)


def put_pieces(
    on: Surface, axes: Mapping[Cell, int], stands: Iterable[Stand], last: Cell | None, seat: int | None = None
) -> None:
    """Paint all that lies on tiles."""
    put_bridges(on, axes)
    if last is not None:
        put_bracket(on, last, seat)
    put_figures(on, stands)


def bridges_of(view: GameState, cells: Collection[Cell]) -> dict[Cell, int]:
    """The bridges on some cells, with their axes."""
    return {cell: span.axis for cell, span in view.board.spans.items() if cell in cells}


def stands_of(view: GameState, cells: Collection[Cell]) -> list[Stand]:
    """The pieces that stand on some cells."""
    return [stand for stand in standing(view) if stand.cell in cells]


def put_bridges(on: Surface, axes: Mapping[Cell, int]) -> None:
    """Paint the bridges that players built, by their cells and axes."""
    for cell, axis in axes.items():
        on.blend(bridge_sprite(on.port.tile, axis, on.theme), on.port.corner(cell))


def put_bracket(on: Surface, cell: Cell, seat: int | None) -> None:
    """Put brackets around the tile on a cell."""
    sprite, mask = brackets(on.port.tile, on.theme, seat)
    (x, y), over = on.port.corner(cell), overhang(on.port.tile)
    on.image.paste(sprite, (x - over, y - over), mask)


def put_figures(on: Surface, stands: Iterable[Stand]) -> None:
    """Paint pieces, each where it stands."""
    for stand in stands:
        sprite = figure_sprite(stand.design, stand.seat, on.port.tile, on.theme)
        x, y = on.port.spot(stand.x, stand.y)
        on.blend(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)))
