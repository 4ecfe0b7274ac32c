"""What a player can choose. A box adds its own actions; `verb` is the word of the notation."""

from __future__ import annotations

from typing import ClassVar, NewType

from engine.frozen import frozen
from engine.geometry import Cell

Seat = NewType("Seat", int)  # a player other than the one who decides: a letter in the notation


@frozen
class Action:
    """A decision by the player of one seat."""

    verb: ClassVar[str] = ""
    ask: ClassVar[str] = ""  # where it is refused with its own reason even if no option of its kind is open
    player: int


@frozen
class PlaceTile(Action):
    """BASE-52: lay the drawn tile on a cell, turned clockwise by so many quarters."""

    verb: ClassVar[str] = "place"
    ask: ClassVar[str] = "place"
    cell: Cell
    rotation: int


@frozen
class Claim(Action):
    """BASE-53: put a figure on a segment, normally of the tile just laid."""

    verb: ClassVar[str] = "claim"
    cell: Cell
    segment: str
    figure: str = "meeple"


@frozen
class Pass(Action):
    """Decline what is optional."""

    verb: ClassVar[str] = "pass"
