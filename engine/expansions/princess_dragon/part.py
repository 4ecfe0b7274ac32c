"""What the box adds to the state, what players can choose with it, and what it reports."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action
from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell
from engine.ruleset import Events, Part
from engine.state import Figure, GameState


@frozen
class PrincessDragon:
    """PD-01: where the two neutral figures are, and the tiles that wait for the dragon. All public."""

    dragon: Cell | None = None
    fairy: Cell | None = None
    companion: Figure | None = None  # FAIRY-02: her figure; None with fairy_attach = tile
    visited: tuple[Cell, ...] = ()  # DRAGON-08: the tiles of the flight under way, its start first
    aside: tuple[str, ...] = ()  # DRAGON-02: dragon tiles drawn before the first volcano
    expelled: bool = False  # PRINCESS-04: a knight was expelled with the tile just laid


PART = Part("princess_dragon", PrincessDragon)


@frozen
class Fly(Action):
    """PD-06: move the dragon one tile on."""

    verb: ClassVar[str] = "fly"
    cell: Cell


@frozen
class MoveFairy(Action):
    """PD-08: send the fairy to an own figure, or (without a segment) to a tile that holds one."""

    verb: ClassVar[str] = "fairy"
    cell: Cell
    segment: str | None


@frozen
class Expel(Action):
    """PD-07: send the knight on this segment home."""

    verb: ClassVar[str] = "expel"
    cell: Cell
    segment: str


@frozen
class TileSetAside(Event):
    """DRAGON-02: a dragon tile was drawn too early and waits, face up."""

    player: int
    tile: str


@frozen
class DragonCame(Event):
    """VOLCANO-03: the dragon was put on the volcano just laid; shuffled are the tiles it brought back."""

    cell: Cell
    shuffled: tuple[str, ...]


@frozen
class DragonFlew(Event):
    """DRAGON-05: one step of a flight, the first is number 1."""

    player: int
    cell: Cell
    step: int


@frozen
class FlightEnded(Event):
    """DRAGON-09: the dragon rests, after six steps or in a dead end."""

    cell: Cell
    steps: int


@frozen
class FairyMoved(Event):
    """FAIRY-03: the fairy was sent to a tile, and to a figure's segment if it accompanies one."""

    player: int
    cell: Cell
    segment: str | None


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """FAIRY-01: both figures start off the board."""
    PART.set(state, PrincessDragon())


def laid(state: GameState, symbol: str) -> bool:
    """Whether the tile just laid shows a volcano, a dragon or a portal."""
    last = state.last
    return last is not None and symbol in state.board.cells[last].turned.tile.symbols


def walled(state: GameState, cell: Cell) -> bool:
    """COUNT-31, COUNT-34: whether dragon, fairy and portal are kept off this section of Carcassonne."""
    tile = state.board.cells[cell].turned.tile
    if tile.set != "carcassonne":
        return False
    closed = state.rules.options.get("carcassonne_border") == "closed"
    return closed or all(edge == "inner" for edge in tile.edges)
