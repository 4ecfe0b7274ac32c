"""What the Tower adds to the state, what players can choose with it, and what it reports."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Seat
from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell
from engine.ruleset import Events, Part
from engine.state import GameState

FLOORS = {2: 10, 3: 9, 4: 7, 5: 6, 6: 5}  # TO-02: players -> floors for each


@frozen
class Prisoner:
    """TO-22: a captured figure: who holds it, and whose it is."""

    captor: int
    owner: int
    figure: str


@frozen
class TowerPart:
    """TO-57: the floors and the prisoners of each player, and what this turn still allows. All public."""

    floors: tuple[int, ...]  # TO-03: in the players' supplies
    heights: tuple[tuple[Cell, int], ...] = ()  # of the towers, those with a floor
    prisoners: tuple[Prisoner, ...] = ()
    built: Cell | None = None  # TO-16: the tower with a floor whose player may still capture
    payer: int | None = None  # TO-31: the player who may still buy a prisoner back in this turn

    def height(self, cell: Cell) -> int:
        """How many floors stand on a tile."""
        return dict(self.heights).get(cell, 0)


PART = Part("tower", TowerPart)


@frozen
class BuildFloor(Action):
    """TO-58: put a floor on the foundation, or on the open tower, of this tile."""

    verb: ClassVar[str] = "floor"
    ask: ClassVar[str] = "act"
    cell: Cell


@frozen
class Capture(Action):
    """TO-59: take this figure off the board."""

    verb: ClassVar[str] = "capture"
    cell: Cell
    segment: str
    owner: Seat
    figure: str


@frozen
class Exchange(Action):
    """TO-60: the kind of the own prisoner that comes back."""

    verb: ClassVar[str] = "exchange"
    figure: str


@frozen
class Ransom(Action):
    """TO-61: buy a figure back from its captor."""

    verb: ClassVar[str] = "ransom"
    ask: ClassVar[str] = "act"
    captor: Seat
    figure: str


@frozen
class FloorBuilt(Event):
    """A tower has so many floors now."""

    player: int
    cell: Cell
    height: int


@frozen
class FigureCaptured(Event):
    """TO-22: a figure of another player became a prisoner."""

    player: int
    owner: int
    figure: str
    cell: Cell
    segment: str


@frozen
class PrisonersExchanged(Event):
    """TO-27: two players gave each other a prisoner back: the player has `figure`, the other `returned`."""

    player: int
    figure: str
    other: int
    returned: str


@frozen
class FigureRansomed(Event):
    """TO-31: a player bought a figure back."""

    player: int
    figure: str
    captor: int


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """TO-02, 62: the same number of floors for every player, and no tower yet."""
    players = state.rules.setup.players
    PART.set(state, TowerPart((FLOORS[players],) * players))


def breach(state: GameState) -> str | None:
    """TO-03, 11, 27: floors are conserved, no figure stands without one, and no exchange was forgotten."""
    part = PART.of(state)
    players = len(part.floors)
    if sum(part.floors) + sum(height for _, height in part.heights) != FLOORS[players] * players:
        return f"floors are lost or doubled: {part}"
    for figure in state.all_figures():
        if state.board.feature(figure.cell, figure.segment).kind == "tower" and not part.height(figure.cell):
            return f"{figure} stands on a bare foundation"
    pairs = {(prisoner.captor, prisoner.owner) for prisoner in part.prisoners}
    mutual = [pair for pair in pairs if pair[::-1] in pairs]
    choosing = any(question.ask == "exchange" for question in state.questions)
    return f"{mutual} hold prisoners of each other" if mutual and not choosing else None
