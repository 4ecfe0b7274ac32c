"""The board picture: what lies on the table, framed, with markers and the strip of players."""

from __future__ import annotations

from dataclasses import replace

from engine.state import GameState
from renderer.board.badges import dead_cell, numbered_cell
from renderer.board.frame import Frame, frame_of
from renderer.board.grid import empty_table
from renderer.board.layers import bridges_of, put_bracket, put_bridges, put_figures
from renderer.board.markers import Markers, Spot
from renderer.board.overlays import light, tint_fields, worths
from renderer.board.overview import overview
from renderer.board.plates import put_plates
from renderer.board.scoreboard import draw_strip, supplies_of
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
        frame = frame_of(needed, needed, (), markers.side)
        return replace(frame, cropped=not all(frame.shows(cell) for cell in view.board.cells))
    last = markers.last or view.last
    if last is not None:
        needed.add(last)
    supplies = supplies_of(view, markers.cards) if markers.strip else ()
    return frame_of(view.board.cells, needed, supplies, markers.side, whole=view.over)


def render(view: GameState, markers: Markers = NOTHING, theme: str = "day") -> Image:
    """A picture of the game, on the theme's palette: tiles, tints, cells, frames, figures, texts."""
    frame = frame_for(view, markers)
    on = Surface(empty_table(frame, theme), frame.port, theme)
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
    numbers = [cell for cell, _ in markers.cells]
    put_plates(on, view, texts, stands, frame, numbers)
    if frame.cropped:
        overview(on, view, frame, numbers)
    draw_strip(on.image, view, markers, frame, theme)
    return on.image


def _draw_cells(on: Surface, view: GameState, markers: Markers, frame: Frame) -> None:
    """Dead cells, numbered cells, and brackets around the tiles that were laid last or can be chosen."""
    for cell in markers.dead:
        if frame.shows(cell):
            on.image.paste(dead_cell(frame.tile, on.theme), on.port.corner(cell))
    for cell, text in markers.cells:
        on.image.paste(numbered_cell(text, frame.tile, on.theme), on.port.corner(cell))
    for cell, seat in markers.placed:
        if frame.shows(cell):
            put_bracket(on, cell, seat)
    chosen = [cell for cell, _ in markers.steps]
    last = markers.last or view.last
    for cell in (*chosen, *([last] if last is not None and frame.shows(last) else [])):
        put_bracket(on, cell, None)
