"""The board picture: what lies on the table, framed, with markers and the strip of players."""

from __future__ import annotations

from dataclasses import replace

from engine.state import GameState
from renderer.board.badges import bracket, dead_cell, numbered_cell
from renderer.board.figure_layer import put_bridges, put_figures
from renderer.board.frame import Frame, frame_of
from renderer.board.grid import empty_table
from renderer.board.markers import Markers, Spot
from renderer.board.overlays import light, tint_fields, worths
from renderer.board.overview import overview
from renderer.board.plates import put_plates
from renderer.board.scoreboard import draw_strip, supplies_of
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
    image = empty_table(frame, theme)
    shown = [cell for cell in view.board.cells if frame.shows(cell)]
    lay_tiles(image, laid_on(view), shown, frame.tile, frame.corner, theme)
    if markers.fields:
        tint_fields(image, view, frame, theme)
    axes = {cell: span.axis for cell, span in view.board.spans.items() if frame.shows(cell)}
    put_bridges(image, axes, frame.tile, frame.corner, theme)
    stands = [stand for stand in standing(view, markers.pieces) if frame.shows(stand.cell)]
    bright = stands
    if markers.lit:
        put_figures(image, stands, frame.tile, frame.spot, theme)
        light(image, view, markers.lit, frame, theme)
        bright = [stand for stand in stands if stand.cell in {spot.cell for spot in markers.lit}]
    _draw_cells(image, view, markers, frame, theme)
    put_figures(image, bright, frame.tile, frame.spot, theme)
    texts = [*markers.spots, *markers.lit, *(Spot(cell, "", text) for cell, text in markers.steps)]
    texts += markers.scored
    texts += worths(view) if markers.fields else []
    numbers = [cell for cell, _ in markers.cells]
    put_plates(image, view, texts, stands, frame, theme, numbers)
    if frame.cropped:
        overview(image, view, frame, theme, [cell for cell, _ in markers.cells])
    draw_strip(image, view, markers, frame, theme)
    return image


def _draw_cells(image: Image, view: GameState, markers: Markers, frame: Frame, theme: str) -> None:
    """Dead cells, numbered cells, and brackets around the tiles that were laid last or can be chosen."""
    for cell in markers.dead:
        if frame.shows(cell):
            image.paste(dead_cell(frame.tile, theme), frame.corner(cell))
    for cell, text in markers.cells:
        image.paste(numbered_cell(text, frame.tile, theme), frame.corner(cell))
    for cell, seat in markers.placed:
        if frame.shows(cell):
            bracket(image, frame.corner(cell), frame.tile, theme, seat)
    chosen = [cell for cell, _ in markers.steps]
    last = markers.last or view.last
    for cell in (*chosen, *([last] if last is not None and frame.shows(last) else [])):
        bracket(image, frame.corner(cell), frame.tile, theme, None)
