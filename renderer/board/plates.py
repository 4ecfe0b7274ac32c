"""Plates with letters and points: each stands where it hides no figure and no other plate."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from engine.board import SPAN
from engine.geometry import Cell
from engine.state import GameState
from renderer.board.badges import Sprite, plate
from renderer.board.frame import Frame
from renderer.board.markers import Spot
from renderer.board.surface import Surface
from renderer.geometry.face import face_of
from renderer.geometry.layout import layout_of
from renderer.pieces.standing import Stand
from renderer.style.canvas import turn
from renderer.style.tokens import SIZE

Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels
LEAST = SIZE["grid"]  # the height of a text, so that a plate hides little


def put_plates(
    on: Surface,
    view: GameState,
    spots: Iterable[Spot],
    stands: Iterable[Stand],
    frame: Frame,
    numbered: Iterable[Cell] = (),
) -> None:
    """Write the texts of some spots, each near its segment; numbered cells stay free."""
    for (sprite, mask), box in placed_plates(view, spots, stands, frame, on.theme, numbered):
        on.image.paste(sprite, (round(box[0]), round(box[1])), mask)


def placed_plates(
    view: GameState,
    spots: Iterable[Spot],
    stands: Iterable[Stand],
    frame: Frame,
    theme: str,
    numbered: Iterable[Cell] = (),
) -> Iterator[tuple[Sprite, Box]]:
    """The plate of each spot, and where it goes."""
    taken: list[Box] = [_box_of(stand, frame) for stand in stands]
    taken += [frame.port.box(cell) for cell in numbered]
    for spot in spots:
        if spot.text and frame.shows(spot.cell):
            sprite = plate(spot.text, max(LEAST * frame.room.scale, frame.tile * 3 // 10), theme, spot.seat)
            point = frame.port.spot(*_middle(view, spot))
            box = _best_box(point, sprite[0].size, frame, taken)
            taken.append(box)
            yield sprite, box


def _best_box(point: tuple[float, float], size: tuple[int, int], frame: Frame, taken: list[Box]) -> Box:
    return min(_around(*point, size, frame), key=lambda box: _cost(box, point, taken))


def _middle(view: GameState, spot: Spot) -> tuple[float, float]:
    """Where a spot lies on the board, in cells."""
    placed = view.board.cells[spot.cell].turned
    x, y = (0.5, 0.5)
    if spot.segment not in ("", SPAN):
        x, y = turn(layout_of(face_of(placed)).anchors[spot.segment], placed.rotation)
    return spot.cell[0] + x, spot.cell[1] + y


def _box_of(stand: Stand, frame: Frame) -> Box:
    """The box of a piece, and a pixel around it: its sprite stands on whole pixels."""
    (left, top), (right, bottom) = frame.port.spot(*stand.box[:2]), frame.port.spot(*stand.box[2:])
    return left - 1, top - 1, right + 1, bottom + 1


def _around(x: float, y: float, size: tuple[int, int], frame: Frame) -> Iterator[Box]:
    """Boxes of a size at a point and around it, on the table."""
    wide, high = size
    right, bottom = frame.size[0] - wide, frame.foot - high
    for reach in (0.0, 0.25, 0.4, 0.55, 0.7, 0.9):
        for k in range(12 if reach else 1):
            angle = k * math.pi / 6
            left = x + math.cos(angle) * reach * frame.tile - wide / 2
            top = y + math.sin(angle) * reach * frame.tile - high / 2
            left, top = max(0, min(right, left)), max(frame.head, min(bottom, top))
            yield left, top, left + wide, top + high


def _cost(box: Box, target: tuple[float, float], taken: Iterable[Box]) -> float:
    """How much a plate would hide, and how far from its point it would be."""
    hidden = sum(
        max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
        * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
        for other in taken
    )
    return hidden * 10 + math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), target)
