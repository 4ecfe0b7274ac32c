"""Castles as parts of the state, what players choose about them, and what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from engine.actions import Action
from engine.events import Event, Item
from engine.frozen import frozen
from engine.geometry import Cell
from engine.ruleset import Events, Part
from engine.state import Figure, GameState

CITY_WORTH = Item("castles", 1, 4)  # CASTLE-23


@frozen
class BuildCastle(Action):
    """CASTLE-25: turn the small city on the new tile and on this one into a castle."""

    verb: ClassVar[str] = "castle"
    cell: Cell


@frozen
class ScoreCastle(Action):
    """CASTLE-26: score the castle with the feature (or the other castle) that has this segment."""

    verb: ClassVar[str] = "score"
    castle: Cell
    cell: Cell
    segment: str


@frozen
class CastleBuilt(Event):
    """A small city became a castle with a lord in it."""

    player: int
    cells: tuple[Cell, Cell]


@frozen
class Castle:
    """A castle for the rest of the game; its lord is gone once it has scored (CASTLE-19)."""

    owner: int
    city: int  # the id of the small city under it: complete, so it never changes
    cells: tuple[Cell, Cell]
    lord: Figure | None

    def vicinity(self) -> frozenset[Cell]:
        """CASTLE-08: its two tiles and the two on each long side of the pair."""
        (first, _), (second, _) = self.cells
        across = ((-1, 0), (1, 0)) if first == second else ((0, -1), (0, 1))
        return frozenset((x + dx, y + dy) for x, y in self.cells for dx, dy in ((0, 0), *across))


@frozen
class Share:
    """What a castle got for the tile just laid, and in which wave (0: for a feature itself)."""

    city: int
    wave: int
    items: tuple[Item, ...]


@frozen
class CastlesPart:
    """CASTLE-24: tokens, castles, and what the tile just laid has done to them."""

    tokens: tuple[int, ...]
    castles: tuple[Castle, ...] = ()
    built: tuple[int, ...] = ()  # cities that this placement turned into castles
    declined: tuple[int, ...] = ()  # small cities of this placement that are to be scored instead
    shares: tuple[Share, ...] = ()


PART = Part("castles", CastlesPart)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """Three tokens each, two with five or six players."""
    players = state.rules.setup.players
    PART.set(state, CastlesPart((3 if players <= 4 else 2,) * players))


def tile_placed(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """A new placement: castles that the one before built are castles like others now."""
    part = PART.of(state)
    if part.built or part.declined:
        PART.set(state, replace(part, built=(), declined=()))


def lords(state: GameState) -> Iterator[Figure]:
    """Every lord, as the figure that stood in the small city."""
    for castle in PART.of(state).castles:
        if castle.lord is not None:
            yield castle.lord


def clockwise(state: GameState) -> list[int]:
    """All players from the placer on."""
    players = state.rules.setup.players
    return [(state.placer + offset) % players for offset in range(players)]


def figures_elsewhere(state: GameState) -> Iterable[tuple[int, str]]:
    """Lords stand on no segment."""
    return [(lord.player, lord.kind) for lord in lords(state)]


def retired(state: GameState, feature_id: int) -> bool:
    """CASTLE-07: a castle is no city any more."""
    return any(castle.city == feature_id for castle in PART.of(state).castles)


def city_worth(state: GameState, city_id: int) -> Item | None:
    """CASTLE-23: a field gets four points for a castle, finished or not."""
    return CITY_WORTH if retired(state, city_id) else None
