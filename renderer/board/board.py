"""The board picture: a head, what lies on the table with its markers, and a foot."""

from __future__ import annotations

from engine.state import GameState
from renderer.board.badges import dead_cell, dotted_cell, numbered_cell
from renderer.board.foot import draw_foot, foot_height, supplies_of
from renderer.board.frame import Frame, Room, frame_of
from renderer.board.grid import empty_table
from renderer.board.head import draw_head, head_height
from renderer.board.layers import bridges_of, put_bracket, put_bridges, put_figures
from renderer.board.markers import Markers, Spot
from renderer.board.overlays import light, tint_fields, worths
from renderer.board.overview import overview
from renderer.board.plates import put_plates
from renderer.board.surface import Surface
from renderer.board.tile_layer import laid_on, lay_tiles
from renderer.pieces.standing import standing
from renderer.style.canvas import Image

NOTHING = Markers()


def frame_for(view: GameState, markers: Markers) -> Frame:
    """How the picture of a view is framed: all that is marked is on it, and a finished board as a whole."""
    needed = {cell for cell, _ in (*markers.cells, *markers.steps)}
    needed |= {spot.cell for spot in (*markers.lit, *markers.spots)}
    if markers.focus and needed:
        around = {(x + dx, y + dy) for x, y in needed for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return frame_of(around, needed, Room(markers.scale))
    last = markers.last or view.last
    if last is not None:
        needed.add(last)
    return frame_of(
        {*view.board.cells, *markers.dead, *markers.dots}, needed, _room(view, markers), whole=view.over
    )


def _room(view: GameState, markers: Markers) -> Room:
    """What the head and the foot take."""
    if not markers.strip:
        return Room(markers.scale)
    foot = foot_height(supplies_of(view, markers.cards))
    return Room(markers.scale, head_height(len(view.scores)), foot)


def render(view: GameState, markers: Markers = NOTHING, theme: str = "day") -> Image:
    """A picture of the game, on the theme's palette: tiles, tints, cells, frames, figures, texts."""
    frame = frame_for(view, markers)
    busy = {*view.board.cells, *markers.dots, *(cell for cell, _ in markers.cells)}
    on = Surface(empty_table(frame, busy, theme), frame.port, theme)
    shown = [cell for cell in view.board.cells if frame.shows(cell)]
    lay_tiles(on, laid_on(view), shown)
    if markers.fields:
        tint_fields(on, view, shown)
    put_bridges(on, bridges_of(view, shown))
    stands = [stand for stand in standing(view, markers.pieces) if frame.shows(stand.cell)]
    bright = stands
    if markers.lit:
        put_figures(on, stands)
        light(on, view, markers.lit, shown)
        bright = [stand for stand in stands if stand.cell in {spot.cell for spot in markers.lit}]
    _draw_cells(on, view, markers, frame)
    put_figures(on, bright)
    texts = [*markers.spots, *markers.lit, *(Spot(cell, "", text) for cell, text in markers.steps)]
    texts += markers.scored
    texts += worths(view) if markers.fields else []
    numbers = [*markers.dots, *(cell for cell, _ in markers.cells)]
    put_plates(on, view, texts, stands, frame, numbers)
    if frame.cropped and not markers.focus:
        overview(on, view, frame, numbers)
    if markers.strip:
        draw_head(on.image, view, markers, theme)
        draw_foot(on.image, view, supplies_of(view, markers.cards), frame, theme)
    return on.image


def _draw_cells(on: Surface, view: GameState, markers: Markers, frame: Frame) -> None:
    """Dead cells, numbered cells, and brackets around the tiles that were laid last or can be chosen."""
    for cell in markers.dead:
        if frame.shows(cell):
            on.image.paste(dead_cell(frame.tile, on.theme), on.port.corner(cell))
    for cell in markers.dots:
        if frame.shows(cell):
            on.image.paste(dotted_cell(frame.tile, on.theme), on.port.corner(cell))
    for cell, text in markers.cells:
        on.image.paste(numbered_cell(text, frame.tile, on.theme), on.port.corner(cell))
    for cell, seat in markers.placed:
        if frame.shows(cell):
            put_bracket(on, cell, seat)
    chosen = [cell for cell, _ in markers.steps]
    last = markers.last or view.last
    for cell in chosen:
        put_bracket(on, cell, None)
    if last is not None and frame.shows(last):
        put_bracket(on, last, markers.mover)
