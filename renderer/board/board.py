"""The board picture: what lies on the table, framed, with markers and the strip of players."""

from __future__ import annotations

from io import BytesIO

from engine.board import SPAN
from engine.state import GameState
from renderer.board.badges import dead_cell, numbered_cell, outline, plate, stamp
from renderer.board.frame import Frame, frame_of
from renderer.board.markers import Markers, Spot
from renderer.board.overlays import field_overlay, light
from renderer.board.overview import overview
from renderer.board.scoreboard import draw_strip
from renderer.board.tile_layer import settled_board
from renderer.geometry.layout import layout_of
from renderer.pieces.boxes import within
from renderer.style.canvas import Image, turn

NOTHING = Markers()


def render(view: GameState, markers: Markers = NOTHING, theme: str = "day") -> Image:
    """A picture of the game, on the theme's palette."""
    last = markers.last or view.last
    wanted = [cell for cell, _ in (*markers.cells, *markers.steps)] + [spot.cell for spot in markers.lit]
    frame = frame_of(view.board.cells, wanted, last, len(view.scores), markers.side, markers.strip)
    image = settled_board(view, frame, theme, markers.pieces)
    if markers.fields:
        field_overlay(image, view, frame, theme)
    if markers.lit:
        light(image, view, markers.lit, frame, theme)
    _draw_cells(image, markers, frame, theme)
    if last is not None and frame.shows(last):
        sprite, mask = outline(frame.tile, theme, None)
        image.paste(sprite, frame.corner(last), mask)
    _draw_spots(image, view, markers, frame, theme)
    if frame.cropped:
        overview(image, view, frame, theme, [cell for cell, _ in markers.cells])
    draw_strip(image, view, markers, frame, theme)
    return image


def _draw_cells(image: Image, markers: Markers, frame: Frame, theme: str) -> None:
    for cell in markers.dead:
        if frame.shows(cell):
            image.paste(dead_cell(frame.tile, theme), frame.corner(cell))
    for cell, text in markers.cells:
        if frame.shows(cell):
            image.paste(numbered_cell(text, frame.tile, theme), frame.corner(cell))
    for cell, text in markers.steps:
        if frame.shows(cell):
            x, y = frame.corner(cell)
            sprite, mask = outline(frame.tile, theme, None)
            image.paste(sprite, (x, y), mask)
            stamp(image, plate(text, 40, theme), (x + frame.tile / 2, y + frame.tile / 2))


def _draw_spots(image: Image, view: GameState, markers: Markers, frame: Frame, theme: str) -> None:
    for spot in (*markers.spots, *(spot for spot in markers.lit if spot.text)):
        if frame.shows(spot.cell):
            x, y = spot_place(view, spot)
            left, top = frame.corner(spot.cell)
            points = max(28, frame.tile // 3)
            stamp(
                image,
                plate(spot.text, points, theme, spot.seat),
                (left + x * frame.tile, top + y * frame.tile),
            )


def spot_place(view: GameState, spot: Spot) -> tuple[float, float]:
    """Where on its tile a segment is marked."""
    if spot.segment == SPAN:
        return 0.5, 0.5
    placed = view.board.cells[spot.cell]
    return within(turn(layout_of(placed.turned.tile).anchors[spot.segment], placed.turned.rotation))


def png(image: Image) -> bytes:
    """The bytes of a picture, quick to encode."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()
