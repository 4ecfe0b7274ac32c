"""What a tile shows in a game: its garden is drawn only where gardens are features."""

from __future__ import annotations

from dataclasses import replace

from engine.state import GameState
from engine.tiles import Tile
from engine.turned import Turned

GARDEN = "garden"
_bare: dict[tuple[str, str], Tile] = {}


def face_of(turned: Turned) -> Tile:
    """The tile as it is drawn."""
    tile = turned.tile
    return tile if len(turned.parts) == len(tile.segments) else _without(tile, turned)


def shown(view: GameState, name: str) -> Tile:
    """A tile of a game as it is drawn, by its name."""
    return face_of(view.rules.shapes[name].turns[0])


def _without(tile: Tile, turned: Turned) -> Tile:
    gardens = {segment.id for segment in tile.segments if segment.kind == GARDEN}
    return bare(tile) if gardens - turned.local.keys() else tile


def bare(tile: Tile) -> Tile:
    """A tile without its garden."""
    key = (tile.set, tile.id)
    if key not in _bare:
        rest = tuple(segment for segment in tile.segments if segment.kind != GARDEN)
        name = tile.id.removesuffix(f"-{GARDEN}")  # where there is a tile of that name, it looks the same
        _bare[key] = tile if rest == tile.segments else replace(tile, id=name, segments=rest)
    return _bare[key]
