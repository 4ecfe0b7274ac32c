"""What happened, as data. The engine never words a sentence; a box adds its own events."""

from __future__ import annotations

from engine.frozen import frozen
from engine.geometry import Cell


@frozen
class Item:
    """One line of a score's working: 3 tiles, 6 points."""

    name: str
    count: int
    points: int


@frozen
class Event:
    """Something that happened, whole and visible to everybody."""


@frozen
class GameStarted(Event):
    """The table is set; the commitment is SHA-256 of seed and salt."""

    commitment: str
    first: int


@frozen
class TurnStarted(Event):
    """A player's turn begins."""

    player: int
    turn: int


@frozen
class TileDrawn(Event):
    """BASE-15: a tile was drawn and shown to everybody."""

    player: int
    tile: str


@frozen
class TileDiscarded(Event):
    """BASE-18: a tile left the game."""

    player: int
    tile: str


@frozen
class TilePlaced(Event):
    """A tile was laid."""

    player: int
    tile: str
    cell: Cell
    rotation: int


@frozen
class FigurePlaced(Event):
    """A figure was put on a segment."""

    player: int
    figure: str
    cell: Cell
    segment: str


@frozen
class FigureReturned(Event):
    """A figure went back to its owner's supply; `why` is scored, eaten, expelled, ..."""

    player: int
    figure: str
    cell: Cell
    segment: str
    why: str


@frozen
class FeatureCompleted(Event):
    """A feature was completed by the tile just laid, with or without figures on it."""

    player: int
    kind: str
    feature: int


@frozen
class Scored(Event):
    """Points with their working; `source` is road, city, field, castle, fairy, ..."""

    player: int
    points: int
    source: str
    items: tuple[Item, ...]
    feature: int | None = None
    final: bool = False


@frozen
class GameEnded(Event):
    """BASE-42: the ranking (equal places share the victory), and the seed to check the bag with."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    seed: str
    salt: str
