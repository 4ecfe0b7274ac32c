"""What a picture should point out, beside what lies on the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import Cell
from renderer.pieces.boxes import Card, Piece


@dataclass(frozen=True, slots=True)
class Spot:
    """A segment that is lettered or highlighted."""

    cell: Cell
    segment: str
    text: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Markers:
    """Everything that is drawn on top of a board."""

    names: tuple[str, ...] = ()  # of the players, by seat
    title: str = ""  # whose turn it is, beside the tile in hand
    note: str = ""  # the line below the title
    cells: tuple[tuple[Cell, str], ...] = ()  # legal cells with their numbers
    dots: tuple[Cell, ...] = ()  # legal cells without a number
    steps: tuple[tuple[Cell, str], ...] = ()  # tiles that can be chosen: a dragon's steps, a bridge's places
    last: Cell | None = None  # the tile laid last; the view's own if None
    mover: int | None = None  # the seat that laid it
    placed: tuple[tuple[Cell, int], ...] = ()  # tiles laid a short while ago, with the seats that laid them
    scored: tuple[Spot, ...] = ()  # points that were scored a short while ago
    dead: tuple[Cell, ...] = ()
    spots: tuple[Spot, ...] = ()  # segments with a letter
    lit: tuple[Spot, ...] = ()  # segments of highlighted features; a text on one of them shows the points
    fields: bool = False  # tint the fields by owner and write what they are worth
    pieces: tuple[Piece, ...] = ()
    cards: tuple[Card, ...] = ()
    strip: bool = True  # the head and the foot
    focus: bool = False  # show only the part around the numbered cells
    scale: int = 3  # pixels of a length at 400 pixels of width
